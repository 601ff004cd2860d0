import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { keepPicture } from '../kit/keep-picture.ts';
import { startMerchantSandbox } from '../kit/merchant-sandbox.ts';
import { keepPictureOnFailure } from '../kit/on-failure.ts';
import { newFolder, openApp, type AppOptions } from '../kit/open-app.ts';
import { app, merchant, page, share } from '../kit/shared-app.ts';
import {
  bringFile,
  checkAndRelease,
  connectMerchant,
  csvFile,
  exported,
  goTo,
  payoutDrawer,
  payoutTable,
  problemCount,
  repairNext,
  stateCount,
} from '../kit/steps.ts';

// With motion, as most people have it.
beforeAll(async () => {
  const options: AppOptions = { reducedMotion: 'no-preference', permissions: ['clipboard-read'] };
  share({ app: await openApp(newFolder(), options), merchant: await startMerchantSandbox() });
  await connectMerchant(page, merchant);
}, 180_000);
afterAll(async () => {
  await app.close();
  await merchant.server.close();
});
beforeEach(() => keepPictureOnFailure(() => page, 'rows'));

const threeRows = csvFile('october.csv', [
  'Betrag;Currency;Method;Name;IBAN;Reference',
  '1.234,50;EUR;BANK_TRANSFER;Anna Brückner;DE89370400440532013000;Invoice 1',
  '12,5;EUR;BANK_TRANSFER;Bertil;DE89370400440532013001;=Invoice 2',
  'twelve;GBP;BANK_TRANSFER;Cedric;40999456;Invoice 3',
]);

it('covers the whole journey: connect, import a CSV with errors, fix, look up, check, release, watch, find, export', async () => {
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText(/issued a token to merchant ACME/).waitFor();

  await bringFile(page, threeRows);
  await problemCount(page, 2).waitFor();
  const grid = page.getByRole('grid');
  await grid.getByRole('gridcell', { name: '1,234.50', exact: true }).waitFor();
  await grid.focus();
  await repairNext(page, 'DE89370400440532013000', 1);
  await repairNext(page, '12.00', 0);

  await lookUpMethod();
  const batchId = await checkAndRelease(page, '3 payouts');
  await stateCount(page, 'paid', 3).waitFor();

  await page.getByRole('link', { name: 'Payouts', exact: true }).click();
  const found = payoutTable(page);
  await found.getByText('Bertil').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('brückner');
  await found.getByText('Bertil').waitFor({ state: 'detached' });
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
  await found.getByText('Cedric').waitFor({ state: 'detached' });
  const { name, text } = await exportCsv();
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
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

/** In the cell for the method: typing narrows what the gateway offers, the arrows choose, Enter takes it. */
async function lookUpMethod(): Promise<void> {
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

async function exportCsv(): Promise<{ readonly name: string; readonly text: string }> {
  const { name, bytes } = await exported(page, 'CSV');
  return { name, text: bytes.toString('utf8') };
}
