import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings } from '../kit/axe.ts';
import { hold } from '../kit/intercept.ts';
import { cell, cellsOfColumn, header, line } from '../kit/payout-rows.ts';
import { bringFile, chooseOption, csvFile, holdMessages, problemCount } from '../kit/steps.ts';
import { keepPicture, lookedAt } from '../kit/keep-picture.ts';
import { app, page } from '../kit/shared-app.ts';

const placeOf = async (title: string): Promise<number> =>
  (await page.getByRole('grid').getByRole('columnheader').allInnerTexts()).indexOf(title) - 1;
/** The cells of a column from the first row on, without the row after the last. */
const column = async (title: string): Promise<string[]> => cellsOfColumn(page, await placeOf(title));
const until = async (key: string, wanted: readonly string[]): Promise<void> => {
  const place = await placeOf(key);
  await expect.poll(() => cellsOfColumn(page, place), { timeout: 60_000 }).toEqual(wanted);
};
const rowCount = (count: string): Locator => page.locator('footer').getByText(count, { exact: true });

/** How many attributes are written in the rows, and how much in the head, while the grid is scrolled down, and how many rows that brings. */
async function writtenWhileScrolling(): Promise<{ attributes: number; inHead: number; rows: number }> {
  return page.evaluate(async () => {
    const world = Object(globalThis);
    const grid = world.document.querySelector('[role=grid]');
    const frame = grid.parentElement.parentElement;
    const written = { attributes: 0, inHead: 0, rows: 0 };
    const lastRow = (): number =>
      Math.max(...Array.from(grid.querySelectorAll('[data-row]'), (row) => Number(Object(row).dataset.row)));
    const rest = (): Promise<unknown> =>
      new Promise((resolve) => {
        world.requestAnimationFrame(() => world.requestAnimationFrame(resolve));
      });
    const scrollBy = async (pixels: number): Promise<void> => {
      const before = lastRow();
      frame.scrollTop += pixels;
      while (lastRow() === before) await rest();
      await rest();
    };
    await scrollBy(500);
    const before = lastRow();
    const observer = new world.MutationObserver((records: readonly object[]) => {
      for (const record of records) {
        if (Object(record).target.parentElement.closest('.head') !== null) written.inHead += 1;
        else if (Object(record).type === 'attributes') written.attributes += 1;
      }
    });
    observer.observe(grid, { subtree: true, attributes: true, childList: true, characterData: true });
    await scrollBy(300);
    observer.disconnect();
    written.rows = lastRow() - before;
    await scrollBy(-800);
    return written;
  });
}

it('fills, selects, finds, replaces, filters and undoes by keyboard like a spreadsheet, and never adds a payout by doing so', async () => {
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await bringFile(page, csvFile('grid.csv', [header, ...[1, 2, 3, 4].map(line)]));
  await cell(page, 'Payee 4').waitFor();
  const grid = page.getByRole('grid');
  await grid.focus();

  // Ctrl+D over a range fills it from its first row; on one cell, from the one above.
  await cell(page, 'Invoice 1').click();
  await press('Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d');
  await until('Reference', ['Invoice 1', 'Invoice 1', 'Invoice 1', 'Invoice 4']);
  await cell(page, 'Invoice 4').click();
  await press('Control+d');
  await until('Reference', ['Invoice 1', 'Invoice 1', 'Invoice 1', 'Invoice 1']);
  await rowCount('4 rows').waitFor();
  await press('Control+z', 'Control+z');
  await until('Reference', ['Invoice 1', 'Invoice 2', 'Invoice 3', 'Invoice 4']);
  // In the row after the last one it fills nothing, so that no payout comes of it.
  await press('Control+End', 'Shift+ ', 'Control+d', 'Home', 'ArrowUp');
  await rowCount('4 rows').waitFor();
  expect(await column('Name')).toEqual(['Payee 1', 'Payee 2', 'Payee 3', 'Payee 4']);

  await cell(page, 'Invoice 2').click();
  await press('ArrowLeft', 'Shift+ArrowRight', 'Control+r');
  await until('Reference', ['Invoice 1', 'USD', 'Invoice 3', 'Invoice 4']);
  await press('Control+z');
  await until('Reference', ['Invoice 1', 'Invoice 2', 'Invoice 3', 'Invoice 4']);

  // Duplicating is a command of its own, which says how many payouts it added.
  await cell(page, 'Payee 1').click();
  await press('Shift+ArrowDown');
  await holdMessages(page);
  await page.getByRole('button', { name: 'Duplicate 2 selected rows' }).click();
  await page.getByText('2 rows added.', { exact: true }).waitFor();
  await rowCount('6 rows').waitFor();
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Undo', exact: true })
    .click();
  await rowCount('4 rows').waitFor();

  await grid.focus();
  await press('Control+h');
  const dialog = page.getByRole('dialog', { name: 'Find and replace' });
  await dialog.getByLabel('Find').fill('invoice');
  await chooseOption(page, 'In', 'Reference');
  await dialog.getByLabel('Replace with').fill('Invoice');
  await dialog.getByText('Found in 4 rows. Nothing would change.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Replace all' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Replace with').fill('Inv. $1');
  await dialog.getByText('Found in 4 rows.', { exact: true }).waitFor();
  await keepPicture(page, 'grid-replace', lookedAt);
  const goOn = await hold(page, 'sheets.rowIds');
  await dialog.getByRole('button', { name: 'Replace all' }).click();
  // From here on the rows do not hold what the person wants, though they are only being read.
  await page.getByText('Saving …', { exact: true }).waitFor();
  goOn();
  await page.getByText('Replaced in 4 rows.', { exact: true }).waitFor();
  await until('Reference', ['Inv. $1 1', 'Inv. $1 2', 'Inv. $1 3', 'Inv. $1 4']);
  await press('Control+z');
  await until('Reference', ['Invoice 1', 'Invoice 2', 'Invoice 3', 'Invoice 4']);

  // The menu of a column: filter, then set what is shown.
  await cell(page, '20.00').click();
  await press('Alt+ArrowDown');
  await page.getByRole('menuitem', { name: 'Filter …' }).click();
  const filter = page.getByRole('dialog', { name: 'Filter by Amount' });
  await chooseOption(page, 'Amount', 'is at least');
  await filter.getByLabel('Amount').last().fill('30');
  await press('Enter');
  await page.getByText('2 rows shown').waitFor();
  await page.getByText('Amount is at least 30', { exact: true }).waitFor();
  await press('Control+Home', 'ArrowRight', 'ArrowRight', 'Alt+ArrowDown');
  await page.getByRole('menuitem', { name: 'Set currency in 2 rows …' }).click();
  await page.getByRole('dialog', { name: 'Set currency' }).getByLabel('Currency').fill('EUR');
  await press('Enter');
  await page.getByText('Currency set in 2 rows.', { exact: true }).waitFor();
  await until('Currency', ['EUR', 'EUR']);
  // Where nothing is changed there is nothing of it to undo.
  await press('Alt+ArrowDown');
  await page.getByRole('menuitem', { name: 'Set currency in 2 rows …' }).click();
  await page.getByRole('dialog', { name: 'Set currency' }).getByLabel('Currency').fill('EUR');
  await press('Enter');
  await page.getByText('Currency set in 0 rows.', { exact: true }).waitFor();
  const undoOfMessage = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' });
  expect(await undoOfMessage.count()).toBe(0);
  // A row that was changed stays although the filter no longer lets it through.
  await cell(page, '30.00').click();
  await page.keyboard.type('5.00');
  await press('Enter');
  await page.locator('footer').getByText('45.00').waitFor();
  await until('Amount', ['5.00', '40.00']);
  await keepPicture(page, 'grid-filter', lookedAt);
  await page.getByRole('button', { name: 'Apply filters again' }).click();
  await until('Amount', ['40.00']);
  await grid.focus();
  await press('Control+z');
  await page.getByRole('button', { name: /^Remove the filter / }).press('Enter');
  await until('Currency', ['USD', 'USD', 'EUR', 'EUR']);

  // `/` searches from the rows, Escape empties and leads back.
  await grid.focus();
  await press('/');
  await page.keyboard.type('payee 3');
  await until('Name', ['Payee 3']);
  await press('Escape');
  await until('Name', ['Payee 1', 'Payee 2', 'Payee 3', 'Payee 4']);
  await press('Escape', 'Control+Home', 'ArrowRight');
  await page.keyboard.type('11.00');
  await press('Enter');
  await until('Amount', ['11.00', '20.00', '30.00', '40.00']);

  // Enter after Tab goes on with the next row, in the column where Tab began.
  for (const amount of ['22.00', '33.00']) {
    await page.keyboard.type(amount);
    await press('Tab');
    await page.keyboard.type('eur');
    await press('Enter');
  }
  await until('Amount', ['11.00', '22.00', '33.00', '40.00']);
  await until('Currency', ['USD', 'EUR', 'EUR', 'EUR']);

  await press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText(/^Fill the selected cells from the row/).waitFor();
  expect(await keys.getByText('Let the next Tab leave the table').count()).toBe(1);
  await keepPicture(page, 'grid-keys', lookedAt);
  await press('Escape');
  expect(app.faults).toEqual([]);
});

it('prints the rows around the screen one below the other, and says which they are', async () => {
  const lines = Array.from({ length: 600 }, (_, index) => line(index + 1));
  await bringFile(page, csvFile('paper.csv', [header, ...lines]));
  await cell(page, 'Payee 1').waitFor();
  const drawn = await page.getByRole('grid').locator('[data-row]').count();
  const note = page.getByText(`Only rows 1 to ${drawn} of this list are printed.`);
  expect([drawn < 600, await note.count(), await note.isVisible()]).toEqual([true, 1, false]);
  // As real print does, without the page being drawn for it before. No blank paper for the rows that are not on it.
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/Type \/Page\s/g)?.length).toBeLessThan(4);
});

it('arranges the columns with the mouse and remembers them, keeps the payee in view, and fills with the handle', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => line(index + 1));
  await bringFile(page, csvFile('grid.csv', [header, ...lines, 'many,USD,BANK_TRANSFER,Payee 61,,']));
  const grid = page.getByRole('grid');
  await cell(page, 'Payee 1').waitFor();
  await problemCount(page, 1).waitFor();
  await keepPicture(page, 'grid-sheet', lookedAt);
  const titles = () => grid.getByRole('columnheader').allInnerTexts();
  expect(await titles()).toEqual([
    'Row',
    'Name',
    'Amount',
    'Currency',
    'Reference',
    'Method',
    'Account',
    'Operator',
    'E-mail',
    'Order ID',
  ]);
  const reference = await grid.getByRole('columnheader', { name: 'Reference' }).boundingBox();
  expect((reference?.x ?? 0) + (reference?.width ?? 0)).toBeLessThanOrEqual(1280);

  // Of each row that comes into view its place is written, not every cell, once all findings have come; and the head is not touched.
  await expect
    .poll(async () => {
      const { rows, inHead, attributes } = await writtenWhileScrolling();
      return rows > 5 && inHead === 0 && attributes <= 4 * rows;
    })
    .toBe(true);

  // The payee stays where it is while the others are scrolled under it.
  const name = cell(page, 'Payee 1');
  const before = await name.boundingBox();
  await cell(page, 'Payee 1').click();
  await page.keyboard.press('End');
  const head = grid.getByRole('columnheader', { name: 'Order ID' });
  await expect.poll(async () => (await head.boundingBox())?.x ?? 9999).toBeLessThan(1280);
  await expect.poll(async () => (await name.boundingBox())?.x).toBe(before?.x);
  const seen: unknown = await name.evaluate(
    (element) => Object(globalThis).getComputedStyle(element).backgroundColor,
  );
  expect(seen).toMatch(/^rgb\(/);
  await keepPicture(page, 'grid-frozen', lookedAt);
  await page.keyboard.press('Home');

  const grip = grid.getByRole('columnheader', { name: 'Reference' }).locator('.grip');
  const at = await grip.boundingBox();
  await page.mouse.move((at?.x ?? 0) + 4, (at?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move((at?.x ?? 0) + 64, (at?.y ?? 0) + 10);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByLabel('E-mail', { exact: true }).click();
  await columns.getByLabel('Amount', { exact: true }).click();
  await columns.getByRole('button', { name: 'Move Method up' }).click();
  await keepPicture(page, 'grid-columns', lookedAt);
  await page.keyboard.press('Escape');
  const arranged = ['Row', 'Name', 'Currency', 'Method', 'Reference', 'Account', 'Operator', 'Order ID'];
  await expect.poll(titles).toEqual(arranged);
  expect((await grid.getByRole('columnheader', { name: 'Reference' }).boundingBox())?.width).toBe(240);
  await grid.focus();
  await page.mouse.move(640, 780);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  expect(await axeFindings(page)).toEqual([]);

  // A problem in a hidden column is marked at its row, and F8 shows the column.
  await page.keyboard.press('F8');
  await page.getByText('Amount is shown again: a cell of it has a problem.').waitFor();
  await page.locator('[role=gridcell][aria-selected=true][aria-invalid=true]').waitFor();
  await page.keyboard.type('7.00');
  await page.keyboard.press('Enter');
  await page.locator('footer').getByText('No problems', { exact: true }).waitFor();

  // The handle fills from the selected cells to where it is let go, beyond the rows on the screen too.
  await page.keyboard.press('Control+Home');
  await cell(page, 'Invoice 1').click();
  const handle = await grid.locator('[data-handle]').boundingBox();
  await page.mouse.move((handle?.x ?? 0) + 4, (handle?.y ?? 0) + 4);
  await page.mouse.down();
  await page.mouse.move((handle?.x ?? 0) + 4, (handle?.y ?? 0) + 60);
  await keepPicture(page, 'grid-fill', lookedAt);
  await page.mouse.move((handle?.x ?? 0) + 4, 790);
  const lastRow = cell(page, 'Payee 61');
  const end = async (): Promise<number> =>
    (await lastRow.count()) === 0 ? Infinity : ((await lastRow.boundingBox())?.y ?? Infinity);
  await expect.poll(end, { timeout: 60_000 }).toBeLessThan(720);
  await holdMessages(page);
  await page.mouse.up();
  await page.getByText('60 rows filled.', { exact: true }).waitFor();
  await rowCount('61 rows').waitFor();
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Undo', exact: true })
    .click();
  await cell(page, 'Invoice 60').waitFor();

  // The program remembers the arrangement: nothing of it is left in a page that is read anew.
  await page.reload();
  await cell(page, 'Payee 1').waitFor();
  await expect
    .poll(titles)
    .toEqual(['Row', 'Name', 'Amount', 'Currency', 'Method', 'Reference', 'Account', 'Operator', 'Order ID']);
  expect(app.faults).toEqual([]);
});
