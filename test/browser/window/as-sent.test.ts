import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withBursar, type Get } from '../../kit/with-bursar.ts';
import { drafted, sheetOf } from '../kit/connected-app.ts';
import { callElsewhere, elsewhere } from '../kit/elsewhere.ts';
import { hold } from '../kit/intercept.ts';
import { keepPictureOnFailure } from '../kit/on-failure.ts';
import { newFolder, openApp, type OpenApp } from '../kit/open-app.ts';
import { cell, header, line } from '../kit/payout-rows.ts';
import { csvFile, goTo, heading, typeCell } from '../kit/steps.ts';

let app: OpenApp;
let page: Page;
/** What another window does. */
let there: Get;

beforeAll(async () => {
  const dataDirectory = newFolder();
  await withBursar({ dataDirectory, keyFile: null }, async (get) => {
    const merchant = {
      environment: 'sandbox',
      baseUrl: 'https://gateway.invalid',
      callbackUrl: 'https://merchant.example/callbacks',
    } as const;
    const secret = { kind: 'secret', secret: 'merchant-secret' } as const;
    await get('profiles.add', { ...merchant, name: 'old', merchantCode: 'OLD', key: secret });
    const none = { kind: 'none' } as const;
    const prepares = { name: 'acme', merchantCode: 'ACME', key: none, isPrepareOnly: true };
    await get('profiles.add', { ...merchant, ...prepares });
    await get('settings.change', { currentProfile: 'acme' });
  });
  app = await openApp(dataDirectory, { isConfirming: true });
  ({ page } = app);
  there = elsewhere(page);
}, 180_000);
afterAll(() => app.close());
beforeEach(() => keepPictureOnFailure(() => page, 'as-sent'));

it('shows the new public key if a secret was replaced by a key, whatever is chosen meanwhile', async () => {
  await goTo(page, '/settings/profiles');
  await page.getByRole('button', { name: /^old/ }).click();
  await page.getByRole('button', { name: 'Replace secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace the secret of old' });
  const endHolding = await hold(page, 'profiles.replaceKey');
  await dialog.getByRole('button', { name: 'Add key' }).click();
  await dialog.getByRole('radio', { name: /^Use a merchant secret/ }).check();
  endHolding();
  await dialog.getByText('Give the gateway this public key.').waitFor();
  await dialog.getByText('-----BEGIN PUBLIC KEY-----').waitFor();
  await page.getByText('old has a key now.').first().waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
});

it('withdraws the request that it shows, and no later one', async () => {
  const batchId = await drafted(there, csvFile('rent.csv', [header, line(1)]));
  await there('approvals.request', { batchId });
  await goTo(page, `/batches/${batchId}`);
  const withdraw = page.getByRole('button', { name: 'Withdraw request' });
  await withdraw.click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw this request?' });
  await dialog.waitFor();
  await Promise.all([page.waitForResponse('**/approvals.status'), there('approvals.request', { batchId })]);
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/^The requests for this batch changed meanwhile/).waitFor();
  // As asked by a window that does not show the later one yet.
  const endHolding = await hold(page, 'approvals.status');
  await withdraw.click();
  await Promise.all([page.waitForRequest('**/approvals.status'), there('approvals.request', { batchId })]);
  await dialog.getByRole('button', { name: 'Withdraw request' }).click();
  await page
    .getByText(/changed after this one was shown. Nothing was withdrawn/)
    .first()
    .waitFor();
  endHolding();
  await dialog.waitFor({ state: 'detached' });
});

it('keeps a profile open under the name that was saved, whatever is typed meanwhile', async () => {
  await goTo(page, '/settings/profiles');
  await page.getByRole('button', { name: /^acme SANDBOX https/ }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit acme' });
  const name = dialog.getByLabel('Name of the profile');
  const endHolding = await hold(page, 'profiles.edit');
  await name.fill('acme-eu');
  await name.press('Enter');
  await name.fill('acme-europe');
  endHolding();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^acme-eu SANDBOX https/, expanded: true }).waitFor();
});

it('keeps a new floor in its fields until it is stored, and what is typed meanwhile', async () => {
  await goTo(page, '/settings/limits');
  const floors = page.getByRole('region', { name: 'Floors' });
  const [currency, amount] = [floors.getByLabel('Currency'), floors.getByLabel(/^Keep at least/)];
  await currency.fill('eur');
  await amount.fill('100.00');
  const endHolding = await hold(page, 'settings.change');
  await amount.press('Enter');
  expect(await floors.getByRole('listitem').count()).toBe(0);
  expect(await currency.inputValue()).toBe('eur');
  expect(await amount.inputValue()).toBe('100.00');
  endHolding();
  await floors
    .getByRole('listitem')
    .filter({ hasText: /100\.00\s*EUR/ })
    .waitFor();
  await expect.poll(() => amount.inputValue()).toBe('');
  expect(await currency.inputValue()).toBe('');
  const endAgain = await hold(page, 'settings.change');
  await currency.fill('usd');
  await amount.fill('200.00');
  await amount.press('Enter');
  await currency.fill('gbp');
  endAgain();
  await floors
    .getByRole('listitem')
    .filter({ hasText: /200\.00\s*USD/ })
    .waitFor();
  expect(await currency.inputValue()).toBe('gbp');
  expect(app.faults).toEqual([]);
});

it('says where another window restored a backup, since what was typed after it is gone', async () => {
  const backup = path.join(newFolder(), 'copy.sqlite');
  await goTo(page, await sheetOf(there, csvFile('open.csv', [header, line(1)]), 'acme-eu'));
  await cell(page, '10.00').waitFor();
  await there('data.backup', { path: backup });
  await cell(page, '10.00').click();
  await typeCell(page, '11.00');
  await cell(page, '11.00').waitFor();
  await page.getByText('Everything typed here is kept.').waitFor();
  const restoreElsewhere = () =>
    callElsewhere(page, 'host.restoreBackup', { path: backup, windowId: 'another' });
  const said = page.locator('[role=alert]').filter({ hasText: /^A backup was restored in another window/ });
  await restoreElsewhere();
  await said.waitFor();
  // No error, with a code to show.
  expect(await said.getByRole('button').count()).toBe(1);
  await cell(page, '10.00').waitFor();
  await said.getByLabel('Close').click();

  await goTo(page, '/settings/data');
  const question = page.getByRole('dialog', { name: 'Restore this backup?' });
  const ask = async (file: string): Promise<void> => {
    await page.getByLabel('Full path of the backup on this computer').nth(1).fill(file);
    await page.getByRole('button', { name: 'Restore …' }).click();
    await question.getByLabel('Type restore to continue').fill('restore');
  };
  // What was wrong with one file is not said of the next one.
  await ask(`${backup}-none`);
  await question.getByRole('button', { name: 'Restore backup' }).click();
  await question.getByText(/^There is no file /).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await ask(backup);
  expect(await question.getByText(/^There is no file /).count()).toBe(0);

  // Also while a window waits for its own restore, which is then not another's.
  const endHolding = await hold(page, 'host.restoreBackup');
  await question.getByRole('button', { name: 'Restore backup' }).click();
  await restoreElsewhere();
  await said.waitFor();
  await said.getByLabel('Close').click();
  endHolding();
  await page.getByText(/^The backup is restored\./).waitFor();
  expect(await said.count()).toBe(0);
});

it('keeps a day that is typed while the address still follows the days before it', async () => {
  await goTo(page, '/activity');
  const from = page.getByLabel('From', { exact: true });
  await from.focus();
  await page.evaluate(typesOnAfter('2026-03-01', '2026-03-12', '2026-03-14'));
  await from.fill('2026-03-01');
  await page.waitForURL(/from=2026-03-14/);
  expect(await from.inputValue()).toBe('2026-03-14');
  expect(app.faults).toEqual([]);
});

it('says that a view was saved or removed, with Undo, although its screen is gone by then', async () => {
  await goTo(page, '/payouts');
  const views = page.getByRole('button', { name: 'Views', exact: true });
  await views.click();
  await page.getByRole('menuitem', { name: 'Save this view …' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('mine');
  let endHolding = await hold(page, 'settings.change');
  await page.getByRole('button', { name: 'Save view' }).click();
  await goTo(page, '/batches');
  await heading(page, 'Batches').waitFor();
  endHolding();
  await page.getByText('The view “mine” is saved.').waitFor();

  await goTo(page, '/payouts');
  await page.getByRole('button', { name: 'mine', exact: true }).click();
  endHolding = await hold(page, 'settings.change');
  await page.getByRole('menuitem', { name: 'Remove “mine”' }).click();
  await goTo(page, '/batches');
  await heading(page, 'Batches').waitFor();
  endHolding();
  await page.getByText('The view “mine” was removed.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await goTo(page, '/payouts');
  await page.getByRole('button', { name: 'mine', exact: true }).waitFor();
});

/** Once the address contains the first day, and before the screen follows, types the second one with Enter, and then the third. */
const typesOnAfter = (first: string, second: string, third: string): string => `{
  const { replaceState } = history;
  history.replaceState = function (...step) {
    replaceState.apply(history, step);
    if (!String(step[2]).includes('${first}')) return;
    history.replaceState = replaceState;
    const field = document.activeElement;
    const press = (key) => field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const type = (day) => {
      press('1');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, day);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    queueMicrotask(() => {
      type('${second}');
      queueMicrotask(() => {
        press('Enter');
        type('${third}');
      });
    });
  };
}`;
