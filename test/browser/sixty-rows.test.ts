import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withConnectedApp } from './kit/connected-app.ts';
import type { OpenApp } from './kit/open-app.ts';
import { bringFile, csvFile, goToNextProblem, problemCount, tabTo, typeCell } from './kit/steps.ts';

let app: OpenApp;
let page: Page;

withConnectedApp('sixty-rows', {}, (opened) => {
  ({ app, page } = opened);
});

/** What a person presses between the file and the release, letters of repaired cells among them. */
const mostKeys = 35;

/** Sixty payouts as an accounting program wrote them: five amounts with the noise of floating point, and three cells that are wrong. */
function messyFile(): string[] {
  const rows = Array.from({ length: 60 }, (_, index) => {
    const amount = index < 5 ? '0.30000000000000004' : index === 20 ? 'many' : `${100 + index}.50`;
    const currency = index === 30 ? '' : 'EUR';
    const method = index === 40 ? '' : 'BANK_TRANSFER';
    return `${amount},${currency},${method},Payee ${index},ACC-${index},SANDBOX_BANK,Invoice ${index}`;
  });
  return [
    'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference',
    ...rows,
  ];
}

it('sixty messy rows are repaired, checked and released by few keys, and by the keyboard alone', async () => {
  await bringFile(page, csvFile('sixty.csv', messyFile()));
  await problemCount(page, 8).waitFor();
  await page.evaluate(
    "window.keys = 0; addEventListener('keydown', ({ key }) => { if (!['Control', 'Alt', 'Shift'].includes(key)) window.keys += 1; }, true)",
  );

  await goToNextProblem(page);
  await page.keyboard.press('Alt+Shift+Enter');
  await page.getByText('5 cells corrected.').waitFor();
  await problemCount(page, 3).waitFor();
  for (const [text, left] of [
    ['12.00', 2],
    ['EUR', 1],
    ['BANK_TRANSFER', 0],
  ] as const) {
    await goToNextProblem(page);
    await typeCell(page, text);
    await problemCount(page, left).waitFor();
  }
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Release 60 payouts …' }).and(page.locator(':enabled')).waitFor();
  await page.keyboard.press('Control+Enter');
  const sheet = page.getByRole('dialog', { name: 'Release 60 payouts?' });
  await sheet.getByRole('button', { name: 'Release 60 payouts', exact: true, disabled: false }).waitFor();
  await tabTo(page, sheet.getByRole('button', { name: 'Release 60 payouts' }));
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Progress' }).waitFor();
  expect(Number(await page.evaluate('window.keys'))).toBeLessThanOrEqual(mostKeys);
  expect(app.faults).toEqual([]);
});
