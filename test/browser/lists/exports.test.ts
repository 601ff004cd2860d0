import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Get } from '../../kit/with-bursar.ts';
import { paid, withConnectedApp } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { hold } from '../kit/intercept.ts';
import { csvFile, goTo, hasFocus, readDownload } from '../kit/steps.ts';

let page: Page;

let batchId: string;
const prepare = async (get: Get): Promise<void> => {
  batchId = await paid(
    get,
    csvFile('.run "July": 1~2.csv', [
      'amount,currency,method,name,account,reference',
      '1250.00,EUR,BANK_TRANSFER,Nordwind GmbH,00402,Invoice 77',
      '99.95,EUR,BANK_TRANSFER,Penrose Ltd,ACC-6,Invoice 78',
    ]),
  );
};
// Nobody is at a terminal: what is read here needs nobody's confirmation.
withConnectedApp('exports', { before: prepare }, (opened) => {
  ({ page } = opened);
});

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

/** Opens the formats of an export by keyboard, and chooses one. */
async function choose(title: string, format: RegExp): Promise<void> {
  await button(title).focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: format });
  // What is typed into a filter arrives a moment later.
  await item.and(page.locator(':not([aria-disabled=true])')).press('Enter');
}

/** Saves an export, and waits until the page says under which name. */
async function saved(title: string, format: RegExp): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await choose(title, format);
  const file = await readDownload(await download);
  await page.getByRole('status').getByText(`Download started: ${file.name}.`).waitFor();
  return file;
}

it('says the name under which the browser saves a report, whatever the name of the batch', async () => {
  await goTo(page, `/batches/${batchId}`);
  expect((await saved('Export report', /^CSV/)).name).toBe('_run _July__ 1~2-report.csv');
});

it('exports the listed payees as CSV or Excel, and leaves the keyboard on the button, whether or not it takes long', async () => {
  await goTo(page, '/payees?q=nordwind');
  const csv = await saved('Export', /^CSV/);
  await expect.poll(() => hasFocus(button('Export'))).toBe(true);
  expect(csv.name).toMatch(/^payees-.*\.csv$/);
  expect(csv.bytes.toString('utf8').trim().split('\r\n')).toHaveLength(2);
  const goOn = await hold(page, 'payees.export');
  const file = page.waitForEvent('download');
  await choose('Export', /^Excel/);
  await page.getByRole('progressbar', { name: 'Writing the payees' }).waitFor();
  goOn();
  expect((await readDownload(await file)).name).toMatch(/^payees-.*\.xlsx$/);
  await expect.poll(() => hasFocus(button('Export'))).toBe(true);
});

it('saves no file once Cancel is pressed, also where it was written by then', async () => {
  await goTo(page, '/receive');
  const goOn = await hold(page, 'incoming.export');
  let downloads = 0;
  page.on('download', () => (downloads += 1));
  await choose('Export', /^CSV/);
  await button('Cancel').click();
  goOn();
  await page.getByText('The export was stopped. No file was written.').waitFor();
  expect(downloads).toBe(0);
});

it('shows the progress of its own export alone while another window exports', async () => {
  await goTo(page, '/payouts');
  const goOn = await hold(page, 'payouts.export');
  await choose('Export', /^CSV/);
  const progress = page.getByRole('progressbar', { name: 'Writing the payouts' });
  await progress.waitFor();
  const { rows } = await elsewhere(page)('payouts.export', { filter: {}, format: 'csv' });
  expect(rows).toBe(2);
  expect(await progress.getAttribute('aria-valuenow')).toBeNull();
  goOn();
  await page.getByText('2 payouts exported.').waitFor();
});

it('gives evidence of a payee, and of a period, without a confirmation elsewhere', async () => {
  await goTo(page, '/payees');
  await page.getByRole('grid', { name: 'Payees' }).getByText('Nordwind GmbH').click();
  expect((await saved('Evidence', /^Evidence/)).name).toMatch(/^evidence-payee-.*\.zip$/);
  await goTo(page, '/activity');
  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2099-12-31');
  await page.waitForURL(/until|to=/);
  const { name } = await saved('Export', /^Evidence/);
  expect(name).toBe('evidence-2020-01-01-to-2099-12-31.zip');
});

it('names the profile in the file name of a statement and of balances', async () => {
  await goTo(page, '/treasury/statement');
  expect((await saved('Export', /^CSV/)).name).toMatch(/^statement-acme-EUR-.*\.csv$/);
  await page.getByRole('tab', { name: 'Balance history' }).click();
  // Until then, the Export of the statement is there.
  await page.getByText('Read at (UTC)').waitFor();
  expect((await saved('Export', /^CSV/)).name).toMatch(/^balances-acme-EUR-.*\.csv$/);
});
