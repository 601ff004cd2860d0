import { Buffer } from 'node:buffer';
import writeXlsxFile from 'write-excel-file/node';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './kit/launch.ts';
import { startMerchantSandbox } from './kit/merchant-sandbox.ts';
import { keepPictureOnFailure } from './kit/on-failure.ts';
import { newFolder, openApp } from './kit/open-app.ts';
import {
  bringFile,
  checkAndRelease,
  chooseOption,
  connectMerchant,
  problemCount,
  repairNext,
  stateCount,
  type BroughtFile,
} from './kit/steps.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 180_000);
afterAll(() => browser.close());

const header = ['Was', 'Wieviel', 'Womit', 'Worin', 'Wer', 'Wohin'];

it('asks once what the columns of a workbook are, and remembers it for the next with the same head', async () => {
  const sandbox = await startMerchantSandbox();
  const app = await openApp(browser, newFolder());
  const { page } = app;
  keepPictureOnFailure(() => page, 'xlsx');
  await connectMerchant(page, sandbox);

  const october = await workbookOf('october.xlsx', [
    ['Rent', 1250.5, 'BANK_TRANSFER', 'USD', 'Harrison & Cole LLP', '021000021-104552'],
    ['Print', 99.001, 'BANK_TRANSFER', 'USD', 'Ashworth Print Ltd', '200000-55779911'],
    ['Post', 'seventeen', 'BANK_TRANSFER', 'USD', 'Northwind Couriers', '111000025-770120'],
  ]);
  await bringFile(page, october);
  const mapping = page.getByRole('dialog', { name: 'Which column is which?' });
  await mapping.getByText('Ashworth Print Ltd').waitFor();
  const read = mapping.getByRole('button', { name: 'Read the rows' });
  for (const [title, field] of [
    ['Was', 'Reference'],
    ['Wieviel', 'Amount *'],
    ['Womit', 'Method *'],
    ['Worin', 'Currency *'],
    ['Wer', 'Name'],
    ['Wohin', 'Account'],
  ] as const)
    await chooseOption(page, `What ${title} is`, field);
  await mapping.getByText('Bursar remembers this').waitFor();
  await read.click();
  await mapping.waitFor({ state: 'detached' });

  await problemCount(page, 2).waitFor();
  await page.getByRole('gridcell', { name: '1250.5' }).waitFor();
  await page.getByRole('grid').focus();
  await repairNext(page, '99.00', 1);
  await repairNext(page, '17', 0);
  await checkAndRelease(page, '3 payouts');
  await stateCount(page, 'paid', 3).waitFor();
  expect(
    sandbox.server.gateway
      .book()
      .map(({ amount }) => amount)
      .toSorted(),
  ).toEqual(['1250.5', '17', '99.00']);

  const november = await workbookOf('november.xlsx', [
    ['November rent', 1300, 'BANK_TRANSFER', 'USD', 'Harrison & Cole LLP', '021000021-104552'],
  ]);
  await bringFile(page, november);
  await page.getByRole('heading', { name: 'november.xlsx', level: 1 }).waitFor();
  await page.getByRole('gridcell', { name: '1300' }).waitFor();
  await checkAndRelease(page, '1 payout');
  await stateCount(page, 'paid', 1).waitFor();
  expect(app.faults).toEqual([]);
  await app.close();
  await sandbox.server.close();
}, 120_000);

async function workbookOf(
  name: string,
  rows: readonly (readonly (string | number)[])[],
): Promise<BroughtFile> {
  const cells = [header, ...rows].map((row) =>
    row.map((value) => (typeof value === 'number' ? { type: Number, value } : { type: String, value })),
  );
  const buffer = await writeXlsxFile(cells).toBuffer();
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(buffer),
  };
}
