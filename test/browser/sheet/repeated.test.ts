import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import type { OpenApp } from '../kit/open-app.ts';
import { header } from '../kit/payout-rows.ts';
import { bringFile, checkAndRelease, csvFile, goTo, makeDraft, stateCount } from '../kit/steps.ts';

let app: OpenApp;
let page: Page;

withConnectedApp('repeated', { isConfirming: true }, (opened) => {
  ({ app, page } = opened);
});

it('a repeated batch names the rows that had been set aside from it, which its new sheet lacks', async () => {
  await bringFile(
    page,
    csvFile('salaries.csv', [
      header,
      '10.00,EUR,BANK_TRANSFER,Ada Archer,ACC-1,Salary',
      'ten,EUR,BANK_TRANSFER,Ben Baker,ACC-2,Salary',
    ]),
  );
  await page.getByRole('button', { name: 'Set aside 1 row with problems' }).click();
  await page.getByRole('region', { name: 'Rows set aside' }).waitFor();
  await checkAndRelease(page, '1 payout');
  await stateCount(page, 'paid', 1).waitFor();
  await page.getByRole('button', { name: 'Repeat', exact: true }).click();
  await page.getByRole('menuitem', { name: /^New batch with these rows/ }).click();
  const leftOut = page.getByRole('region', { name: 'Rows left out' });
  await leftOut.getByText('1 row set aside from salaries.csv is not in the new batch:').waitFor();
  await leftOut.getByRole('link', { name: 'Set aside from salaries.csv' }).click();
  await page.getByRole('gridcell', { name: 'Ben Baker' }).waitFor();
  expect(await leftOut.count()).toBe(0);
  expect(app.faults).toEqual([]);
});

it('a scheduled draft says what was confirmed and what is checked again, and its rows that a change ends the schedule', async () => {
  await bringFile(page, csvFile('again.csv', [header, '10.00,EUR,BANK_TRANSFER,Ada Archer,ACC-1,Salary']));
  await makeDraft(page, '1 payout');
  await page.getByText(/ Confirm when you release\.$/).waitFor();
  await page.getByRole('button', { name: 'Release 1 payout …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Later' }).click();
  await dialog.getByLabel('Reason').fill('The salary of the next month');
  await dialog.getByRole('button', { name: /^Confirm/ }).click();
  await dialog.getByText(/Methods and balances are not checked again\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Schedule 1 payout', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'but not methods and balances' }).waitFor();
  await page.getByText(/Those confirmed with the schedule are released then/).waitFor();
  await page.getByRole('button', { name: 'Edit rows' }).click();
  const said = page.getByText(/scheduled for .*: changing a row ends the schedule$/);
  await said.waitFor();
  await page.getByRole('gridcell', { name: '10.00' }).dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('9.50');
  await page.keyboard.press('Enter');
  await page.getByText(/ · the schedule for .* ended$/).waitFor();
  await goTo(page, '/overview');
  await page.getByText(/^The schedule of again\.csv for .* ended because its rows changed\./).waitFor();
  expect(app.faults).toEqual([]);
});
