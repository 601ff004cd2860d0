import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { hold } from '../kit/intercept.ts';
import {
  bringFile,
  checkAndRelease,
  csvFile,
  goTo,
  makeDraft,
  problemCount,
  release,
  repairNext,
} from '../kit/steps.ts';
import { page } from '../kit/shared-app.ts';

/** Runs in the page: which of these are cut, or scroll sideways. */
const tooWide = (elements: readonly unknown[]): string[] =>
  elements
    .map(Object)
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ innerText, scrollWidth, clientWidth }) => `${innerText}: ${scrollWidth} in ${clientWidth}`);

/** A list leaves out columns, and cuts nothing, on a usual and a small screen and where everything is half as large again. */
async function fits(
  list: Locator,
  columns: readonly [usual: number, small: number, zoomed: number],
): Promise<void> {
  const sizes = [
    { width: 853, height: 533 },
    { width: 1024, height: 700 },
    { width: 1280, height: 800 },
  ];
  for (const [index, size] of sizes.entries()) {
    await list.page().setViewportSize(size);
    await expect.poll(() => list.getByRole('columnheader').count()).toBe(columns.at(-1 - index));
    expect(await list.evaluateAll(tooWide)).toEqual([]);
    for (const part of ['[role=columnheader]', '[role=gridcell]', '[role=gridcell] [title]'])
      expect(await list.locator(part).evaluateAll(tooWide)).toEqual([]);
  }
}

/** Longer than its column: it begins at its right. */
const arabicName = 'شركة النور للتجارة والمقاولات العامة المحدودة';

const rows = csvFile('payroll.csv', [
  'Amount;Currency;Method;Name;Account;Reference',
  '1234.50;eur;SEPA;Anna;DE00123;Invoice 1',
  '12.50;EUR;BANK_TRANSFER;Bob;40123456;Invoice 2',
  '7.00;EUR;BANK_TRANSFER;Carl;40019002;Invoice 3',
  '8.00;EUR;BANK_TRANSFER;Dora;50019002;Invoice 4',
]);

it('marks an account that SEPA cannot pay, says what was corrected, and reports the outcome in amounts', async () => {
  await bringFile(page, rows);
  await page.getByText('Currency: eur corrected to EUR in 1 row.').waitFor();
  await problemCount(page, 1).waitFor();
  await page.getByRole('grid').focus();
  await repairNext(page, 'DE12500105170648489890', 0);
  const addUp = await hold(page, 'batches.show');
  const batchId = await checkAndRelease(page, '4 payouts');
  // The payouts stay where they are while the outcome is added up, problems come and the batch ends, unless the person opens the list.
  const payouts = page.getByRole('grid', { name: 'Payouts of this batch' });
  const isAt = async (): Promise<number | undefined> => (await payouts.boundingBox())?.y;
  const problems = page.getByRole('button', { name: 'Show problems' });
  const outcome = page.getByRole('region', { name: 'Outcome' });
  await outcome.getByText('1,262.00').waitFor();
  const atFirst = await isAt();
  addUp();
  await page
    .getByText('2 × Account: This account cannot be paid. [ACCOUNT_NOT_PAYABLE]: Edit and retry')
    .waitFor();
  await outcome.getByText('15.00').waitFor();
  await outcome.getByText('1,247.00').waitFor();
  const headers = await outcome.getByRole('columnheader').allInnerTexts();
  expect(headers).toEqual([
    'Currency',
    'Released',
    'Paid',
    'In progress',
    'Not paid',
    'Fees of paid payouts',
  ]);
  await page.getByRole('button', { name: 'Retry 2 payouts' }).waitFor();
  await page
    .getByRole('region', { name: 'Progress' })
    .getByText(/^Completed/)
    .waitFor();
  expect(await isAt()).toBe(atFirst);
  // A batch that has ended by the time it is shown has them open.
  if ((await problems.count()) > 0) await problems.click();
  await page.getByRole('region', { name: 'Problems', exact: true }).getByText('Carl').waitFor();

  // The batch and the list of batches say the same of how it ended.
  const ended = page.getByText('Completed, 2 not paid', { exact: true });
  await page.getByRole('region', { name: 'Progress' }).locator(ended).waitFor();
  await page.getByRole('link', { name: 'Batches', exact: true }).click();
  await ended.waitFor();
  // In full, on a small screen too, and where everything is half as large again.
  const list = page.getByRole('grid', { name: 'Batches' });
  await fits(list, [8, 8, 6]);

  await goTo(page, `/batches/${batchId}`);
  await fits(page.getByRole('grid', { name: 'Payouts of this batch' }), [9, 8, 6]);
  // On a small screen too, the dash of one outcome is no minus before the amount of the next.
  await page.setViewportSize({ width: 853, height: 533 });
  const roomAfter = (cell: unknown): string => Object(globalThis).getComputedStyle(cell).paddingRight;
  expect(await outcome.getByRole('cell').nth(2).evaluate(roomAfter)).toBe('12px');
  await page.setViewportSize({ width: 1280, height: 800 });

  await goTo(page, `/payouts?batch=${batchId}`);
  await page.getByText('4 payouts', { exact: true }).waitFor();
  await page.getByText(/^1,262\.00 EUR/).waitFor();
  await page.getByText(', all states').waitFor();
  // An account is told from others by its end.
  const account = page.getByRole('grid', { name: 'Payouts' }).getByText('DE12500105170648489890');
  const isWhole = account.evaluate((text) => Object(text).scrollWidth <= Object(text).clientWidth);
  expect(await isWhole).toBe(true);
  await fits(page.getByRole('grid', { name: 'Payouts' }), [8, 7, 5]);
  await goTo(page, `/payouts?batch=${batchId}&state=failed&state=rejected`);
  await page.getByText(/^15\.00 EUR/).waitFor();
  expect(await page.getByText(', all states').count()).toBe(0);

  // The sheet of the retry says at the account why it was not paid.
  await goTo(page, `/batches/${batchId}`);
  let opened = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/sheets.open')) opened += 1;
  });
  // A double click opens one sheet.
  await page.getByRole('button', { name: 'Retry 2 payouts' }).dblclick();
  await page.getByText('No duplicates or warnings in the rows').waitFor();
  expect(opened).toBe(1);
  await page.getByRole('gridcell', { name: '40019002' }).hover();
  await page.getByText(/^Last attempt, .*: rejected\. Account: This account cannot be paid\./).waitFor();

  // Retried once more, it is that sheet, with what was changed in it.
  const sheet = page.url();
  await page.getByRole('gridcell', { name: '40019002' }).click();
  await page.keyboard.type('40123457');
  await page.keyboard.press('Enter');
  await page.getByRole('gridcell', { name: '40123457' }).waitFor();
  await goTo(page, `/batches/${batchId}`);
  await page.getByRole('button', { name: 'Retry 2 payouts' }).click();
  await page.getByText('This retry was begun before: its rows are as they were left.').waitFor();
  await page.getByRole('gridcell', { name: '40123457' }).waitFor();
  expect(page.url()).toBe(sheet);
});

it('wraps long names and reasons on a small screen, so that every finding and problem is fully visible', async () => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const payouts = [
    `0.000000000000000001,USDT_TRC20,CRYPTO,${arabicName},TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf`,
    `12.00,EUR,BANK_TRANSFER,${'Extraordinarily Long Company '.repeat(6)},40019002`,
  ];
  const fileName = 'suppliers of all branches, second run, corrected.csv';
  await bringFile(page, csvFile(fileName, ['amount,currency,method,name,account', ...payouts]));
  const arabic = page.getByRole('gridcell', { name: arabicName, exact: true });
  const directionOf = (cell: unknown): string => Object(globalThis).getComputedStyle(cell).direction;
  expect(await arabic.evaluate(directionOf)).toBe('rtl');
  await makeDraft(page, '2 payouts');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const unavailable = page.getByRole('region', { name: 'Not available' });
  await unavailable.getByText('The gateway does not offer CRYPTO').waitFor();
  expect(await unavailable.evaluateAll(tooWide)).toEqual([]);
  await release(page, '2 payouts');
  // Neither what the report adds, nor a button that has nothing more to do, moves the payouts.
  const list = page.getByRole('grid', { name: 'Payouts of this batch' });
  await page.getByRole('region', { name: 'Outcome' }).waitFor();
  const atFirst = (await list.boundingBox())?.y;
  expect(await arabic.evaluate(directionOf)).toBe('rtl');
  await page
    .getByRole('region', { name: 'Progress' })
    .getByText(/^Completed/)
    .waitFor();
  await page.getByRole('button', { name: 'Cancel unsent payouts' }).waitFor({ state: 'hidden' });
  expect((await list.boundingBox())?.y).toBe(atFirst);
  await page.getByRole('button', { name: 'Show problems' }).click();
  const problems = page.getByRole('region', { name: 'Problems', exact: true });
  await problems.getByText('Extraordinarily').waitFor();
  expect(await problems.evaluateAll(tooWide)).toEqual([]);
});
