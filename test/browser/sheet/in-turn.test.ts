import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import { hold } from '../kit/intercept.ts';
import { cell, header, line, untilShown } from '../kit/payout-rows.ts';
import { bringFile, csvFile, heading } from '../kit/steps.ts';

let page: Page;
withConnectedApp('in-turn', {}, (opened) => {
  ({ page } = opened);
});

it('does what a button says with the rows that were selected by keys pressed before it', async () => {
  await bringFile(page, csvFile('order.csv', [header, line(1), line(2), line(3), line(4)]));
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00']);
  await cell(page, '30.00').click();
  await page.keyboard.type('33.00');
  await page.keyboard.press('Enter');
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee 3 33.00', 'Payee 4 40.00']);
  const undo = await hold(page, 'sheets.undo');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: /^Remove/ }).click();
  undo();
  await page.getByText('2 rows removed.').waitFor();
  await untilShown(page, ['Payee 3 30.00', 'Payee 4 40.00']);
});

it('does once what a double click on a button asks for, and twice what two keys do', async () => {
  await bringFile(page, csvFile('twice.csv', [header, line(1), line(2), line(3), line(4)]));
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00']);
  const tool = (name: RegExp) => page.getByRole('button', { name });
  const secondClick = async (): Promise<void> => {
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
  };
  await cell(page, 'Payee 1').click();
  await tool(/^Remove/).click();
  await untilShown(page, ['Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00']);
  await secondClick();
  await tool(/^Duplicate/).dblclick();
  await untilShown(page, ['Payee 2 20.00', 'Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00']);
  await tool(/^Add row/).dblclick();
  await untilShown(page, ['Payee 2 20.00', ' ', 'Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00']);
  await tool(/^Set aside .* selected/).dblclick();
  await page.getByText('1 row set aside.').waitFor();
  await untilShown(page, ['Payee 2 20.00', 'Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00']);
  await tool(/^Remove/).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await untilShown(page, ['Payee 2 20.00', 'Payee 4 40.00']);
  await tool(/^Undo:/).dblclick();
  await untilShown(page, ['Payee 2 20.00', 'Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00']);
});

it('fills and copies what was typed, also while it is being saved, and pastes what was copied last', async () => {
  await bringFile(page, csvFile('fill.csv', [header, line(1), line(2), line(3), line(4)]));
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee 3 30.00', 'Payee 4 40.00']);
  await cell(page, '40.00').click();
  await page.keyboard.press('Control+c');
  let save = await hold(page, 'sheets.change');
  await cell(page, '10.00').click();
  await page.keyboard.type('11.00');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+d');
  save();
  await untilShown(page, ['Payee 1 11.00', 'Payee 2 11.00', 'Payee 3 30.00', 'Payee 4 40.00']);

  save = await hold(page, 'sheets.change');
  await cell(page, '30.00').click();
  await page.keyboard.type('33.00');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+v');
  save();
  await untilShown(page, ['Payee 1 11.00', 'Payee 2 11.00', 'Payee 3 33.00', 'Payee 4 33.00']);
});

it('takes what is typed after an undo or redo for which there is nothing, also entries that arrows end', async () => {
  await bringFile(page, csvFile('arrows.csv', [header, line(1), line(2), line(3)]));
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee 3 30.00']);
  const save = await hold(page, 'sheets.change');
  await cell(page, '10.00').click();
  await page.keyboard.type('11.00');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+y');
  await page.keyboard.type('22.00');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('33.00');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('Payee C');
  await page.keyboard.press('ArrowUp');
  save();
  await page.getByText('There is nothing to redo.').waitFor();
  await untilShown(page, ['Payee 1 11.00', 'Payee 2 22.00', 'Payee C 33.00']);
});

it('changes nothing in a row that is still being saved, and says so', async () => {
  await bringFile(page, csvFile('new.csv', [header, line(1)]));
  await untilShown(page, ['Payee 1 10.00']);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  const save = await hold(page, 'sheets.change');
  await page.keyboard.type('Payee 2');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Delete');
  await page
    .getByText(/^The row after the last one is still being saved, so nothing was changed\./)
    .waitFor();
  save();
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 ']);
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
  await page.keyboard.type('22.00');
  await page.keyboard.press('Enter');
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
