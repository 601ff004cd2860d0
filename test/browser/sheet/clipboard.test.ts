import { expect, it } from 'vitest';
import { openConnected } from '../kit/connected-app.ts';
import { cell, untilShown } from '../kit/payout-rows.ts';
import { bringFile, csvFile, problemCount } from '../kit/steps.ts';

it('copies an amount of three decimals so that a spreadsheet whose decimal sign is the comma reads it as it is', async () => {
  const { page, app } = await openConnected('clipboard', { permissions: ['clipboard-read'] });
  const rows = ['2.345,EUR', '2.500,KWD', '12.50,EUR'].map(
    (money, place) => `${money},CARD,Fay ${place},X${place}`,
  );
  await bringFile(page, csvFile('dinars.csv', ['amount,currency,method,name,account', ...rows]));
  await untilShown(page, ['Fay 0 2.345', 'Fay 1 2.500', 'Fay 2 12.50']);
  await problemCount(page, 1).waitFor();
  const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
  await cell(page, '12.50').click();
  await page.keyboard.press('Control+Shift+ArrowUp');
  await page.keyboard.press('Control+c');
  // The first is a problem, and stays as it was typed.
  await expect.poll(copied).toBe('2.345\n2.5000\n12.50\n');
  await cell(page, '2.500').click();
  await page.keyboard.press('Control+c');
  await expect.poll(copied).toBe('2.5000');
  // Within Bursar it is copied as it stands.
  await cell(page, '12.50').click();
  await page.keyboard.press('Control+v');
  await untilShown(page, ['Fay 0 2.345', 'Fay 1 2.500', 'Fay 2 2.500']);
  expect(app.faults).toEqual([]);
});

it('copies a cell so that no spreadsheet runs it, and pastes what was typed', async () => {
  const { page, app } = await openConnected('formulas', { permissions: ['clipboard-read'] });
  await bringFile(
    page,
    csvFile('formulas.csv', [
      'amount,currency,method,name,account',
      '12.50,EUR,CARD,=1+1,X1',
      '13.50,EUR,CARD,Fay,X2',
    ]),
  );
  await untilShown(page, ['=1+1 12.50', 'Fay 13.50']);
  const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
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
  expect(app.faults).toEqual([]);
});
