import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { app, merchant, page } from '../kit/shared-app.ts';
import { goTo, heading, payoutTable, problemCount } from '../kit/steps.ts';

it('shows every code list and the merchant, marks new codes, copies a code, and keeps all of it without a network', async () => {
  // The first time the screen asks by itself.
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Reference' }).click();
  await heading(page, 'Reference').waitFor();
  await rowOf('Currencies', 'EUR').getByText('Euro').waitFor();
  // All columns are in view where everything is half as large again.
  await page.setViewportSize({ width: 853, height: 533 });
  const beyond = (list: unknown): number => Object(list).scrollWidth - Object(list).clientWidth;
  await expect.poll(() => page.getByRole('grid', { name: 'Currencies' }).evaluate(beyond)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page
    .getByRole('region', { name: 'Merchant' })
    .getByText(`Sandbox merchant ${merchant.merchantCode}`)
    .waitFor();

  const search = page.getByRole('searchbox', { name: 'Search codes and names' });
  await search.fill('koruna');
  await rowOf('Currencies', 'EUR').waitFor({ state: 'detached' });
  await rowOf('Currencies', 'CZK').click();
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
  await rowOf('Payment methods', 'PIGEON').getByText('New', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Payment methods 6, 1 new' }).waitFor();
  await rowOf('Payment methods', 'PIGEON')
    .getByText(/^Pigeon\uFFFD post .*…[ post]+$/)
    .waitFor();

  await merchant.server.close();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Not read either' }).waitFor();
  await rowOf('Payment methods', 'PIGEON').waitFor();
  await page.reload();
  await rowOf('Payment methods', 'PIGEON').getByText('New', { exact: true }).waitFor();
  await page
    .getByRole('tabpanel')
    .getByText(/^As of/)
    .waitFor();
  expect(app.faults).toEqual([]);
});

it('suggests codes wherever one is typed, and accepts an unknown code with only a warning', async () => {
  // By what was read above, for the gateway is gone.
  await goTo(page, '/batches/new');
  await page.getByRole('button', { name: 'Start empty' }).click();
  const grid = page.getByRole('grid', { name: /^Rows of / });
  await grid.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('koru');
  await optionIn('Currencies of the gateway', 'CZK').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await grid.getByRole('gridcell', { name: 'CZK' }).waitFor();
  await page.keyboard.press('Tab');
  // No amount yet, so that nothing can be asked for: the codes that the gateway listed before are offered.
  await page.keyboard.type('sep');
  await optionIn('Gateway codes', 'SEPA').click();
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
  await optionIn('Currency', 'JPY').click();
  expect(await currency.inputValue()).toBe('JPY');
  await currency.fill('');
  await currency.pressSequentially('usdt_TRC20');
  expect(await currency.inputValue()).toBe('usdt_TRC20');

  await goTo(page, '/payouts');
  await payoutTable(page).waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Payment method codes' }).fill('wallet');
  await optionIn('Payment method codes', 'MOBILE_WALLET').click();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.waitForURL(/MOBILE_WALLET/);
  expect(app.faults).toEqual([]);
});

function rowOf(list: string, code: string): Locator {
  return page
    .getByRole('grid', { name: list })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: code, exact: true }) });
}

function optionIn(list: string, code: string): Locator {
  return page.getByRole('listbox', { name: list, exact: true }).getByRole('option', { name: code });
}
