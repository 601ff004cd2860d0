import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import { intercept } from '../kit/intercept.ts';
import { bringFile, csvFile, makeDraft, openAnother, release } from '../kit/steps.ts';

let page: Page;
let faults: readonly string[];
withConnectedApp('draft-follows', { isConfirming: true }, ({ app }) => {
  ({ page, faults } = app);
});

const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber,reference';
const row = '75.00,EUR,BANK_TRANSFER,Nordwind GmbH,ACC-8,Invoice 8';

it('shows on an open draft, in its release and on its rows that another window released the same', async () => {
  await bringFile(page, csvFile('open.csv', [header, row]));
  const rows = await openAnother(page);
  await makeDraft(page, '1 payout');
  await bringFile(rows, csvFile('rows.csv', [header, row]));
  await rows.getByRole('grid').getByText('ACC-8').waitFor();
  await rows.locator('footer').getByText('No problems').waitFor();
  const other = await openAnother(page);
  // The balances, which are read when a run begins and ends, come as late as they like.
  for (const window of [page, rows])
    await intercept(window, '**/balances.{read,stored}', () => new Promise(() => undefined));
  await page.getByRole('button', { name: 'Release 1 payout …' }).click();
  const sheet = page.getByRole('dialog', { name: 'Release 1 payout?' });
  await sheet.getByText('This is the confirmation.').waitFor();

  await bringFile(
    other,
    csvFile('first.csv', [header, row, '76.00,EUR,BANK_TRANSFER,Ostwind AG,ACC-9,Invoice 9']),
  );
  await makeDraft(other, '2 payouts');
  await release(other, '2 payouts');
  await sheet.getByText('1 duplicate', { exact: true }).waitFor();
  await sheet.getByText('Confirm the duplicates above to release.').waitFor();
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await page.getByText(/^1 duplicate\. /).waitFor();
  await rows.locator('footer').getByText('1 row to review').waitFor();
  await other.close();
  await rows.close();
  expect(faults).toEqual([]);
});
