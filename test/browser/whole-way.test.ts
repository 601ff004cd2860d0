import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { withBursar } from '../kit/with-bursar.ts';
import { addMerchant, drafted } from './kit/connected-app.ts';
import { sharedBrowser } from './kit/launch.ts';
import { startMerchantSandbox } from './kit/merchant-sandbox.ts';
import { keepPicture } from './kit/keep-picture.ts';
import { keepPictureOnFailure } from './kit/on-failure.ts';
import { newFolder, openApp } from './kit/open-app.ts';
import {
  bringFile,
  checkAndRelease,
  connectMerchant,
  csvFile,
  goTo,
  payoutDrawer,
  payoutTable,
  problemCount,
  exported,
  release,
  repairNext,
  stateCount,
} from './kit/steps.ts';

beforeAll(sharedBrowser, 180_000);

/** As most people have it. */
const withMotion = { reducedMotion: 'no-preference' } as const;

const threeRows = csvFile('october.csv', [
  'Betrag;Currency;Method;Name;IBAN;Reference',
  '1.234,50;EUR;BANK_TRANSFER;Anna Brückner;DE89370400440532013000;Invoice 1',
  '12,5;EUR;BANK_TRANSFER;Bob;DE89370400440532013001;=Invoice 2',
  'twelve;USD;BANK_TRANSFER;Carl;40123456;Invoice 3',
]);

it('covers the whole journey: connect, import a CSV with errors, fix, look up, check, release, watch, find, export', async () => {
  const sandbox = await startMerchantSandbox();
  const app = await openApp(newFolder(), withMotion);
  const { page } = app;
  keepPictureOnFailure(() => page, 'whole-way');

  await connectMerchant(page, sandbox);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText(/issued a token to merchant ACME/).waitFor();

  await bringFile(page, threeRows);
  await problemCount(page, 2).waitFor();
  const grid = page.getByRole('grid');
  await grid.getByRole('gridcell', { name: '1,234.50', exact: true }).waitFor();
  await grid.focus();
  await repairNext(page, 'DE89370400440532013000', 1);
  await repairNext(page, '12.00', 0);

  await lookUpMethod(page);
  const batchId = await checkAndRelease(page, '3 payouts');
  await stateCount(page, 'paid', 3).waitFor();

  await page.getByRole('link', { name: 'Payouts', exact: true }).click();
  const found = payoutTable(page);
  await found.getByText('Bob').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('brückner');
  await found.getByText('Bob').waitFor({ state: 'detached' });
  await found.getByText('Anna Brückner').dblclick();
  const drawer = payoutDrawer(page);
  await drawer.getByText(`${batchId}-1`).first().waitFor();
  await drawer.getByText('1,234.50').first().waitFor();

  await goTo(page, '/payouts?currency=EUR&order=amountDown');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Batch' }).fill('OCTOBER');
  await page.getByRole('option', { name: /^october.csv.*3 payouts$/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.waitForURL((url) => url.href.includes(`batch=${batchId}`));
  await found.getByText('Carl').waitFor({ state: 'detached' });
  const { name, text } = await exportCsv(page);
  expect(name).toMatch(/^payouts-\d{4}-\d\d-\d\d\.csv$/);
  const lines = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^1234\.50,EUR,SEPA,/);
  expect(lines[2]).toMatch(/^12\.50?,EUR,/);
  expect(lines[2]).toContain("'=Invoice 2");

  await goTo(page, '/batches');
  const batches = page.getByRole('grid', { name: 'Batches' });
  await batches.getByText('october.csv').waitFor();
  await keepPicture(page, 'batches');
  await page.keyboard.press('/');
  await page.keyboard.type('novémber');
  await page.getByText('No file name or batch ID contains this text.').waitFor();
  await keepPicture(page, 'batches-none');
  await page.getByRole('searchbox').fill('Octobér');
  await batches.getByText('october.csv').waitFor();
  expect(app.faults).toEqual([]);
  await app.close();
  await sandbox.server.close();
});

it('never twice, never lost: killed in the middle of a release and opened again, it continues by itself', async () => {
  const rows = 24;
  const sandbox = await startMerchantSandbox();
  const folder = newFolder();
  await addMerchant(folder, sandbox);
  const lines = Array.from(
    { length: rows },
    (_, row) => `${row + 1}.25,USD,BANK_TRANSFER,Payee ${row},ACCOUNT-${row}-77`,
  );
  const file = csvFile('many.csv', ['amount,currency,method,name,account', ...lines]);
  let batchId = '';
  await withBursar({ dataDirectory: folder, keyFile: null }, async (get) => {
    batchId = await drafted(get, file);
  });
  const before = await openApp(folder, withMotion);
  let { page } = before;
  keepPictureOnFailure(() => page, 'killed');

  await goTo(page, `/batches/${batchId}`);
  await release(page, `${rows} payouts`);
  const book = () => sandbox.server.gateway.book();
  await expect.poll(() => book().length, { timeout: 60_000, interval: 50 }).toBeGreaterThan(rows / 6);
  await before.kill();
  const sent = book().length;
  expect(sent).toBeLessThan(rows);

  const after = await openApp(folder, withMotion);
  page = after.page;
  await goTo(page, `/batches/${batchId}`);
  await stateCount(page, 'paid', rows).waitFor({ timeout: 60_000 });
  const accounts = book().map(({ body }) => /ACCOUNT-\d+-77/.exec(body)?.[0]);
  expect(new Set(accounts).size).toBe(rows);
  expect(book().map(({ acceptedCount }) => acceptedCount)).toEqual(Array.from({ length: rows }, () => 1));
  expect(after.faults).toEqual([]);
  await after.close();
  await sandbox.server.close();
});

/** In the cell for the method: typing narrows what the gateway offers, the arrows choose, Enter takes it. */
async function lookUpMethod(page: Page): Promise<void> {
  const grid = page.getByRole('grid');
  await grid.getByRole('gridcell', { name: 'BANK_TRANSFER' }).first().dblclick();
  const cell = page.getByRole('combobox', { name: 'Method, row 1' });
  await cell.fill('sep');
  const offered = page.getByRole('listbox', { name: 'Available methods' });
  await offered.getByRole('option', { name: 'SEPA' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await grid.getByRole('gridcell', { name: 'SEPA' }).waitFor();
}

async function exportCsv(page: Page): Promise<{ readonly name: string; readonly text: string }> {
  const { name, bytes } = await exported(page, 'CSV');
  return { name, text: bytes.toString('utf8') };
}
