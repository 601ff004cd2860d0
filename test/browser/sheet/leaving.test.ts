import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import { cell, header, line, untilShown } from '../kit/payout-rows.ts';
import { bringFile, csvFile } from '../kit/steps.ts';

let page: Page;
let faults: readonly string[];
withConnectedApp('leaving', {}, ({ app }) => {
  ({ page, faults } = app);
});

it('keeps what is being typed into a cell when the page reloads, and removes a message with Undo once its change is undone or its rows are gone', async () => {
  await bringFile(page, csvFile('leaving.csv', [header, line(1), line(2), line(3)]));
  await cell(page, '20.00').click();
  await page.keyboard.type('25.00');
  await page.reload();
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 25.00', 'Payee 3 30.00']);
  // A cell that was opened and not changed is no change.
  await cell(page, '30.00').dblclick();
  await page.getByRole('textbox', { name: 'Amount, row 3' }).waitFor();
  await page.reload();
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 25.00', 'Payee 3 30.00']);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+z');
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee 3 30.00']);

  const messages = page.getByRole('region', { name: 'Messages' });
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: /^Duplicate/ }).click();
  await messages.getByText('2 rows added.').waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+z');
  await untilShown(page, ['Payee 1 10.00', 'Payee 2 20.00', 'Payee 3 30.00']);
  expect(await messages.getByText('2 rows added.').count()).toBe(0);

  // Nor does it follow to another screen, however soon that is opened.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: /^Remove/ }).click();
  await messages.getByText('2 rows removed.').waitFor();
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  expect(await messages.getByText('2 rows removed.').count()).toBe(0);
  expect(faults).toEqual([]);
});
