import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openConnected } from './kit/connected-app.ts';
import { sharedBrowser } from './kit/launch.ts';
import { goTo, heading, payoutTable, problemCount } from './kit/steps.ts';

beforeAll(sharedBrowser, 180_000);

it('shows every code list and the merchant, marks new codes, copies a code, and keeps all of it without a network', async () => {
  const { merchant, app, page } = await openConnected('reference');
  // The first time the screen asks by itself.
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Reference' }).click();
  await heading(page, 'Reference').waitFor();
  await rowOf(page, 'Currencies', 'EUR').getByText('Euro').waitFor();
  // All columns are in view where everything is half as large again.
  await page.setViewportSize({ width: 853, height: 533 });
  const beyond = (list: unknown): number => Object(list).scrollWidth - Object(list).clientWidth;
  await expect.poll(() => page.getByRole('grid', { name: 'Currencies' }).evaluate(beyond)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('region', { name: 'Merchant' }).getByText('Sandbox merchant ACME').waitFor();

  const search = page.getByRole('searchbox', { name: 'Search codes and names' });
  await search.fill('koruna');
  await rowOf(page, 'Currencies', 'EUR').waitFor({ state: 'detached' });
  await rowOf(page, 'Currencies', 'CZK').click();
  await page.getByText('Copied CZK.').waitFor();
  await search.fill('');
  await page.keyboard.press('Control+v');
  await expect.poll(() => search.inputValue()).toBe('CZK');
  await search.fill('');

  await page.getByRole('tab', { name: /^Payment methods 5$/ }).click();
  merchant.server.gateway.addCode({
    list: 'paymentMethods',
    code: 'PIGEON',
    name: `Pigeon\u202E${' post'.repeat(80)}`,
  });
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await rowOf(page, 'Payment methods', 'PIGEON').getByText('New', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Payment methods 6, 1 new' }).waitFor();
  await rowOf(page, 'Payment methods', 'PIGEON')
    .getByText(/^Pigeon\uFFFD post .*…[ post]+$/)
    .waitFor();

  await merchant.server.close();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Not read either' }).waitFor();
  await rowOf(page, 'Payment methods', 'PIGEON').waitFor();
  await page.reload();
  await rowOf(page, 'Payment methods', 'PIGEON').getByText('New', { exact: true }).waitFor();
  await page
    .getByRole('tabpanel')
    .getByText(/^As of/)
    .waitFor();
  expect(app.faults).toEqual([]);
});

it('suggests codes wherever one is typed, and accepts an unknown code with only a warning', async () => {
  const { app, page } = await openConnected('reference-offered');
  await goTo(page, '/batches/new');
  await page.getByRole('button', { name: 'Start empty' }).click();
  const grid = page.getByRole('grid', { name: /^Rows of / });
  await grid.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('koru');
  await optionIn(page, 'Currencies of the gateway', 'CZK').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await grid.getByRole('gridcell', { name: 'CZK' }).waitFor();
  await page.keyboard.press('Tab');
  // No amount yet, so that nothing can be asked for: the codes that the gateway listed before are offered.
  await page.keyboard.type('sep');
  await optionIn(page, 'Gateway codes', 'SEPA').click();
  await grid.getByRole('gridcell', { name: 'SEPA' }).waitFor();

  // A row that is right but for a currency that is in no list: a warning, and no problem.
  await page.keyboard.press('Control+Home');
  for (const text of ['Ann', '12.50', 'NEWLY', '', 'SEPA', 'NL91ABNA0417164300']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await problemCount(page, 0).getByText('1 row', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Findings' }).getByText('1 row with a warning').waitFor();
  await grid.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('F8');
  await page.getByRole('status').getByText('The gateway did not list NEWLY').waitFor();
  await page
    .getByRole('button', { name: 'Check and release 1 payout' })
    .and(page.locator(':enabled'))
    .waitFor();

  await goTo(page, '/settings/limits');
  await page.getByRole('button', { name: 'Add currency' }).click();
  const currency = page.getByRole('combobox', { name: 'Currency' }).first();
  await currency.fill('yen');
  await optionIn(page, 'Currency', 'JPY').click();
  expect(await currency.inputValue()).toBe('JPY');
  await currency.fill('');
  await currency.pressSequentially('usdt_TRC20');
  expect(await currency.inputValue()).toBe('usdt_TRC20');

  await goTo(page, '/payouts');
  await payoutTable(page).waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Payment method codes' }).fill('wallet');
  await optionIn(page, 'Payment method codes', 'MOBILE_WALLET').click();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.waitForURL(/MOBILE_WALLET/);
  expect(app.faults).toEqual([]);
});

function rowOf(page: Page, list: string, code: string): Locator {
  return page
    .getByRole('grid', { name: list })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: code, exact: true }) });
}

function optionIn(page: Page, list: string, code: string): Locator {
  return page.getByRole('listbox', { name: list, exact: true }).getByRole('option', { name: code });
}
