import { expect, it } from 'vitest';
import { openConnected } from '../kit/connected-app.ts';
import { cell, untilShown } from '../kit/payout-rows.ts';
import { bringFile, csvFile, makeDraft } from '../kit/steps.ts';

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

it('copies an amount that is selected on a screen with a space before its currency', async () => {
  const { page, app } = await openConnected('amounts', { permissions: ['clipboard-read'] });
  await bringFile(
    page,
    csvFile('amounts.csv', ['amount,currency,method,name,account', '12.50,EUR,CARD,Fay,X2']),
  );
  await makeDraft(page, '1 payout');
  await page.getByText('12.50').first().selectText();
  await page.keyboard.press('Control+c');
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('12.50 EUR');
  expect(app.faults).toEqual([]);
});
