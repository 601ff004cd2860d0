import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { addMerchant } from './kit/connected-app.ts';
import { hold } from './kit/intercept.ts';
import { sharedBrowser } from './kit/launch.ts';
import { startMerchantSandbox } from './kit/merchant-sandbox.ts';
import { keepPictureOnFailure } from './kit/on-failure.ts';
import { newFolder, openApp } from './kit/open-app.ts';
import { goTo, heading, payoutDrawer, payoutTable, trySandbox } from './kit/steps.ts';
import { keepPicture } from './kit/keep-picture.ts';

beforeAll(sharedBrowser, 180_000);

it('begins with the sandbox: balances, a batch being sent and attention items, each one click away, also after a restart', async () => {
  const folder = newFolder();
  const first = await openApp(folder);
  let { page } = first;
  keepPictureOnFailure(() => page, 'first-start');
  await heading(page, 'Welcome to Bursar').waitFor();
  for (const place of ['/payees', '/treasury', '/receive', '/reference']) {
    await goTo(page, place);
    await page.getByRole('link', { name: 'Connect a merchant' }).waitFor();
  }
  await goTo(page, '/overview');
  await trySandbox(page);
  await page.getByRole('banner').getByText('SANDBOX').first().waitFor();

  await balanceOf(page, 'EUR').waitFor();
  await page
    .getByRole('region', { name: 'Being sent' })
    .getByRole('link', { name: 'Sample payouts' })
    .click();
  await heading(page, 'Sample payouts').waitFor();
  await page.goBack();

  const happened = page.getByRole('region', { name: 'What just happened' });
  await happened.getByRole('term').getByText('Balance').waitFor();
  await expect.poll(() => happened.getByRole('term').count()).toBe(5);
  await happened.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await happened.waitFor({ state: 'detached' });

  const rejected = page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: /^Rejected/ });
  await rejected.getByRole('link').click();
  await payoutTable(page).getByText('Mistyped Account').click();
  await payoutDrawer(page).getByRole('button', { name: 'Retry …' }).waitFor();
  expect(await payoutTable(page).getByText('Anneliese Brückner').count()).toBe(0);
  expect(first.faults).toEqual([]);
  await first.close();

  const again = await openApp(folder);
  page = again.page;
  await heading(page, 'Overview').waitFor();
  await balanceOf(page, 'EUR').waitFor();
  await page.getByRole('button', { name: 'Refresh', exact: true }).and(page.locator(':enabled')).click();
  await page.getByText('As of').waitFor();
  await goTo(page, '/payouts?state=rejected');
  await payoutTable(page).getByText('Mistyped Account').waitFor();
  expect(again.faults).toEqual([]);
  await again.close();
});

const balanceOf = (page: Page, currencyCode: string) =>
  page
    .getByRole('region', { name: 'Balances per currency' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: currencyCode }) })
    .getByText(/\d,\d{3}\.\d\d/)
    .first();

it.runIf(process.platform === 'linux')(
  'says once that there is no keychain, and what to do, in the words of the window',
  async () => {
    const app = await openApp(newFolder(), {
      environment: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' },
    });
    const { page } = app;
    keepPictureOnFailure(() => page, 'no-keychain');
    await page.getByRole('button', { name: 'Try it with the sandbox' }).click();
    const notice = page.getByRole('main').getByRole('alert');
    await notice.getByText(/^No keychain answers in this session\./).waitFor();
    expect(await page.getByText(/keychain answers/).count()).toBe(1);
    await keepPicture(page, 'no-keychain');
    const said = await notice.innerText();
    expect(said).not.toContain('--key-file');
    // What it takes is to start one, not to unlock one.
    expect(said).not.toContain('nlock');
    await notice.getByRole('button', { name: 'Try again' }).waitFor();
    await app.close();
  },
);

it.runIf(process.platform === 'linux')(
  'says on the overview that nothing can be released where the keychain no longer gives the key',
  async () => {
    const [dataDirectory, merchant] = [newFolder(), await startMerchantSandbox()];
    await addMerchant(dataDirectory, merchant);
    const { page, close } = await openApp(dataDirectory, {
      environment: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' },
    });
    keepPictureOnFailure(() => page, 'lost-keychain');
    const notice = page.getByRole('region', { name: 'Balances' }).getByRole('alert');
    await notice.getByText('Nothing of acme can be released or refreshed').waitFor();
    await notice.getByText(/^No keychain answers in this session\./).waitFor();
    // The button stays under the pointer while the balances are read again.
    const answer = await hold(page, 'balances.read');
    const again = notice.getByRole('button', { name: 'Try again' });
    await again.click();
    await page.getByRole('button', { name: 'Refreshing …' }).waitFor();
    expect(await again.count()).toBe(1);
    answer();
    await close();
    await merchant.server.close();
  },
);
