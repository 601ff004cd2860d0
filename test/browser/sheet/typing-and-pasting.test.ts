import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import { cell, cellsOfColumn, header, line, rowsShown, untilShown } from '../kit/payout-rows.ts';
import { number, workbook } from '../../files/workbooks.ts';
import { bringFile, csvFile, holdMessages, makeDraft } from '../kit/steps.ts';
import { keepPicture } from '../kit/keep-picture.ts';

let page: Page;
let faults: readonly string[];
withConnectedApp('typing-and-pasting', { permissions: ['clipboard-read'] }, ({ app }) => {
  ({ page, faults } = app);
});

const names = (): Promise<string[]> => cellsOfColumn(page, 0);
const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');

it('saves what is being typed into a cell when the person goes back, and returns to the rows from the palette', async () => {
  await bringFile(page, csvFile('typing.csv', [header, line(1), line(2), line(3)]));
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee 3 30.00']);
  const sheet = page.url();
  await cell(page, '20.00').click();
  await page.keyboard.type('25.00');
  await page.goBack();
  await page.getByRole('heading', { name: 'New batch', level: 1 }).waitFor();
  await page.goForward();
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 25.00', 'Payee 3 30.00']);
  expect(page.url()).toBe(sheet);

  await cell(page, '30.00').click();
  await page.keyboard.type('35.00');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or do anything' });
  await palette.waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  expect(await page.locator(':focus').getAttribute('role')).toBe('grid');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('21.00');
  await page.keyboard.press('Enter');
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 21.00', 'Payee 3 35.00']);
});

it('keeps the name of a sheet on Escape, saves it on Enter, and returns keyboard focus to Rename', async () => {
  const rename = page.getByRole('button', { name: 'Rename', exact: true });
  const title = page.getByRole('heading', { level: 1 });
  for (const [key, name] of [
    ['Escape', 'typing.csv'],
    ['Enter', 'Salaries'],
  ] as const) {
    await rename.focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Name of this sheet' });
    await field.fill('Salaries');
    await page.keyboard.press(key);
    await title.and(page.getByText(name, { exact: true })).waitFor();
    await rename.and(page.locator(':focus')).waitFor();
  }
});

it('an arrow saves a cell that is being overwritten and moves on, but moves the caret while its text is edited', async () => {
  await cell(page, 'Payee 1').click();
  await page.keyboard.type('First');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Second');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('22.00');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('F2');
  // Until the cell is open, keys that move a caret are refused, and the person is told (held-keys.test.ts).
  await page.locator('input:focus').waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(['First', 'Sxecond', 'Payee 3']);
  await untilShown(page, ['First 10.00', 'Sxecond 22.00', 'Payee 3 35.00']);
});

it('lists the main actions of a screen in the palette before those that discard its rows', async () => {
  const offered = async (): Promise<string[]> => {
    await page.keyboard.press('Control+k');
    const options = page.getByRole('dialog').getByRole('option');
    await options.first().waitFor();
    const titles = await options.allInnerTexts();
    await page.keyboard.press('Escape');
    await options.first().waitFor({ state: 'detached' });
    return titles;
  };
  // What cannot be pressed is not offered, and while the change before is written the rows cannot be checked.
  await page.getByRole('button', { name: 'Check and release 3 payouts' }).click({ trial: true });
  const ofRows = await offered();
  expect(ofRows[0]).toBe('Check and release 3 payouts');
  expect(ofRows.indexOf('Discard')).toBeGreaterThan(0);
  await makeDraft(page, '3 payouts');
  await page.getByRole('button', { name: 'Check', exact: true }).click({ trial: true });
  await page.getByRole('button', { name: 'Release 3 payouts …' }).click({ trial: true });
  const ofDraft = await offered();
  expect(ofDraft[0]).toBe('Release 3 payouts …');
  expect(ofDraft.indexOf('Check')).toBeGreaterThan(0);
  expect(ofDraft.indexOf('Discard')).toBeGreaterThan(ofDraft.indexOf('Check'));
});

it('copies an amount that is selected on a screen with a space before its currency', async () => {
  await page.getByText('67.00').first().selectText();
  await page.keyboard.press('Control+c');
  await expect.poll(copied).toBe('67.00 USD');
});

it('lists the actions of the rows’ toolbar in the palette before any other screen', async () => {
  await bringFile(page, csvFile('toolbar.csv', [header, line(1), line(2)]));
  await cell(page, 'Payee 2').click();
  for (const [typed, title, shown] of [
    ['dupl', 'Duplicate 1 selected row', ['Payee 1', 'Payee 2', 'Payee 2']],
    ['undo', /^Undo: /, ['Payee 1', 'Payee 2']],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await page.getByRole('option', { name: title }).and(page.locator('[aria-selected=true]')).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(names).toEqual(shown);
  }
});

it('shows every option of a cell opened at the edge of a small screen', async () => {
  await page.setViewportSize({ width: 853, height: 533 });
  await bringFile(page, csvFile('edge.csv', [header, line(1)]));
  await untilShown(page, ['Payee 1 10.00']);
  await cell(page, 'BANK_TRANSFER').dblclick();
  const option = page.getByRole('listbox', { name: 'Available methods' }).getByRole('option').first();
  await option.waitFor();
  const frame = page.getByRole('grid', { name: 'Rows of edge.csv' }).locator('xpath=../..');
  const rightOf = async (shown: Locator): Promise<number> => {
    const { x, width } = (await shown.boundingBox()) ?? { x: Number.NaN, width: 0 };
    return x + width;
  };
  expect(await rightOf(option)).toBeLessThanOrEqual(await rightOf(frame));
  await page.keyboard.press('Escape');
});

it('begins a cell with a letter that several keys write together, or AltGr does', async () => {
  await bringFile(page, csvFile('letters.csv', [header, line(1), line(2)]));
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00']);
  const devTools = await page.context().newCDPSession(page);
  const press = async (key: string, modifiers: number, text?: string) => {
    const pressed = { key, modifiers, windowsVirtualKeyCode: 69, ...(text === undefined ? {} : { text }) };
    await devTools.send('Input.dispatchKeyEvent', {
      type: text === undefined ? 'rawKeyDown' : 'keyDown',
      ...pressed,
    });
    await devTools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
  };
  await cell(page, 'Payee 1').click();
  // An accent, as the system reports it; the letter that it makes comes without a key of its own.
  await press('Dead', 0);
  await page.getByRole('textbox', { name: 'Name, row 1' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.insertText('É');
  await page.keyboard.type('lodie');
  await page.keyboard.press('Enter');
  await untilShown(page, ['Élodie 10.00', 'Payee 2 20.00']);
  // Ctrl and Alt, which Windows reports for AltGr.
  await press('ß', 3, 'ß');
  await page.keyboard.type('eta');
  await page.keyboard.press('Enter');
  await untilShown(page, ['Élodie 10.00', 'ßeta 20.00']);
  await devTools.detach();
});

/** Pastes into the rows, as from a spreadsheet. */
async function paste(text: string): Promise<void> {
  await page.getByRole('grid').evaluate((grid, pasted) => {
    const world = Object(globalThis);
    const clipboardData = new world.DataTransfer();
    clipboardData.setData('text/plain', pasted);
    Object(grid).dispatchEvent(
      new world.ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

it('pastes into sorted and searched rows, which stay in place and selected, and says what it added, as one step', async () => {
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await bringFile(page, csvFile('paste.csv', [header, ...[1, 2, 3, 4, 5, 6].map(line)]));
  await cell(page, '60.00').click();
  await press('Alt+ArrowDown');
  await page.getByRole('menuitem', { name: 'Sort descending' }).click();
  const sorted = [6, 5, 4, 3, 2, 1].map((place) => `Payee ${place} ${place}0.00`);
  await untilShown(page, sorted);

  // The next key acts on the rows that were pasted into, and on no others.
  await cell(page, '60.00').click();
  await paste('1.00\n2.00\n3.00');
  const pasted = ['Payee 6 1.00', 'Payee 5 2.00', 'Payee 4 3.00', ...sorted.slice(3)];
  await untilShown(page, pasted);
  await page.getByText('3 cells in 3 rows selected').waitFor();
  await press('Control+d');
  await untilShown(page, ['Payee 6 1.00', 'Payee 5 1.00', 'Payee 4 1.00', ...sorted.slice(3)]);
  await press('Delete');
  await untilShown(page, ['Payee 6 ', 'Payee 5 ', 'Payee 4 ', ...sorted.slice(3)]);
  await press('Control+z', 'Control+z');
  await untilShown(page, pasted);
  await keepPicture(page, 'paste-sorted');
  await page.getByRole('button', { name: 'Sort again' }).click();
  await untilShown(page, [...sorted.slice(3), 'Payee 4 3.00', 'Payee 5 2.00', 'Payee 6 1.00']);
  await page.getByRole('grid').focus();
  await press('Control+z');
  await expect.poll(async () => (await rowsShown(page)).toSorted()).toEqual(sorted.toSorted());

  // Rows that do not fit the shown ones are added, shown although the search does not find them, and undone with the rest.
  await press('/');
  await page.keyboard.type('invoice 2');
  await untilShown(page, ['Payee 2 20.00']);
  await cell(page, '20.00').click();
  await holdMessages(page);
  await paste('7.00\n8.00\n9.00');
  const message = page.getByRole('region', { name: 'Messages' });
  await message.getByText('2 rows added.', { exact: true }).waitFor();
  const footer = page.locator('footer');
  await footer.getByText('8 rows', { exact: true }).waitFor();
  await footer.getByText('3 rows shown', { exact: true }).waitFor();
  await untilShown(page, ['Payee 2 7.00', ' 8.00', ' 9.00']);
  await keepPicture(page, 'paste-added');
  await message.getByRole('button', { name: 'Undo', exact: true }).click();
  await footer.getByText('6 rows', { exact: true }).waitFor();
  await untilShown(page, ['Payee 2 20.00']);
  // What a filter or search no longer finds stays too.
  await cell(page, 'Invoice 2').click();
  await paste('Rent');
  await cell(page, 'Rent').waitFor();
  await press('Delete');
  await cell(page, 'Rent').waitFor({ state: 'detached' });
  await untilShown(page, ['Payee 2 20.00']);
  await press('Control+z', 'Control+z');
  await cell(page, 'Invoice 2').waitFor();
  expect(faults).toEqual([]);
});

it('asks how the amounts of a paste are written where they contradict each other', async () => {
  await bringFile(
    page,
    csvFile('asks.csv', [header, ...[1, 2].map((place) => line(place).replace('USD', 'KWD'))]),
  );
  await cell(page, '10.000').click();
  await paste('1.234,50\n1.234\n2.5');
  const question = page.getByRole('dialog', { name: 'How are the amounts written?' });
  await question.getByText('An amount that you pasted says 1.234.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await untilShown(page, ['Payee 1 10.000', 'Payee 2 20.000']);
  await paste('1.234,50\n1.234\n2.5');
  await question.getByRole('radio', { name: 'Decimal comma: 1,234' }).check();
  await question.getByRole('button', { name: 'Paste', exact: true }).click();
  await untilShown(page, ['Payee 1 1,234.500', 'Payee 2 1,234.000', ' 2.5']);
  await page.getByText('1 row added.', { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

it('copies amounts within a sheet as they stand, however those copied with them are written', async () => {
  const columns = ['amount', 'currency', 'method', 'name', 'account'];
  const of = (name: string): string[] => ['BANK_TRANSFER', name, `ACC-${name}`];
  // In such a file the second amount is a problem, because the last one is written in another way.
  const buffer = workbook([
    columns,
    [number('12.345'), 'KWD', ...of('Ana')],
    ['1.234,50', 'EUR', ...of('Ben')],
    ['2,345.60', 'EUR', ...of('Cem')],
    [number('4'), 'KWD', ...of('Dee')],
    [number('5'), 'KWD', ...of('Eve')],
  ]);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await bringFile(page, { name: 'mixed.xlsx', mimeType, buffer });
  const begin = ['Ana 12.345', 'Ben 1.234,50', 'Cem 2,345.60'];
  await untilShown(page, [...begin, 'Dee 4.000', 'Eve 5.000']);
  await cell(page, '12.345').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  await cell(page, '4.000').click();
  await page.keyboard.press('Control+v');
  await untilShown(page, [...begin, 'Dee 12.345', 'Eve 1,234.500']);
});

it('copies a cell so that no spreadsheet runs it, and pastes what was typed', async () => {
  const rows = ['12.50,EUR,CARD,=1+1,X1', '13.50,EUR,CARD,Fay,X2'];
  await bringFile(page, csvFile('formulas.csv', ['amount,currency,method,name,account', ...rows]));
  await untilShown(page, ['=1+1 12.50', 'Fay 13.50']);
  await cell(page, '=1+1').click();
  await page.keyboard.press('Control+c');
  await expect.poll(copied).toBe("'=1+1");
  await cell(page, 'Fay').click();
  await page.keyboard.press('Control+v');
  await untilShown(page, ['=1+1 12.50', '=1+1 13.50']);
  // As from the window of another sheet, which knows nothing of this copy.
  await page.reload();
  await untilShown(page, ['=1+1 12.50', '=1+1 13.50']);
  await cell(page, 'X1').click();
  await page.keyboard.press('Control+v');
  await expect.poll(() => cell(page, '=1+1').count()).toBe(3);
  expect(faults).toEqual([]);
});
