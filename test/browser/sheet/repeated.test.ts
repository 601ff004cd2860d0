import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import type { OpenApp } from '../kit/open-app.ts';
import { header } from '../kit/payout-rows.ts';
import { bringFile, csvFile, goTo, makeDraft } from '../kit/steps.ts';

let app: OpenApp;
let page: Page;

withConnectedApp('repeated', { isConfirming: true }, (opened) => {
  ({ app, page } = opened);
});

it('the rows of a scheduled draft say that a change ends the schedule', async () => {
  await bringFile(
    page,
    csvFile('rent.csv', [header, '900.00,EUR,BANK_TRANSFER,Harbour Lettings,ACC-3,Rent']),
  );
  await makeDraft(page, '1 payout');
  await page.getByRole('button', { name: 'Release 1 payout …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Later' }).click();
  await dialog.getByText(/Methods and balances are not checked again\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Schedule 1 payout', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'but not methods and balances' }).waitFor();
  await page.getByRole('button', { name: 'Edit rows' }).click();
  const said = page.getByText(/scheduled for .*: changing a row ends the schedule$/);
  await said.waitFor();
  await page.getByRole('gridcell', { name: '900.00' }).dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('950');
  await page.keyboard.press('Enter');
  await said.waitFor({ state: 'detached' });
  await goTo(page, '/overview');
  await page.getByText(/^The schedule of rent\.csv for .* ended because its rows changed\./).waitFor();
  expect(app.faults).toEqual([]);
});
