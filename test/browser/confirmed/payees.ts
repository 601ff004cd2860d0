import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { largestFileBytes } from '../../../contract/batches/sheet.ts';
import { tooLargeToImport } from '../../../contract/text/files/too-large.ts';
import { paid } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { newFolder } from '../kit/open-app.ts';
import { page } from '../kit/shared-app.ts';
import { csvFile, goTo, hasFocus, heading, payoutTable } from '../kit/steps.ts';

export const header =
  'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference';

export const list = (): Locator => page.getByRole('grid', { name: 'Payees' });
export const part = (name: string): Locator => page.getByRole('region', { name, exact: true });

it('says what to do while nobody has been paid, and imports a vendor list as verified', async () => {
  await goTo(page, '/payees');
  await page.getByRole('heading', { name: 'No payees yet' }).waitFor();
  await page.getByRole('button', { name: 'Import payees' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import payees' });
  await dialog
    .getByLabel('File with payees')
    .setInputFiles(
      csvFile('vendors.csv', ['accountName,accountNumber,emailAddress', 'Nordwind GmbH,ACC-5,']),
    );
  await dialog.getByLabel('All accounts in this file were verified').check();
  await dialog.getByRole('textbox', { name: 'Verified by' }).fill('Kim Doe');
  await dialog.getByRole('button', { name: 'Import payees' }).click();
  const said = page.getByRole('region', { name: 'Messages' });
  await said.getByText('1 payee imported, 1 payee verified.').waitFor();
  const box = await said.boundingBox();
  // A message is over the top bar, not over the list.
  expect((box?.y ?? 1000) + (box?.height ?? 0)).toBeLessThan((await list().boundingBox())?.y ?? 0);
  await list().getByRole('row').filter({ hasText: 'Nordwind GmbH' }).getByText('Verified').waitFor();
});

it('says that a file was changed since it was chosen, instead of doing nothing', async () => {
  await goTo(page, '/payees');
  await page.getByRole('button', { name: 'Import payees' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import payees' });
  const file = path.join(newFolder(), 'vendors.csv');
  writeFileSync(file, 'name,account\nCarla,DE-3\n');
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: 'vendors.csv' }).waitFor();
  writeFileSync(file, 'name,account\nCarla,DE-3\nDora,DE-4\n');
  await dialog.getByRole('button', { name: 'Import payees' }).click();
  await dialog.getByText(/^vendors\.csv could not be read: it was changed/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // In the next one, nothing was chosen yet.
  await page.getByRole('button', { name: 'Import payees' }).first().click();
  await dialog.getByRole('button', { name: 'Choose file' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

it('does not read a file that is too large', async () => {
  await goTo(page, '/payees');
  await page.getByRole('button', { name: 'Import payees' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import payees' });
  const file = path.join(newFolder(), 'vendors.csv');
  writeFileSync(file, '');
  truncateSync(file, largestFileBytes + 1);
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByText(`vendors.csv ${tooLargeToImport}`).waitFor();
  await dialog.getByRole('button', { name: 'Choose file' }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Import payees' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

it('leads from the address of a payee that does not exist to the list', async () => {
  await goTo(page, '/payees/nobody');
  await page.getByRole('heading', { name: 'Payee not found' }).waitFor();
  await page.getByRole('link', { name: 'Go to payees' }).click();
  await list().waitFor();
});

it('asks for the account of a payee known by name alone, because a name is not an account', async () => {
  await goTo(page, '/payees');
  await page.getByRole('button', { name: 'Import payees' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import payees' });
  await dialog
    .getByLabel('File with payees')
    .setInputFiles(csvFile('names.csv', ['accountName,accountNumber', 'Ormond Ltd,']));
  await dialog.getByRole('button', { name: 'Import payees' }).click();
  await list().getByText('Ormond Ltd').click();
  await heading(page, 'Ormond Ltd').waitFor();
  await page.getByRole('button', { name: 'Record verification' }).click();
  const record = page.getByRole('dialog', { name: 'Record verification of Ormond Ltd' });
  const account = record.getByRole('textbox', { name: 'Account' });
  expect([await account.inputValue(), await hasFocus(account)]).toEqual(['', true]);
  await record.getByRole('button', { name: 'Cancel', exact: true }).click();

  // Nothing of a list that was not verified goes unsaid, and what is wrong with one list is not said of the next.
  await goTo(page, '/payees');
  await page.getByRole('button', { name: 'Import payees' }).first().click();
  await dialog.getByLabel('File with payees').setInputFiles(csvFile('rubbish.csv', ['\u0000\u0001']));
  await dialog.getByRole('button', { name: 'Import payees' }).click();
  const refusal = page.getByText(/^rubbish\.csv /);
  await dialog
    .locator('[role=alert]')
    .filter({ hasText: /^rubbish\.csv / })
    .waitFor();
  const names = ['A', 'B', 'C', 'D', 'E'].map((name) => `Mill ${name},`);
  await dialog
    .getByLabel('File with payees')
    .setInputFiles(csvFile('mills.csv', ['accountName,accountNumber', ...names, 'Mill F,ACC-6']));
  await refusal.waitFor({ state: 'detached' });
  await dialog.getByLabel('All accounts in this file were verified').check();
  await dialog.getByRole('textbox', { name: 'Verified by' }).fill('Kim Doe');
  await dialog.getByRole('button', { name: 'Import payees' }).click();
  await page
    .getByRole('alert')
    .getByText(/^6 payees imported, 1 payee verified\..* 2 more payees were not verified\.$/)
    .waitFor();
});

it('lists who was paid, finds a payee in any spelling, and shows a payee with its payouts', async () => {
  const get = elsewhere(page);
  const salaries = csvFile('salaries.csv', [
    header,
    '1250.00,EUR,BANK_TRANSFER,Łukasz Żółkiewski,PL 61-1090,,Salary November',
    '80.00,EUR,BANK_TRANSFER,Ann Bates,ACC-1,,Invoice 7',
  ]);
  // The list is read as its screen opens.
  await goTo(page, '/payees/nobody');
  await heading(page, 'Payees').waitFor({ state: 'detached' });
  await paid(get, salaries);
  await goTo(page, '/payees');
  await list().getByRole('row').filter({ hasText: 'Ann Bates' }).waitFor();
  await page.getByLabel('Search name, account, e-mail').fill('zolkiewski');
  await list().getByText('Ann Bates').waitFor({ state: 'detached' });
  await list().getByText('Łukasz Żółkiewski').click();
  await heading(page, 'Łukasz Żółkiewski').waitFor();
  await part('Totals per currency').getByText('1,250.00').waitFor();
  await part('Latest payouts').getByText('Salary November').waitFor();
  await page.getByRole('link', { name: 'Show all payouts' }).click();
  await payoutTable(page).getByText('Salary November').waitFor();
  expect(await payoutTable(page).getByText('Invoice 7').count()).toBe(0);
});
