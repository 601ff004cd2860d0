import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openConnected } from '../kit/connected-app.ts';
import { cell, cellsOfColumn } from '../kit/payout-rows.ts';
import { bringFile, chooseOption, csvFile, goTo } from '../kit/steps.ts';

const head = 'amount,currency,method,name,account,Invoice no.,Cost centre';
const line = (place: number): string =>
  `${place}0.00,USD,bank_transfer,Payee ${place},021000021-10455${place},INV-${place},410`;
const reference = 3;

it('fills in a column of the file next to later changes, as one step, and overwrites nothing', async () => {
  const { app, page } = await openConnected('import-summary');
  await bringFile(page, csvFile('suppliers.csv', [head, ...[1, 2, 3, 4].map(line)]));
  const summary = page.getByRole('region', { name: 'Import summary' });
  await summary.getByText('2 columns not imported:').waitFor();
  await cell(page, '10.00').click();
  await page.keyboard.type('11.00');
  await page.keyboard.press('Enter');
  await cell(page, 'Payee 2').click();
  await page.keyboard.press('Control+Delete');
  await page.locator('footer').getByText('3 rows', { exact: true }).waitFor();
  await cell(page, 'Payee 2').waitFor({ state: 'detached' });
  await page.locator(`[data-row="2"] [data-column="${reference}"]`).click();
  await page.keyboard.type('Mine');
  await page.keyboard.press('Enter');
  const rows = page.url();

  await chooseOption(page, 'Use Invoice no. as', 'Reference');
  await page.getByText('Reference filled in 2 rows.', { exact: true }).waitFor();
  await summary.getByText('1 column not imported:').waitFor();
  expect(page.url()).toBe(rows);
  await expect.poll(() => cellsOfColumn(page, reference)).toEqual(['INV-1', 'INV-3', 'Mine']);
  await cell(page, '11.00').waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(() => cellsOfColumn(page, reference)).toEqual(['', '', 'Mine']);
  // What was taken back is offered again, redone it is not, and another change in its place leaves it to be offered.
  await summary.getByText('2 columns not imported:').waitFor();
  await page.keyboard.press('Control+y');
  await summary.getByText('1 column not imported:').waitFor();
  await page.keyboard.press('Control+z');
  await summary.getByText('2 columns not imported:').waitFor();
  await cell(page, '30.00').click();
  await page.keyboard.type('33.00');
  await page.keyboard.press('Enter');
  await cell(page, '33.00').waitFor();
  await page.locator('footer').getByText('84.00').waitFor();
  await summary.getByText('2 columns not imported:').waitFor();

  // Read otherwise, the rows are others: they come in a sheet of their own, and the changed ones stay.
  await summary.getByRole('button', { name: 'Change columns' }).click();
  await page
    .getByRole('dialog', { name: 'Which column is which?' })
    .getByText('A column that you add is filled in beside your changes.')
    .waitFor();
  await chooseOption(page, 'What account is', 'Not read');
  await chooseOption(page, 'What Cost centre is', 'Account');
  await page.getByRole('button', { name: 'Read the rows' }).click();
  await page.getByText(/^The rows that you changed stay under/).waitFor();
  await page.locator('footer').getByText('4 rows', { exact: true }).waitFor();
  await goTo(page, '/batches');
  await page.getByText('3 rows', { exact: true }).waitFor();
  await page.getByText('4 rows', { exact: true }).waitFor();
  expect(app.faults).toEqual([]);
});

const bottom = async (part: Locator): Promise<number> => {
  const box = await part.boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
};

it('cuts off no line of the import summary on a small screen', async () => {
  const { app, page } = await openConnected('import-summary', { viewport: { width: 1024, height: 700 } });
  const lines = Array.from({ length: 12 }, (_, index) => line(index + 1));

  const file = csvFile('many.csv', [
    head,
    ...lines,
    '5.00,usd,bank_transfer,Payee 99,DE89 3704 0044 0532 0130 00,,',
    '785.00,USD,,Total,,,',
  ]);
  await bringFile(page, file);
  const summary = page.getByRole('region', { name: 'Import summary' });
  await summary.getByText('14 rows from many.csv').waitFor();
  for (const height of [700, 690, 680, 670, 660, 540]) {
    await page.setViewportSize({ width: 1024, height });
    await summary.getByText(/looks like the total/).waitFor();
    expect(await bottom(summary.getByText(/looks like the total/))).toBeLessThanOrEqual(
      await bottom(summary),
    );
    const cut = await summary.getByRole('list', { name: 'Converted' }).evaluate((list) => {
      const frame = Object(list).parentElement;
      const end = frame.getBoundingClientRect().bottom;
      return [...frame.querySelectorAll(':scope > div, li')]
        .map((part) => part.getBoundingClientRect())
        .filter(({ top, bottom: to }) => top < end - 1 && to > end + 1).length;
    });
    expect(cut, `at a height of ${height}`).toBe(0);
  }
  // Every note can be read, also where only the first are listed.
  const codes = ['eur', 'usd', 'gbp', 'chf', 'jpy', 'czk', 'pln', 'sek'];
  await bringFile(
    page,
    csvFile('co\u202Edes.csv', [head, ...codes.map((code, row) => line(row + 1).replace('USD', code))]),
  );
  // No name of a file turns what stands beside it.
  await summary.getByText('8 rows from co\uFFFDdes.csv').waitFor();
  const notes = summary.getByRole('list', { name: 'Converted' }).getByText(/ corrected to /);
  await expect.poll(() => notes.count()).toBe(6);
  await summary.getByRole('button', { name: 'Show 3 more notes' }).click();
  await expect.poll(() => notes.count()).toBe(9);
  expect(app.faults).toEqual([]);
});
