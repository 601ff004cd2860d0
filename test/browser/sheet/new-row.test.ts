import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp, type ConnectedApp } from '../kit/connected-app.ts';
import { hold } from '../kit/intercept.ts';
import { cell, header, line, untilShown } from '../kit/payout-rows.ts';
import { bringFile, csvFile, openAnother } from '../kit/steps.ts';

let app: ConnectedApp['app'];
let page: Page;
withConnectedApp('new-row', {}, (opened) => {
  ({ app, page } = opened);
});

const two = ['Payee 1 10.00', 'Payee 2 20.00'];
const rowCount = (count: number) => page.getByText(`${count} rows`, { exact: true });

/** Types a third row below the last one. */
async function typeRow(): Promise<void> {
  await cell(page, 'Payee 2').click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Payee 3');
  await page.keyboard.press('Tab');
  await page.keyboard.type('30.00');
  await page.keyboard.press('Enter');
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

it('writes what is typed after the last row into no other row, though another window removed one', async () => {
  await bringFile(page, csvFile('other.csv', [header, line(1), line(2)]));
  await untilShown(page, two);
  const other = await openAnother(page);
  // A person who types quickly is below the new row before it is read.
  const goOn = await hold(page, 'sheets.rows');
  await typeRow();
  goOn();
  await untilShown(other, [...two, 'Payee 3 30.00']);
  await untilShown(page, [...two, 'Payee 3 30.00']);
  // How many rows are left is known a moment after the rows.
  const tellCount = await hold(page, 'sheets.show');
  await cell(other, 'Payee 1').click();
  await other.keyboard.press('Control+Delete');
  await untilShown(other, ['Payee 2 20.00', 'Payee 3 30.00']);
  await untilShown(page, ['Payee 2 20.00', 'Payee 3 30.00', ' ']);
  tellCount();
  await rowCount(2).waitFor();
  await untilShown(page, ['Payee 2 20.00', 'Payee 3 30.00']);
  await cell(page, '30.00').click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('44.00');
  await page.keyboard.press('Enter');
  await untilShown(page, ['Payee 2 20.00', 'Payee 3 30.00', ' 44.00']);
  await untilShown(other, ['Payee 2 20.00', 'Payee 3 30.00', ' 44.00']);
  await rowCount(3).waitFor();
  expect(app.faults).toEqual([]);
});

it('writes what is typed after the last row into that row, though another window added one in its place', async () => {
  await bringFile(page, csvFile('added.csv', [header, line(1), line(2)]));
  await untilShown(page, two);
  const other = await openAnother(page);
  await untilShown(other, two);
  await cell(page, 'Payee 2').click();
  await page.keyboard.press('ArrowDown');
  const [readRows, tellCount] = [await hold(page, 'sheets.rows'), await hold(page, 'sheets.show')];
  await cell(other, 'Payee 2').click();
  await other.keyboard.press('ArrowDown');
  await other.keyboard.type('Payee 3');
  await other.keyboard.press('Tab');
  await other.keyboard.type('30.00');
  await other.keyboard.press('Enter');
  await untilShown(other, [...two, 'Payee 3 30.00']);
  await page.keyboard.type('Payee 4');
  await page.keyboard.press('Tab');
  await untilShown(other, [...two, 'Payee 3 30.00', 'Payee 4 ']);
  readRows();
  tellCount();
  await untilShown(page, [...two, 'Payee 3 30.00', 'Payee 4 ']);
  await page.keyboard.type('40.00');
  await page.keyboard.press('Enter');
  await untilShown(other, [...two, 'Payee 3 30.00', 'Payee 4 40.00']);
  await untilShown(page, [...two, 'Payee 3 30.00', 'Payee 4 40.00']);

  // Rows before the last one go: the keyboard stays in it.
  await cell(page, '40.00').click();
  await cell(other, 'Payee 1').click();
  await other.keyboard.press('Control+Delete');
  await rowCount(3).waitFor();
  await untilShown(page, ['Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00']);
  await page.keyboard.type('41.00');
  await page.keyboard.press('Enter');
  await untilShown(page, ['Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 41.00']);
  expect(app.faults).toEqual([]);
});

it('adds a row to all rows while a search shows some of them, and stays in it', async () => {
  await bringFile(page, csvFile('search.csv', [header, line(1), line(2)]));
  const search = page.getByRole('searchbox', { name: 'Search these rows' });
  await search.fill('Payee 2');
  await untilShown(page, ['Payee 2 20.00']);
  await cell(page, 'Payee 2').click();
  await page.keyboard.press('Insert');
  await rowCount(3).waitFor();
  await expect.poll(() => search.inputValue()).toBe('');
  await untilShown(page, [...two, ' ']);
  await page.keyboard.type('Payee 3');
  await page.keyboard.press('Tab');
  await page.keyboard.type('30.00');
  await page.keyboard.press('Enter');
  await untilShown(page, [...two, 'Payee 3 30.00']);
  expect(app.faults).toEqual([]);
});
