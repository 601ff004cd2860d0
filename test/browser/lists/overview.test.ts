import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addMerchant } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { hold } from '../kit/intercept.ts';
import { startMerchantSandbox, type MerchantSandbox } from '../kit/merchant-sandbox.ts';
import { keepPictureOnFailure } from '../kit/on-failure.ts';
import { newFolder, openApp, type OpenApp } from '../kit/open-app.ts';
import { goTo, heading } from '../kit/steps.ts';

let merchant: MerchantSandbox;
let app: OpenApp;
let page: Page;
beforeAll(async () => {
  merchant = await startMerchantSandbox(300, { EUR: '1250.00', USD: '80.50', GBP: '0', JPY: '0', BTC: '0' });
  const dataDirectory = newFolder();
  await addMerchant(dataDirectory, merchant);
  app = await openApp(dataDirectory, { isConfirming: true });
  ({ page } = app);
}, 180_000);
afterAll(async () => {
  await app.close();
  await merchant.server.close();
});
beforeEach(() => keepPictureOnFailure(() => page, 'overview'));

it('folds currencies without a balance, and shows them again when one of them has a limit', async () => {
  const table = page.getByRole('region', { name: 'Balances per currency' });
  const currencies = (): Promise<string[]> => table.getByRole('rowheader').allInnerTexts();
  await table.getByRole('button', { name: /^Show \d+ currencies without money$/ }).waitFor();
  expect(await currencies()).toEqual(['EUR', 'USD']);

  await table.getByRole('button', { name: 'Show 3 currencies without money' }).click();
  const hide = table.getByRole('button', { name: 'Hide 3 currencies without money' });
  await hide.waitFor();
  expect((await currencies()).toSorted()).toEqual(['BTC', 'EUR', 'GBP', 'JPY', 'USD']);
  const line = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'GBP' }) });
  await line.getByRole('button', { name: /GBP/ }).first().click();
  await page.getByRole('textbox', { name: /GBP/ }).fill('100');
  await page.keyboard.press('Enter');

  await table.getByRole('button', { name: 'Hide 2 currencies without money' }).click();
  await table.getByRole('button', { name: 'Show 2 currencies without money' }).waitFor();
  expect((await currencies()).toSorted()).toEqual(['EUR', 'GBP', 'USD']);
});

it('keeps every character that is typed while the palette is still being loaded', async () => {
  const asked = page.waitForRequest(/PaletteDialog/);
  const load = await hold(page, '*PaletteDialog*');
  await page.reload();
  await heading(page, 'Overview').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('payoutx');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('s');
  await asked;
  const palette = page.getByRole('combobox', { name: 'Search or do anything' });
  expect(await palette.count()).toBe(0);
  load();
  await palette.waitFor();
  await page.keyboard.type(' ');
  expect(await palette.inputValue()).toBe('payouts ');
  await page
    .getByRole('option', { name: /^Payouts/ })
    .and(page.locator('[aria-selected=true]'))
    .waitFor();
  await page.keyboard.press('Enter');
  await heading(page, 'Payouts').waitFor();
  expect(app.faults).toEqual([]);
});

it('a double click opens a menu, and on the button that removes a row removes that row alone', async () => {
  await goTo(page, '/activity');
  await page.getByRole('button', { name: 'Export' }).dblclick();
  await page.getByRole('menuitem', { name: /^CSV/ }).waitFor();
  await page.mouse.click(5, 300);
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await goTo(page, '/payouts');
  await page.getByRole('button', { name: 'Filters' }).dblclick();
  await page.getByRole('dialog', { name: 'Filters' }).waitFor();
  await page.keyboard.press('Escape');
  await goTo(page, '/settings/limits');
  for (const name of ['Add currency', 'Add currency', 'Add currency'])
    await page.getByRole('button', { name }).click();
  const removers = page.getByRole('button', { name: /^Remove the limits for / });
  expect(await removers.count()).toBe(3);
  await removers.first().dblclick();
  expect(await removers.count()).toBe(2);

  const alerts = page.getByRole('button', { name: /^Remove the limit for / });
  const alert = (currencyCode: string) => ({ profileName: 'acme', currencyCode, amount: '10' });
  await elsewhere(page)('settings.change', { lowBalanceLimits: ['EUR', 'GBP', 'USD'].map(alert) });
  await expect.poll(() => alerts.count()).toBe(3);
  await alerts.first().dblclick({ delay: 60 });
  await page.getByRole('button', { name: 'Remove the limit for EUR of acme' }).waitFor({ state: 'detached' });
  await page.getByText('Removed.').first().waitFor();
  expect(await alerts.count()).toBe(2);
});
