import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { largestFileBytes } from '../../contract/batches/sheet.ts';
import { tooLargeToImport } from '../../contract/text/files/too-large.ts';
import { withConnectedApp } from './kit/connected-app.ts';
import { newFolder, type OpenApp } from './kit/open-app.ts';
import {
  bringFile,
  checkAndRelease,
  csvFile,
  goTo,
  hasFocus,
  heading,
  openAnother,
  payoutTable,
  exported,
  stateCount,
} from './kit/steps.ts';

const header =
  'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference';

let app: OpenApp;
let page: Page;

withConnectedApp('payees', { isConfirming: true }, (opened) => {
  ({ app, page } = opened);
});

const list = (): Locator => page.getByRole('grid', { name: 'Payees' });
const part = (name: string): Locator => page.getByRole('region', { name, exact: true });

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
  await bringFile(
    page,
    csvFile('salaries.csv', [
      header,
      '1250.00,EUR,BANK_TRANSFER,Łukasz Żółkiewski,PL 61-1090,,Salary November',
      '80.00,EUR,BANK_TRANSFER,Ann Bates,ACC-1,,Invoice 7',
    ]),
  );
  const batchId = await checkAndRelease(page, '2 payouts');
  await stateCount(page, 'paid', 2).waitFor({ timeout: 60_000 });
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
  expect(batchId).not.toBe('');
});

it('I5: records a verification after a confirmation outside the page, and shows it from then on', async () => {
  await goTo(page, '/payees?q=ann');
  await list().getByText('Ann Bates').click();
  const record = async (number: string): Promise<void> => {
    await page.getByRole('button', { name: 'Record verification' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record verification of Ann Bates' });
    await dialog.getByLabel('Person called').fill('Ann Bates');
    await dialog.getByLabel('Phone number').fill(number);
    await dialog.getByLabel('Source of the number').fill('Contract of 2019');
    await dialog.getByLabel('Verified by').fill('Kim Doe');
    // A click beside it does not lose what was typed.
    await page.mouse.click(5, 300);
    await dialog.getByRole('button', { name: 'Record verification' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await record('+44 20 1');
  await record('+44 20 2');
  const records = part('Verifications and blocks');
  for (const number of ['+44 20 1', '+44 20 2'])
    await records.getByText(`Called Ann Bates on ${number}. Number from: Contract of 2019`).waitFor();
  expect(await records.getByText('Kim Doe').count()).toBe(2);
  await page.getByRole('link', { name: 'Activity', exact: true }).last().click();
  const events = page.getByRole('grid', { name: 'Events' });
  await events.getByText(/Called Ann Bates on \+44 20 2\./).waitFor();
  await page.getByText('at most the newest 5,000 are included').waitFor();
  expect(await events.getByText('Nordwind GmbH').count()).toBe(0);
});

it('marks a blocked payee and does not release its batch; the list filters and exports', async () => {
  await goTo(page, '/payees?q=ann');
  await list().getByText('Ann Bates').click();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Block Ann Bates?' })
    .getByRole('button', { name: 'Block payee' })
    .click();
  await page.getByText('Blocked: nothing is released to this payee').waitFor();
  await bringFile(page, csvFile('ann.csv', [header, '90.00,EUR,BANK_TRANSFER,Ann Bates,acc 1,,Invoice 8']));
  await page.getByRole('button', { name: 'Check and release 1 payout' }).click();
  const why = 'Findings about payees block the release. See below.';
  await page.getByLabel(why).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('status').getByText(why).waitFor();
  const stopped = page.getByRole('button', { name: 'Release 1 payout …' });
  await stopped.and(page.locator(':disabled')).waitFor();
  await page.getByText('1 row to a blocked payee (row 1), which blocks release.').waitFor();
  const draft = new URL(page.url()).hash.slice(1);
  await goTo(page, '/payees');
  await page.getByRole('button', { name: 'Blocked', exact: true }).click();
  await page.getByText('Blocked payees of the sandbox environment, the last blocked first').waitFor();
  await expect.poll(() => list().getByRole('row').count()).toBe(2);
  await list().getByText('Ann Bates').waitFor();
  const { name, bytes } = await exported(page, /^CSV/);
  expect(name).toMatch(/^payees-.*\.csv$/);
  // Those that are listed.
  expect(bytes.toString('utf8')).toContain('Ann Bates');
  expect(bytes.toString('utf8')).not.toContain('Nordwind GmbH');
  await goTo(page, '/payees?q=ann');
  await list().getByText('Ann Bates').click();
  await page.getByRole('button', { name: 'Unblock', exact: true }).click();
  await page.getByText('Payee unblocked. It may be paid again.').waitFor();
  await goTo(page, draft);
  await stopped.and(page.locator(':enabled')).click();
  // Blocked in another window while the release stands open, which says so.
  const dialog = page.getByRole('dialog', { name: 'Release 1 payout?' });
  const confirm = dialog.getByRole('button', { name: 'Release 1 payout' });
  await confirm.and(page.locator(':enabled')).waitFor();
  const other = await openAnother(page);
  await heading(other, 'ann.csv').waitFor();
  await goTo(other, '/payees?q=ann');
  await other.getByRole('grid', { name: 'Payees' }).getByText('Ann Bates').click();
  await other.getByRole('button', { name: 'Block', exact: true }).click();
  await other.getByRole('button', { name: 'Block payee' }).click();
  await dialog.getByText('Findings about payees block the release.').waitFor();
  await confirm.and(page.locator(':disabled')).waitFor();
  await other.close();
  await dialog.getByRole('button', { name: 'Not now' }).click();
});

it('I5: changes the payee policy after a confirmation outside the page', async () => {
  await goTo(page, '/settings/payees');
  await page.getByRole('combobox', { name: 'New payee' }).click();
  await page.getByRole('option', { name: 'Block release' }).click();
  await page.getByRole('button', { name: 'Add currency' }).click();
  await page.getByRole('combobox', { name: 'Currency' }).fill('EUR');
  await page.getByRole('textbox', { name: 'From amount' }).fill('1,000');
  await page.getByRole('textbox', { name: 'Hours' }).fill('24');
  await page.getByRole('button', { name: 'Add currency' }).click();
  await page.getByRole('combobox', { name: 'Currency' }).last().fill('eur');
  await page.getByRole('textbox', { name: 'From amount' }).last().fill('500');
  await page.getByText('This currency is already in the list.').first().waitFor();
  const save = page.getByRole('button', { name: 'Save payee policy' });
  expect(await save.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Remove the amount for eur' }).last().click();
  await save.click();
  await page.getByText('Payee policy saved.').waitFor();
  await page.reload();
  await page.getByRole('textbox', { name: 'From amount' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'From amount' }).inputValue()).toBe('1,000');
  expect(await page.getByRole('combobox', { name: 'New payee' }).innerText()).toContain('Block release');
  // A draft that it blocks says what can be done, also about a payee who is in no list yet.
  await bringFile(page, csvFile('new.csv', [header, '2000.00,EUR,BANK_TRANSFER,Nova Ltd,ACC-77,,Invoice 9']));
  await page.getByRole('button', { name: 'Check and release 1 payout' }).click();
  await page
    .getByText(/^Verify the accounts under Payees, and import new payees there as verified, /)
    .waitFor();
  expect(app.faults).toEqual([]);
});
