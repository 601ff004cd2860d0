import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Get } from '../../kit/with-bursar.ts';
import { drafted, withConnectedApp } from '../kit/connected-app.ts';
import { hold } from '../kit/intercept.ts';
import { csvFile, goTo } from '../kit/steps.ts';

let page: Page;
let faults: readonly string[];
let batchId: string;
const prepare = async (get: Get): Promise<void> => {
  const row = '12.00,EUR,BANK_TRANSFER,Nordwind GmbH,ACC-1';
  const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber';
  batchId = await drafted(get, csvFile('salaries.csv', [header, row]));
};
withConnectedApp('not-forgotten', { isConfirming: true, before: prepare }, ({ app }) => {
  ({ page, faults } = app);
});

it('filters by no other batch than the one that is typed: a name that was not chosen stays, and is refused with the reason', async () => {
  await goTo(page, '/payouts');
  await page.getByRole('button', { name: 'Filters' }).click();
  const form = page.getByRole('dialog', { name: 'Filters' });
  const batch = form.getByRole('combobox', { name: 'Batch' });
  const apply = form.getByRole('button', { name: 'Apply', exact: true });
  await batch.fill('salar');
  await page.getByRole('option', { name: /^salaries\.csv/ }).waitFor();
  await apply.click();
  await form.getByText('Choose a batch from the list.').waitFor();
  expect(await batch.inputValue()).toBe('salar');
  expect(await batch.getAttribute('aria-invalid')).toBe('true');

  await batch.focus();
  await batch.fill('salari');
  await page.getByRole('option', { name: /^salaries\.csv/ }).click();
  expect(await batch.inputValue()).toBe('salaries.csv');
  await form.getByText('Choose a batch from the list.').waitFor({ state: 'detached' });
  await apply.click();
  await page.getByRole('button', { name: 'Remove the filter Batch salaries.csv' }).waitFor();
  expect(new URL(page.url()).hash).toContain(batchId);

  // What is typed over the chosen one, too; emptied, it means any.
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect.poll(() => batch.inputValue()).toBe('salaries.csv');
  await batch.fill('salaries.csv of June');
  await apply.click();
  await form.getByText('Choose a batch from the list.').waitFor();
  expect(await batch.inputValue()).toBe('salaries.csv of June');
  await batch.fill('');
  await apply.click();
  await form.waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).not.toContain(batchId);
  expect(faults).toEqual([]);
});

it('imports the list of payees that is named while it is imported: another cannot be chosen until then', async () => {
  await goTo(page, '/payees');
  await page.getByRole('button', { name: 'Import payees' }).first().click();
  const form = page.getByRole('dialog', { name: 'Import payees' });
  const list = (name: string) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from('name,account\nNordwind GmbH,ACC-1\n'),
  });
  const choose = form.getByLabel('File with payees');
  await choose.setInputFiles(list('first.csv'));
  const endHolding = await hold(page, 'payees.import');
  await form.getByRole('button', { name: 'Import payees' }).click();
  await form.getByRole('button', { name: 'Importing …' }).waitFor();
  expect(await form.getByRole('button', { name: 'first.csv' }).isDisabled()).toBe(true);
  expect(await choose.isDisabled()).toBe(true);
  expect(await form.getByRole('checkbox').isDisabled()).toBe(true);
  endHolding();
  await form.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});
