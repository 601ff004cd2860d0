import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { encodeWire, wireType } from '../../../contract/window/bridge.ts';
import { succeed } from '../../../contract/result.ts';
import { withConnectedApp } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { intercept } from '../kit/intercept.ts';
import { chooseOption, goTo, heading } from '../kit/steps.ts';
import { requestOfPreparer } from '../scenes/approval-scenes.ts';

let page: Page;
let faults: readonly string[];
withConnectedApp('unsaved', {}, ({ app }) => {
  ({ page, faults } = app);
});

const said = () =>
  page.getByText('What you entered or chose here is not saved. Do that again to discard it.');
const rail = (name: string) => page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name });
const closeMessage = () =>
  page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click();
const path = () => new URL(page.url()).hash.slice(1);

it('leaves a form of the settings with something unsaved only by a second attempt, by a link, Back, an address or another profile', async () => {
  await goTo(page, '/overview');
  await rail('Settings').click();
  await heading(page, 'Settings').waitFor();
  const days = page.getByLabel('Days');
  const waysOut = [
    () => rail('Payouts').click(),
    () => page.getByRole('link', { name: 'Profiles' }).click(),
    () => page.evaluate('history.back()'),
    () => page.evaluate(`location.hash = '/activity'`),
    () => page.keyboard.press('Control+,'),
  ];
  for (const leave of waysOut) {
    await page.getByRole('link', { name: 'Limits' }).click();
    await days.fill('77');
    await leave();
    await said().waitFor();
    expect(await days.inputValue()).toBe('77');
    expect(path()).toBe('/settings/limits');
    // What is entered after the warning needs another one.
    await days.fill('78');
    await closeMessage();
    await leave();
    await said().waitFor();
    expect(await days.inputValue()).toBe('78');
    await leave();
    await days.waitFor({ state: 'detached' });
    await said().waitFor({ state: 'detached' });
    await goTo(page, '/overview');
    await heading(page, 'Overview').waitFor();
    await goTo(page, '/settings/limits');
    await expect.poll(() => days.inputValue()).not.toBe('78');
  }
});

it('leaves without a word what is saved, or as it was', async () => {
  await goTo(page, '/settings/you');
  const name = page.getByRole('textbox', { name: 'Your name' });
  await name.fill('Ada');
  await name.fill('');
  await rail('Payouts').click();
  await heading(page, 'Payouts').waitFor();
  await goTo(page, '/settings/you');
  await name.fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Name saved.').waitFor();
  await rail('Payouts').click();
  await heading(page, 'Payouts').waitFor();
  await goTo(page, '/settings/limits');
  await page.getByRole('button', { name: 'Add currency' }).click();
  await page.getByRole('button', { name: 'Remove the limits for this currency' }).click();
  await rail('Payouts').click();
  await heading(page, 'Payouts').waitFor();
  await goTo(page, '/settings/payees');
  await chooseOption(page, 'New payee', 'Block release');
  await rail('Payouts').click();
  await said().waitFor();
  await rail('Payouts').click();
  await heading(page, 'Payouts').waitFor();
});

it('keeps the note about an opened request on the way to another screen, and when another file is opened', async () => {
  const request = await requestOfPreparer();
  await goTo(page, '/approvals');
  await page.getByLabel('Signed file').setInputFiles(request);
  const note = page.getByRole('region', { name: 'Decision' }).getByRole('textbox', { name: 'Note' });
  await note.fill('As agreed');
  await rail('Payouts').click();
  await said().waitFor();
  await note.press('End');
  await page.keyboard.type(' by phone');
  // The first message would pass for the one about the file, which a busy machine has not looked at yet.
  await closeMessage();
  await page.getByLabel('Signed file').setInputFiles(await requestOfPreparer());
  await said().waitFor();
  expect(await note.inputValue()).toBe('As agreed by phone');
  await rail('Payouts').click();
  await heading(page, 'Payouts').waitFor();
});

/** Reloads the page as a person does, and gives what the browser asked. */
async function reload(): Promise<string | null> {
  const asked: string[] = [];
  const dismiss = (dialog: { type: () => string; dismiss: () => Promise<void> }): void => {
    asked.push(dialog.type());
    void dialog.dismiss();
  };
  page.on('dialog', dismiss);
  const loaded = page.waitForEvent('load', { timeout: 3000 }).catch(() => null);
  await page.evaluate('void location.reload()');
  await Promise.race([loaded, page.waitForEvent('dialog')]).catch(() => null);
  page.off('dialog', dismiss);
  return asked[0] ?? null;
}

it('asks before a reload while a dialog or a form has something unsaved, also one that keeps it, and only then', async () => {
  await goTo(page, '/settings/limits');
  const days = page.getByLabel('Days');
  await days.fill('80');
  expect(await reload()).toBe('beforeunload');
  expect(await days.inputValue()).toBe('80');
  await rail('Payouts').click();
  await rail('Payouts').click();
  await heading(page, 'Payouts').waitFor();
  expect(await reload()).toBe(null);
  await heading(page, 'Payouts').waitFor();
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save this view …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByRole('textbox').fill('Rent');
  expect(await reload()).toBe('beforeunload');
  expect(await dialog.getByRole('textbox').inputValue()).toBe('Rent');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await goTo(page, '/receive/payin/new');
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('5');
  await goTo(page, '/payouts');
  await heading(page, 'Payouts').waitFor();
  expect(await reload()).toBe('beforeunload');
  await goTo(page, '/receive/payin/new');
  await page.getByRole('button', { name: 'Clear form' }).click();
  expect(await reload()).toBe(null);
  expect(faults).toEqual([]);
});

it('asks in a dialog about ticks and choices too, and about nothing once the key is replaced', async () => {
  const question = page.getByText('Press Escape again to discard what you entered or chose.');
  const { publicKey } = await elsewhere(page)('profiles.show', { profileName: 'acme' });
  // Who starts this program confirms nothing.
  const end = await intercept(page, '**/profiles.replaceKey', (route) =>
    route.fulfill({
      contentType: wireType,
      body: Buffer.from(encodeWire(succeed({ publicKey }))),
    }),
  );
  await goTo(page, '/settings/profiles');
  const dialog = page.getByRole('dialog', { name: 'Replace the key of acme' });
  const replace = page.getByRole('button', { name: 'Replace key' });
  await replace.click();
  await chooseOption(page, 'Length', 'RSA, 4096 bits');
  await page.keyboard.press('Escape');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await replace.click();
  await dialog.getByRole('radio', { name: /^Import a key/ }).check();
  await page.keyboard.press('Escape');
  await question.waitFor();
  await dialog.getByLabel('File with the private key').fill('/keys/new.pem');
  await dialog.getByRole('button', { name: 'Replace key' }).click();
  await dialog.getByText('Give the gateway this public key.').waitFor();
  expect(await question.isVisible()).toBe(false);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  end();
});

it('keeps what is typed into a form over the screen on the first Escape, and on a click beside it', async () => {
  await goTo(page, '/payouts');
  const filters = page.getByRole('button', { name: 'Filters', exact: true });
  const form = page.getByRole('dialog', { name: 'Filters' });
  const most = form.getByRole('textbox', { name: 'Amount at most' });
  const told = form.getByText('Press Escape again to discard what you entered or chose.');
  await filters.click();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await filters.click();
  await most.fill('100');
  await page.mouse.click(5, 5);
  await told.waitFor();
  await most.fill('1000');
  await told.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await told.waitFor();
  expect(await most.inputValue()).toBe('1000');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
});
