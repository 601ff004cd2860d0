import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import { hold } from '../kit/intercept.ts';
import { cell, cellsOfColumn, header, line } from '../kit/payout-rows.ts';
import { bringFile, chooseOption, csvFile, goTo, typeCell } from '../kit/steps.ts';
import { troubledRows } from '../scenes/samples.ts';
import { keepPicture } from '../kit/keep-picture.ts';

let page: Page;
let faults: readonly string[];
withConnectedApp('note-and-summary', {}, ({ app }) => {
  ({ page, faults } = app);
});

/** Runs in the page: which parts of the screen reach into the next one below, by their content. */
const overlaps = `(() => {
  const parts = [...document.querySelector('main [role=grid]').parentElement.parentElement.parentElement.children];
  const lowest = (part) => Math.max(...[part, ...part.querySelectorAll('*')].map((each) => each.getBoundingClientRect().bottom));
  return parts.flatMap((part, place) => {
    const next = parts[place + 1];
    const isOver = next !== undefined && getComputedStyle(part).overflowY === 'visible' &&
      lowest(part) > next.getBoundingClientRect().top + 1;
    return isOver ? [part.textContent.slice(0, 40)] : [];
  });
})()`;

const head = 'amount,currency,method,name,account,Invoice no.,Cost centre';
const invoice = (place: number): string =>
  `${place}0.00,USD,bank_transfer,Payee ${place},021000021-10455${place},INV-${place},410`;
const reference = 3;

const bottom = async (part: Locator): Promise<number> => {
  const box = await part.boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
};

it('cuts off no line of the import summary on a small screen', async () => {
  const lines = Array.from({ length: 12 }, (_, index) => invoice(index + 1));

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
  await page.setViewportSize({ width: 640, height: 400 });
  // A window that is enlarged twice: nothing of the totals is cut off, least of all that they lack rows.
  await bringFile(page, troubledRows);
  const lacking = summary.getByText('2 rows not in the totals');
  await lacking.waitFor();
  expect(await bottom(lacking)).toBeLessThanOrEqual(await bottom(summary));
  await page.setViewportSize({ width: 1024, height: 540 });
  // Every note can be read, also where only the first are listed.
  const codes = ['eur', 'usd', 'gbp', 'chf', 'jpy', 'czk', 'pln', 'sek'];
  await bringFile(
    page,
    csvFile('co\u202Edes.csv', [head, ...codes.map((code, row) => invoice(row + 1).replace('USD', code))]),
  );
  // No name of a file turns what stands beside it.
  await summary.getByText('8 rows from co\uFFFDdes.csv').waitFor();
  const notes = summary.getByRole('list', { name: 'Converted' }).getByText(/ corrected to /);
  await expect.poll(() => notes.count()).toBe(6);
  await summary.getByRole('button', { name: 'Show 3 more notes' }).click();
  await expect.poll(() => notes.count()).toBe(9);
  expect(faults).toEqual([]);
});

it('fills in a column of the file next to later changes, as one step, and overwrites nothing', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await bringFile(page, csvFile('suppliers.csv', [head, ...[1, 2, 3, 4].map(invoice)]));
  const summary = page.getByRole('region', { name: 'Import summary' });
  await summary.getByText('2 columns not imported:').waitFor();
  await cell(page, '10.00').click();
  await typeCell(page, '11.00');
  await cell(page, 'Payee 2').click();
  await page.keyboard.press('Control+Delete');
  await page.locator('footer').getByText('3 rows', { exact: true }).waitFor();
  await cell(page, 'Payee 2').waitFor({ state: 'detached' });
  await page.locator(`[data-row="2"] [data-column="${reference}"]`).click();
  await typeCell(page, 'Mine');
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
  await typeCell(page, '33.00');
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
  expect(faults).toEqual([]);
});

it('shows the whole problem of a selected cell, without moving the rows', async () => {
  const to = (place: number, operator: string): string =>
    `${place}0.00,USD,BANK_TRANSFER,Payee ${place},021000021-10455${place},${operator}`;
  const lines = [to(1, ''), to(2, 'NO_SUCH_BANK'), to(1, '')];
  await bringFile(page, csvFile('note.csv', ['amount,currency,method,name,account,operator', ...lines]));
  const grid = page.getByRole('grid');
  const note = page.locator('#sheet-problem');
  const findings = page.getByRole('region', { name: 'Findings' });
  await findings.getByText(/to confirm as not a duplicate/).waitFor();
  await grid.focus();
  // Nothing lies over the rows before a person goes to a cell.
  await grid.locator('[role=gridcell][aria-selected=true]').waitFor();
  expect(await note.count()).toBe(0);

  const frame = grid.locator('xpath=../..');
  const top = (await frame.boundingBox())?.y;
  await findings.getByRole('button', { name: 'Check methods' }).click();
  await findings.getByText('Methods checked, 1 not offered', { exact: true }).waitFor();
  // One operator is not offered: the button stays, to ask again.
  await findings.getByRole('button', { name: 'Check methods again' }).waitFor();
  expect((await frame.boundingBox())?.y).toBe(top);

  await page.getByRole('gridcell', { name: 'NO_SUCH_BANK', exact: true }).click();
  await note.waitFor();
  await keepPicture(page, 'note');
  const isInside = async (): Promise<boolean> => {
    const [inner, outer] = [await note.boundingBox(), await frame.boundingBox()];
    if (inner === null || outer === null) return false;
    return inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
  };
  await expect.poll(isInside).toBe(true);
  await frame.evaluate((element) => Object(element).scrollTo({ left: 9999 }));
  await expect.poll(isInside).toBe(true);

  // As on a small screen, and on one that is zoomed: nothing over something else, and the note whole.
  await page.setViewportSize({ width: 1024, height: 700 });
  const isWhole = async (): Promise<boolean> => {
    const [inner, outer] = [await note.boundingBox(), await frame.boundingBox()];
    if (inner === null || outer === null) return false;
    return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
  };
  for (const name of ['Payee 1', 'NO_SUCH_BANK']) {
    await page.getByRole('gridcell', { name, exact: true }).first().click();
    await page.keyboard.press('F8');
    await expect.poll(isWhole).toBe(true);
  }
  await page.setViewportSize({ width: 683, height: 467 });
  await expect.poll(() => page.evaluate(overlaps)).toEqual([]);
  expect(faults).toEqual([]);
});

it('goes to a finding with F8, also if the rows were not checked yet when it was pressed', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const check = await hold(page, 'sheets.findings');
  await bringFile(page, csvFile('unchecked.csv', [header, line(1), line(2), line(1)]));
  await cell(page, 'Payee 2').waitFor();
  await page.getByRole('region', { name: 'Findings' }).getByText('Checking the rows …').waitFor();
  const search = page.waitForRequest('**/sheets.rowIds');
  await page.getByRole('grid').focus();
  await page.keyboard.press('F8');
  await search;
  check();
  await page.locator('#sheet-problem').getByText('as row 1 of this batch').waitFor();
  expect(await page.getByText('No problem or finding is left in these rows.').count()).toBe(0);
  expect(faults).toEqual([]);
});

it('describes the cell with keyboard focus, wherever the pointer is, and corrects every cell with the problem it shows', async () => {
  const lines = ['0.30000000000000004,EUR', '0.90000000000000002,EUR', '1.00,€', '2.00,€'].map(
    (cells, place) => `${cells},BANK_TRANSFER,Payee ${place},021000021-10455${place}`,
  );
  await bringFile(page, csvFile('note.csv', ['amount,currency,method,name,account', ...lines]));
  const note = page.locator('#sheet-problem');
  const currency = page.locator('[role=gridcell]', { hasText: '€' });
  await page.locator('[role=gridcell]', { hasText: '0.30000' }).click();
  await note.getByRole('button', { name: 'Correct all of these · Alt+Shift+Enter' }).waitFor();
  await page.waitForTimeout(400);
  await page.keyboard.press('F8');
  await note.getByText('0.90').first().waitFor();

  await currency.first().hover();
  await note.getByRole('button', { name: 'Use “EUR”', exact: true }).waitFor();
  await note.getByRole('button', { name: 'Correct all of these', exact: true }).click();
  await currency.first().waitFor({ state: 'detached' });
  expect(await page.locator('[role=gridcell]', { hasText: /0\.\d0000/ }).count()).toBe(2);
});
