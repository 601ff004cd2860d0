import type { Page } from 'playwright-core';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { withBursar } from '../../kit/with-bursar.ts';
import { addMerchant } from '../kit/connected-app.ts';
import { sharedBrowser } from '../kit/launch.ts';
import { merchantAt, startSandboxOf } from '../kit/merchant-sandbox.ts';
import { newFolder, openApp } from '../kit/open-app.ts';
import { chooseOption, fillProfile, goTo, heading, openAnother, receiveTable } from '../kit/steps.ts';

beforeAll(sharedBrowser, 180_000);

const idPayout = 'invoice-1';
const merchantCodes = ['FIRST', 'SECOND'];

it('opens the payout of a removed profile as itself, and its receipt names no merchant of another profile with its name', async () => {
  const dataDirectory = newFolder();
  const server = await startSandboxOf(
    merchantCodes.map((merchantCode) => ({ merchantCode, publicKeyPems: [], secrets: [] })),
  );
  onTestFinished(() => server.close());
  /** Pays one payout through a profile of a merchant of its own. */
  const pay = async (merchantCode: string, amount: string, name: string) => {
    await addMerchant(dataDirectory, merchantAt(server, merchantCode));
    await withBursar({ dataDirectory, keyFile: null }, async (get) => {
      const text = `amount\tcurrency\tmethod\tname\taccount\torder id\n${amount}\tUSD\tBANK_TRANSFER\t${name}\t021000021-${name}\t${idPayout}\n`;
      const opening = await get('sheets.open', { source: { kind: 'clipboard', text }, profileName: 'acme' });
      if (opening.kind !== 'opened') throw new Error(opening.kind);
      const { batchId } = await get('sheets.prepare', { sheetId: opening.sheet.sheetId });
      const { rowsHash } = await get('batches.summary', { batchId });
      await get('batches.release', { batchId, rowsHash });
      await get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 60_000 });
    });
  };
  await pay('FIRST', '10.00', 'Ada');
  await withBursar({ dataDirectory, keyFile: null }, (get) => get('profiles.remove', { name: 'acme' }));
  await pay('SECOND', '20.00', 'Bob');

  const { page, faults, close } = await openApp(dataDirectory);
  onTestFinished(close);
  await goTo(page, '/payouts?profile=*');
  const details = page.locator('aside');
  for (const [name, amount, profile] of [
    ['Ada', '10.00 USD', 'acme (sandbox, removed)'],
    ['Bob', '20.00 USD', 'acme (sandbox)'],
  ] as const) {
    await page.getByRole('gridcell', { name, exact: true }).click();
    await details.getByText(`021000021-${name}`, { exact: true }).waitFor();
    await details.getByText(profile, { exact: true }).waitFor();
    await details.getByRole('link', { name: 'Receipt' }).click();
    const receipt = page.getByRole('article', { name: 'Receipt' });
    await receipt.getByText(amount).waitFor();
    const text = await receipt.innerText();
    expect(merchantCodes.map((code) => text.includes(`Merchant ${code}`))).toEqual([false, name === 'Bob']);
    await page.getByRole('link', { name: 'Back to the payout' }).click();
    await details.getByText(`021000021-${name}`, { exact: true }).waitFor();
    await goTo(page, '/payouts?profile=*');
  }
  expect(faults).toEqual([]);
});

it('lists the top-ups of another profile among those of all profiles', async () => {
  const dataDirectory = newFolder();
  const server = await startSandboxOf(
    merchantCodes.map((merchantCode) => ({ merchantCode, publicKeyPems: [], secrets: [] })),
  );
  onTestFinished(() => server.close());
  await addMerchant(dataDirectory, merchantAt(server, 'FIRST'));
  await withBursar({ dataDirectory, keyFile: null }, async (get) => {
    const money = { amount: '5.00', currencyCode: 'USD' };
    const created = { profileName: 'acme', money, paymentMethodCode: 'BANK_TRANSFER', note: 'of the first' };
    await get('topups.create', created);
    await get('profiles.edit', { name: 'acme', newName: 'first' });
  });
  await addMerchant(dataDirectory, merchantAt(server, 'SECOND'));
  await withBursar({ dataDirectory, keyFile: null }, (get) =>
    get('settings.change', { currentProfile: 'acme' }),
  );
  const { page, faults, close } = await openApp(dataDirectory);
  onTestFinished(close);
  await goTo(page, '/receive');
  await page.getByText('Nothing to receive yet').waitFor();
  await chooseOption(page, 'Profile', 'All profiles, also removed ones');
  await receiveTable(page).getByText('of the first', { exact: true }).waitFor();
  await receiveTable(page).getByText('first (sandbox)', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('Nothing to receive yet').waitFor();
  expect(faults).toEqual([]);
});

it('says which profile a window shows once its own is removed elsewhere, and keeps that one', async () => {
  const server = await startSandboxOf([{ merchantCode: 'FIRST', publicKeyPems: [], secrets: [] }]);
  onTestFinished(() => server.close());
  const { page, faults, close } = await openApp(newFolder());
  onTestFinished(close);
  for (const name of ['ant', 'bee', 'cat']) {
    await goTo(page, '/connect');
    await page.getByRole('radio', { name: /^Only prepares/ }).check();
    await fillProfile(page, name, server.url, name.toUpperCase());
    await page.getByRole('button', { name: 'Add profile' }).click();
    await heading(page, `${name} was added`).waitFor();
    await goTo(page, '/overview');
    await heading(page, 'Overview').waitFor();
  }
  await goTo(page, '/batches/new');
  const other = await openAnother(page);
  const shows = (of: Page, name: string) =>
    of.getByRole('banner').getByRole('button').getByText(name, { exact: true }).waitFor();
  await shows(other, 'cat');
  await goTo(other, '/settings/profiles');
  await other.getByRole('main').getByRole('button', { name: /^cat/ }).click();
  await other.getByRole('button', { name: 'Remove', exact: true }).click();
  const question = other.getByRole('dialog', { name: 'Remove cat?' });
  await question.getByRole('textbox').fill('cat');
  await question.getByRole('button', { name: 'Remove profile' }).click();
  await page.getByText('The profile that this window showed is no longer here. It shows ant now.').waitFor();
  await shows(page, 'ant');
  // Another choice in the other window is its own.
  await other.getByRole('banner').getByText('ant', { exact: true }).click();
  await other.getByRole('menuitem', { name: /^bee/ }).click();
  await shows(other, 'bee');
  await goTo(page, '/receive');
  await heading(page, 'Receive').waitFor();
  await shows(page, 'ant');
  expect(faults).toEqual([]);
});
