import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openConnected } from '../kit/connected-app.ts';
import { sharedBrowser } from '../kit/launch.ts';
import { cell, header, line, rowsShown, untilShown } from '../kit/payout-rows.ts';
import { bringFile, csvFile } from '../kit/steps.ts';

beforeAll(sharedBrowser, 180_000);

/** Pastes into the rows, as from a spreadsheet. */
async function paste(page: Page, text: string): Promise<void> {
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
  const { app, page } = await openConnected('paste');
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
  await paste(page, '1.00\n2.00\n3.00');
  const pasted = ['Payee 6 1.00', 'Payee 5 2.00', 'Payee 4 3.00', ...sorted.slice(3)];
  await untilShown(page, pasted);
  await page.getByText('3 cells in 3 rows selected').waitFor();
  await press('Control+d');
  await untilShown(page, ['Payee 6 1.00', 'Payee 5 1.00', 'Payee 4 1.00', ...sorted.slice(3)]);
  await press('Delete');
  await untilShown(page, ['Payee 6 ', 'Payee 5 ', 'Payee 4 ', ...sorted.slice(3)]);
  await press('Control+z', 'Control+z');
  await untilShown(page, pasted);
  await keepPictures(page, 'sorted');
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
  await paste(page, '7.00\n8.00\n9.00');
  const message = page.getByRole('region', { name: 'Messages' });
  await message.getByText('2 rows added.', { exact: true }).waitFor();
  const footer = page.locator('footer');
  await footer.getByText('8 rows', { exact: true }).waitFor();
  await footer.getByText('3 rows shown', { exact: true }).waitFor();
  await untilShown(page, ['Payee 2 7.00', ' 8.00', ' 9.00']);
  await keepPictures(page, 'added');
  await message.getByRole('button', { name: 'Undo', exact: true }).click();
  await footer.getByText('6 rows', { exact: true }).waitFor();
  await untilShown(page, ['Payee 2 20.00']);
  // What a filter or search no longer finds stays too.
  await cell(page, 'Invoice 2').click();
  await paste(page, 'Rent');
  await cell(page, 'Rent').waitFor();
  await press('Delete');
  await cell(page, 'Rent').waitFor({ state: 'detached' });
  await untilShown(page, ['Payee 2 20.00']);
  await press('Control+z', 'Control+z');
  await cell(page, 'Invoice 2').waitFor();
  expect(app.faults).toEqual([]);
});

it('asks how the amounts of a paste are written where they contradict each other', async () => {
  const { app, page } = await openConnected('paste-asks');
  await bringFile(
    page,
    csvFile('asks.csv', [header, ...[1, 2].map((place) => line(place).replace('USD', 'KWD'))]),
  );
  await cell(page, '10.000').click();
  await paste(page, '1.234,50\n1.234\n2.5');
  const question = page.getByRole('dialog', { name: 'How are the amounts written?' });
  await question.getByText('An amount that you pasted says 1.234.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  await untilShown(page, ['Payee 1 10.000', 'Payee 2 20.000']);
  await paste(page, '1.234,50\n1.234\n2.5');
  await question.getByRole('radio', { name: 'Decimal comma: 1,234' }).check();
  await question.getByRole('button', { name: 'Paste', exact: true }).click();
  await untilShown(page, ['Payee 1 1,234.500', 'Payee 2 1,234.000', ' 2.5']);
  await page.getByText('1 row added.', { exact: true }).waitFor();
  expect(app.faults).toEqual([]);
});

/** Keeps pictures where the variable names a folder, to be looked at. */
async function keepPictures(page: Page, name: string): Promise<void> {
  const folder = process.env['BURSAR_PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/paste-${name}.png` });
}
