import type { Locator, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { sheetElsewhere } from '../kit/sheet-elsewhere.ts';
import { answerOf, intercept } from '../kit/intercept.ts';
import { cell, header, line, untilShown } from '../kit/payout-rows.ts';
import { bringFile, csvFile, openAnother, typeCell } from '../kit/steps.ts';
import { keepPicture } from '../kit/keep-picture.ts';

let page: Page;
withConnectedApp('two-windows', {}, (opened) => {
  ({ page } = opened);
});

it('changes only rows that the person sees, and never overwrites what another window wrote in between', async () => {
  await bringFile(page, csvFile('two.csv', [header, ...[1, 2, 3, 4].map(line)]));
  await cell(page, 'Payee 4').waitFor();
  const other = sheetElsewhere(page);

  // The rows on the screen are those from before the other window removed one.
  await cell(page, '20.00').click();
  await page.keyboard.press('Shift+ArrowDown');
  const released = Promise.withResolvers<void>();
  const endHolding = await intercept(page, '**/sheets.rows', async (route) => {
    await released.promise;
    await route.continue();
  });
  await other.remove('Payee 1');
  await page.keyboard.press('Delete');
  await page.getByText(/^The rows changed after they were shown/).waitFor();
  endHolding();
  released.resolve();
  const kept = ['Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00'];
  await untilShown(page, kept);
  await other.untilStored(kept);
  // The selection went with its rows.
  await page.keyboard.press('Delete');
  await untilShown(page, ['Payee 2 ', 'Payee 3 ', 'Payee 4 40.00']);
  await page.keyboard.press('Control+z');
  await untilShown(page, kept);
  await other.untilStored(kept);

  // What is cut is what is emptied, though a row before it goes while it is read.
  await cell(page, '30.00').click();
  const wentOn = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const endReading = await intercept(page, '**/sheets.rows', async (route) => {
    // What is copied is read by itself; whatever the screen reads goes on.
    if (!/"limit":1\b/.test(route.request().postData() ?? '')) return route.continue();
    const response = await answerOf(route);
    isHeld.resolve();
    await wentOn.promise;
    return route.fulfill({ response });
  });
  await page.getByRole('grid').dispatchEvent('cut');
  await isHeld.promise;
  await other.remove('Payee 2');
  await untilShown(page, ['Payee 3 30.00', 'Payee 4 40.00']);
  endReading();
  wentOn.resolve();
  await untilShown(page, ['Payee 3 ', 'Payee 4 40.00']);
  await page.keyboard.press('Control+z');
  await untilShown(page, ['Payee 3 30.00', 'Payee 4 40.00']);
  await page.keyboard.press('Control+z');
  await untilShown(page, kept);
  await other.untilStored(kept);

  // A cell that the other window writes while it is edited here.
  await cell(page, '30.00').click();
  await page.keyboard.type('111.11');
  await other.set('Payee 3', { amount: '222.22' });
  await page.keyboard.press('Enter');
  await page
    .getByText('Amount in row 2 became “222.22” while it was being edited. “111.11” was not written over it.')
    .waitFor();
  await keepPicture(page, 'two-windows');
  await untilShown(page, ['Payee 2 20.00', 'Payee 3 222.22', 'Payee 4 40.00']);

  // A row before the one that is edited goes: Enter leads to the next one all the same.
  await cell(page, '222.22').click();
  await page.keyboard.type('33.00');
  await other.remove('Payee 2');
  await untilShown(page, ['Payee 3 222.22', 'Payee 4 40.00']);
  const [field, row] = [page.getByRole('grid').locator('xpath=..').locator('input'), cell(page, '222.22')];
  expect((await field.boundingBox())?.y).toBeCloseTo((await row.boundingBox())?.y ?? 0, -1);
  await page.keyboard.press('Enter');
  await typeCell(page, '44.00');
  await untilShown(page, ['Payee 3 33.00', 'Payee 4 44.00']);

  // A slow answer to a change of this window comes after the other one changed the rows again.
  const slow = Promise.withResolvers<void>();
  const isStored = Promise.withResolvers<void>();
  const saved = page.getByText('Everything typed here is kept.');
  await saved.waitFor();
  const end = await intercept(page, '**/sheets.change', async (route) => {
    const response = await answerOf(route);
    isStored.resolve();
    await slow.promise;
    return route.fulfill({ response });
  });
  await cell(page, '44.00').click();
  await typeCell(page, '45.00');
  await isStored.promise;
  await other.remove('Payee 3');
  await untilShown(page, ['Payee 4 45.00']);
  end();
  slow.resolve();
  await saved.waitFor();
  await untilShown(page, ['Payee 4 45.00']);
});

it('goes to the next problem from the rows that the person sees, and writes in no other row', async () => {
  const rows = [1, 2, 3, 4].map((place) => line(place).replace(/^[24]0\.00/, '?'));
  await bringFile(page, csvFile('next.csv', [header, ...rows]));
  const before = ['Payee 1 10.00', 'Payee 2 ?', 'Payee 3 30.00', 'Payee 4 ?'];
  await untilShown(page, before);
  await cell(page, 'Payee 1').click();
  await page.keyboard.press('F8');
  await page.locator('[aria-rowindex="3"] [role=gridcell][aria-selected=true][data-column="1"]').waitFor();
  // The other window removes a row, which this one does not show yet.
  const released = Promise.withResolvers<void>();
  const endHolding = await intercept(page, '**/sheets.rows', async (route) => {
    if (!/"limit":1\b/.test(route.request().postData() ?? '')) await released.promise;
    await route.continue();
  });
  await sheetElsewhere(page).remove('Payee 1');
  await page.keyboard.press('F8');
  await page.getByText(/^The rows changed after they were shown/).waitFor();
  endHolding();
  released.resolve();
  await untilShown(page, before.slice(1));
  await page.keyboard.press('F8');
  await typeCell(page, '44.00');
  await untilShown(page, ['Payee 2 ?', 'Payee 3 30.00', 'Payee 4 44.00']);
});

it('keeps columns and a fill that began where they were while another window changes them', async () => {
  const rows = [1, 2, 3, 4].map((place) => `Payee ${place} ${place}0.00`);
  await bringFile(page, csvFile('columns.csv', [header, ...[1, 2, 3, 4].map(line)]));
  await untilShown(page, rows);
  const other = await openAnother(page);
  onTestFinished(() => other.close());
  await untilShown(other, rows);

  // Another window hides a column before the one of the edited cell.
  await cell(page, 'Invoice 1').click();
  await page.keyboard.type('Invoice');
  const columnTitle = (of: Page) => of.getByRole('columnheader', { name: /^Currency/ });
  await other.getByRole('button', { name: 'Columns' }).click();
  const settingsRead = page.waitForResponse('**/settings.read');
  await other.getByRole('checkbox', { name: 'Currency' }).uncheck();
  await other.keyboard.press('Escape');
  await expect.poll(() => columnTitle(other).count()).toBe(0);
  await settingsRead;
  await typeCell(page, ' 9');
  await cell(other, 'Invoice 9').waitFor();
  await untilShown(page, rows);
  expect(await cell(page, 'BANK_TRANSFER').count()).toBe(4);
  expect(await columnTitle(page).count()).toBe(1);

  // Another window removes a row before the cell whose amount is being filled down.
  await cell(page, '20.00').click();
  const middleOf = async (what: Locator): Promise<[number, number]> => {
    const box = await what.boundingBox();
    if (box === null) throw new Error('it is not on the screen');
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const third = await middleOf(cell(page, '30.00'));
  await page.mouse.move(...(await middleOf(page.locator('[data-handle]'))));
  await page.mouse.down();
  await page.mouse.move(...third, { steps: 3 });
  await page.locator('.isFilling').waitFor();
  await cell(other, 'Payee 1').click();
  await other.keyboard.press('Control+Delete');
  await untilShown(page, rows.slice(1));
  await page.mouse.move(third[0], third[1] + 2);
  await page.mouse.up();
  // Whatever was filled would be stored before this.
  await cell(page, '20.00').click();
  await typeCell(page, '21.00');
  await untilShown(other, ['Payee 2 21.00', ...rows.slice(2)]);
  await untilShown(page, ['Payee 2 21.00', ...rows.slice(2)]);
});

it('renames nothing back when the field of a name is left that another window has changed meanwhile', async () => {
  const field = page.getByRole('textbox', { name: 'Name of this sheet' });
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  const sheetId = new URL(page.url()).hash.split('/').at(-1) ?? '';
  await elsewhere(page)('sheets.rename', { sheetId, name: 'Wages' });
  await expect.poll(() => field.inputValue()).toBe('Wages');
  await field.blur();
  await page.getByRole('heading', { level: 1, name: 'Wages' }).waitFor();
});
