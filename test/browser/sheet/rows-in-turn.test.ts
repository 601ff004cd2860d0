import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import { sheetElsewhere } from '../kit/sheet-elsewhere.ts';
import { hold } from '../kit/intercept.ts';
import { cell, header, line, untilShown } from '../kit/payout-rows.ts';
import { bringFile, csvFile, heading, typeCell } from '../kit/steps.ts';

let page: Page;
let faults: readonly string[];
withConnectedApp('rows-in-turn', {}, ({ app }) => {
  ({ page, faults } = app);
});

it('does what a button says with the rows that were selected by keys pressed before it', async () => {
  await bringFile(page, csvFile('order.csv', [header, line(1), line(2), line(3), line(4)]));
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00']);
  await cell(page, '30.00').click();
  await typeCell(page, '33.00');
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee 3 33.00', 'Payee 4 40.00']);
  const undo = await hold(page, 'sheets.undo');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: /^Remove/ }).click();
  undo();
  await page.getByText('2 rows removed.').waitFor();
  await untilShown(page, ['Payee 3 30.00', 'Payee 4 40.00']);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+z');
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00']);
});

it('fills and copies what was typed, also while it is being saved, and pastes what was copied last', async () => {
  await cell(page, '40.00').click();
  await page.keyboard.press('Control+c');
  let save = await hold(page, 'sheets.change');
  await cell(page, '10.00').click();
  await typeCell(page, '11.00');
  await page.keyboard.press('Control+d');
  save();
  await untilShown(page, ['Payee 1 11.00', 'Payee 2 11.00', 'Payee 3 30.00', 'Payee 4 40.00']);

  save = await hold(page, 'sheets.change');
  await cell(page, '30.00').click();
  await typeCell(page, '33.00');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+v');
  save();
  await untilShown(page, ['Payee 1 11.00', 'Payee 2 11.00', 'Payee 3 33.00', 'Payee 4 33.00']);
});

it('takes what is typed after an undo or redo for which there is nothing, also entries that arrows end', async () => {
  const save = await hold(page, 'sheets.change');
  await cell(page, 'Payee 1').click();
  await page.keyboard.press('ArrowRight');
  await typeCell(page, '10.00');
  await page.keyboard.press('Control+y');
  await page.keyboard.type('20.00');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('30.00');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('Payee C');
  await page.keyboard.press('ArrowUp');
  save();
  await page.getByText('There is nothing to redo.').waitFor();
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee C 30.00', 'Payee 4 33.00']);
});

it('does once what a double click on a button asks for, and twice what two keys do', async () => {
  const tool = (name: RegExp) => page.getByRole('button', { name });
  const secondClick = async (): Promise<void> => {
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
  };
  await cell(page, 'Payee 1').click();
  await tool(/^Remove/).click();
  await untilShown(page, ['Payee 2 20.00', 'Payee C 30.00', 'Payee 4 33.00']);
  await secondClick();
  await tool(/^Duplicate/).dblclick();
  await untilShown(page, ['Payee 2 20.00', 'Payee 2 20.00', 'Payee C 30.00', 'Payee 4 33.00']);
  await tool(/^Add row/).dblclick();
  await untilShown(page, ['Payee 2 20.00', ' ', 'Payee 2 20.00', 'Payee C 30.00', 'Payee 4 33.00']);
  await tool(/^Set aside .* selected/).dblclick();
  await page.getByText('1 row set aside.').waitFor();
  await untilShown(page, ['Payee 2 20.00', 'Payee 2 20.00', 'Payee C 30.00', 'Payee 4 33.00']);
  await tool(/^Remove/).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await untilShown(page, ['Payee 2 20.00', 'Payee 4 33.00']);
  await tool(/^Undo:/).dblclick();
  await untilShown(page, ['Payee 2 20.00', 'Payee 2 20.00', 'Payee C 30.00', 'Payee 4 33.00']);
});

it('goes on to the next problem while a new row is being saved', async () => {
  await bringFile(page, csvFile('next.csv', [header, line(1).replace('10.00', '-1')]));
  await page.getByText('1 row with a problem').waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  const save = await hold(page, 'sheets.change');
  await page.keyboard.type('Payee 2');
  await page.keyboard.press('Tab');
  await page.keyboard.press('F8');
  save();
  await page.locator('[role=gridcell][aria-selected=true][aria-invalid=true]').waitFor();
});

it('changes nothing in a row that is still being saved, and says so', async () => {
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  const save = await hold(page, 'sheets.change');
  await page.keyboard.type('Payee 3');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Delete');
  await page
    .getByText(/^The row after the last one is still being saved, so nothing was changed\./)
    .waitFor();
  save();
  await untilShown(page, ['Payee 1 -1', 'Payee 2 ', 'Payee 3 ']);
});

it('checks the rows with everything that was typed before, also while it is being saved', async () => {
  await bringFile(page, csvFile('soon.csv', [header, line(1), line(2)]));
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00']);
  const check = page.getByRole('button', { name: 'Check and release 2 payouts' });

  // A problem that is not known yet when the check is asked for.
  let save = await hold(page, 'sheets.change');
  await cell(page, '20.00').click();
  await page.keyboard.type('-');
  await page.keyboard.press('Control+Enter');
  save();
  await page.getByText(/^1 row has a problem\. Fix it/).waitFor();
  expect(await heading(page, 'soon.csv').count()).toBe(1);
  await check.and(page.locator(':disabled')).waitFor();
  // Said again where it was known before.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^1 row has a problem\. Fix it/).waitFor();
  await page.locator('[role=gridcell][aria-invalid=true]').click();
  await typeCell(page, '22.00');
  await check.and(page.locator(':enabled')).waitFor();

  save = await hold(page, 'sheets.change');
  await cell(page, '10.00').click();
  await page.keyboard.type('11.00');
  await page.keyboard.press('Control+Enter');
  save();
  await page.getByText('33.00').first().waitFor();
  await page.getByRole('button', { name: 'Release 2 payouts …' }).waitFor();

  await page.getByRole('button', { name: 'Edit rows' }).click();
  save = await hold(page, 'sheets.change');
  await cell(page, '11.00').click();
  await page.keyboard.type('12.00');
  await check.click();
  save();
  await page.getByText('34.00').first().waitFor();
  await page.getByRole('button', { name: 'Release 2 payouts …' }).waitFor();
});

/** What each test that follows leaves, and the next begins with. */
const two = ['Payee 1 10.00', 'Payee 2 20.00'];
const changed = ['Payee 1 12.00', 'Payee 2 22.00'];
const three = ['Payee 2 22.00', 'Payee 3 30.00', ' 44.00'];
const last = ['Payee 3 30.00', ' 44.00', 'Payee 5 50.00', 'Payee 6 61.00'];
const rowCount = (count: number) => page.getByText(`${count} rows`, { exact: true });

/** Types a third row below the last one. */
async function typeRow(): Promise<void> {
  await cell(page, 'Payee 2').click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Payee 3');
  await page.keyboard.press('Tab');
  await typeCell(page, '30.00');
}

it('shows a row that was typed after the last one only as long as it is among the rows', async () => {
  await bringFile(page, csvFile('new.csv', [header, line(1), line(2)]));
  await untilShown(page, two);
  const typeAndKeep = async (): Promise<void> => {
    await typeRow();
    await untilShown(page, [...two, 'Payee 3 30.00']);
    await page
      .getByText('Everything typed here is kept.')
      .or(page.getByText(/^F8 goes/))
      .waitFor();
  };
  await typeAndKeep();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await rowCount(2).waitFor();
  await untilShown(page, two);

  await typeAndKeep();
  await cell(page, 'Payee 3').click();
  await page.keyboard.press('Control+Delete');
  await rowCount(2).waitFor();
  await untilShown(page, two);
});

it('shows what was typed though rows are read meanwhile, and saves what is typed over it', async () => {
  const other = sheetElsewhere(page);
  const save = await hold(page, 'sheets.change');
  await cell(page, '10.00').click();
  await typeCell(page, '11.00');
  await other.set('Payee 2', { amount: '22.00' });
  await cell(page, '22.00').waitFor();
  await untilShown(page, ['Payee 1 11.00', 'Payee 2 22.00']);
  await cell(page, '11.00').click();
  await typeCell(page, '12.00');
  save();
  await other.untilStored(['Payee 1 12.00', 'Payee 2 22.00']);
  await untilShown(page, ['Payee 1 12.00', 'Payee 2 22.00']);
});

it('writes what is typed after the last row into no other row, though another window removed one', async () => {
  const other = sheetElsewhere(page);
  // A person who types quickly is below the new row before it is read.
  const goOn = await hold(page, 'sheets.rows');
  await typeRow();
  goOn();
  await other.untilStored([...changed, 'Payee 3 30.00']);
  await untilShown(page, [...changed, 'Payee 3 30.00']);
  // How many rows are left is known a moment after the rows.
  const tellCount = await hold(page, 'sheets.show');
  await other.remove('Payee 1');
  await untilShown(page, ['Payee 2 22.00', 'Payee 3 30.00', ' ']);
  tellCount();
  await rowCount(2).waitFor();
  await untilShown(page, ['Payee 2 22.00', 'Payee 3 30.00']);
  await cell(page, '30.00').click();
  await page.keyboard.press('ArrowDown');
  await typeCell(page, '44.00');
  await untilShown(page, ['Payee 2 22.00', 'Payee 3 30.00', ' 44.00']);
  await other.untilStored(['Payee 2 22.00', 'Payee 3 30.00', ' 44.00']);
  await rowCount(3).waitFor();
  expect(faults).toEqual([]);
});

it('writes what is typed after the last row into that row, though another window added one in its place', async () => {
  const other = sheetElsewhere(page);
  await cell(page, '44.00').click();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  const [readRows, tellCount] = [await hold(page, 'sheets.rows'), await hold(page, 'sheets.show')];
  await other.add({ accountName: 'Payee 5', amount: '50.00' });
  await page.keyboard.type('Payee 6');
  await page.keyboard.press('Tab');
  await other.untilStored([...three, 'Payee 5 50.00', 'Payee 6 ']);
  readRows();
  tellCount();
  await untilShown(page, [...three, 'Payee 5 50.00', 'Payee 6 ']);
  await typeCell(page, '60.00');
  await other.untilStored([...three, 'Payee 5 50.00', 'Payee 6 60.00']);
  await untilShown(page, [...three, 'Payee 5 50.00', 'Payee 6 60.00']);

  // Rows before the last one go: the keyboard stays in it.
  await cell(page, '60.00').click();
  await other.remove('Payee 2');
  await rowCount(4).waitFor();
  await untilShown(page, [...three.slice(1), 'Payee 5 50.00', 'Payee 6 60.00']);
  await typeCell(page, '61.00');
  await untilShown(page, last);
  expect(faults).toEqual([]);
});

it('adds a row to all rows while a search shows some of them, and stays in it', async () => {
  const search = page.getByRole('searchbox', { name: 'Search these rows' });
  await search.fill('Payee 6');
  await untilShown(page, ['Payee 6 61.00']);
  await cell(page, 'Payee 6').click();
  await page.keyboard.press('Insert');
  await rowCount(5).waitFor();
  await expect.poll(() => search.inputValue()).toBe('');
  await untilShown(page, [...last, ' ']);
  await page.keyboard.type('Payee 7');
  await page.keyboard.press('Tab');
  await typeCell(page, '70.00');
  await untilShown(page, [...last, 'Payee 7 70.00']);
  expect(faults).toEqual([]);
});
