import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { withConnectedApp } from '../kit/connected-app.ts';
import { intercept } from '../kit/intercept.ts';
import { header, line, rowsShown, untilShown } from '../kit/payout-rows.ts';
import { bringFile, csvFile, typeCell } from '../kit/steps.ts';

let page: Page;
withConnectedApp('unsaved', {}, (opened) => {
  ({ page } = opened);
});

it('says that a change could not be saved for as long as the rows cannot be read', async () => {
  await bringFile(page, csvFile('gone.csv', [header, line(1), line(2)]));
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00']);
  const status = page.locator('footer').getByRole('status');
  await expect.poll(() => status.innerText()).toBe('Everything typed here is kept.');

  // As if the program had ended.
  const comeBack = await intercept(page, '**/sheets.*', (route) => route.abort());
  await page.getByRole('gridcell', { name: '10.00', exact: true }).click();
  await typeCell(page, '777.77');
  await page
    .getByText(/^Bursar does not answer/)
    .first()
    .waitFor();
  await expect.poll(() => status.innerText()).toBe('The last changes shown here are not saved.');
  expect(await page.getByText('Nothing was lost').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Check and release 2 payouts' }).isDisabled()).toBe(true);

  comeBack();
  await page.reload();
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00']);
  await page.getByRole('gridcell', { name: '10.00', exact: true }).click();
  await typeCell(page, '15.00');
  await expect.poll(() => rowsShown(page)).toEqual(['Payee 1 15.00', 'Payee 2 20.00']);
  await expect.poll(() => status.innerText()).toBe('Everything typed here is kept.');
});

it('counts the selected cells of existing rows, without the empty row at the end', async () => {
  await bringFile(page, csvFile('column.csv', [header, line(1), line(2)]));
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00']);
  await page.getByRole('gridcell', { name: '10.00', exact: true }).click();
  await page.keyboard.press('Control+Shift+ArrowDown');
  await page.getByText('2 cells in 2 rows selected').waitFor();
  await page.keyboard.press('Control+c');
  await page.getByText('2 cells copied.').waitFor();
});
