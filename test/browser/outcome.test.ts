import { beforeAll, expect, it } from 'vitest';
import { sharedBrowser } from './kit/launch.ts';
import { keepPictureOnFailure } from './kit/on-failure.ts';
import { newFolder, openApp } from './kit/open-app.ts';
import {
  bringFile,
  checkAndRelease,
  csvFile,
  goTo,
  problemCount,
  repairNext,
  trySandbox,
} from './kit/steps.ts';

beforeAll(sharedBrowser, 180_000);

const limitMs = 120_000;
const rows = csvFile('payroll.csv', [
  'Amount;Currency;Method;Name;Account;Reference',
  '1234.50;eur;SEPA;Anna;DE00123;Invoice 1',
  '12.50;EUR;BANK_TRANSFER;Bob;40123456;Invoice 2',
  '7.00;EUR;BANK_TRANSFER;Carl;40019002;Invoice 3',
  '8.00;EUR;BANK_TRANSFER;Dora;50019002;Invoice 4',
]);

it(
  'marks an account that SEPA cannot pay, says what was corrected, and tells the outcome in money',
  async () => {
    const app = await openApp(newFolder());
    const { page } = app;
    keepPictureOnFailure(() => page, 'outcome');
    await trySandbox(page);
    await bringFile(page, rows);
    await page.getByText('Currency: eur corrected to EUR in 1 row.').waitFor();
    await problemCount(page, 1).waitFor();
    await page.getByRole('grid').focus();
    await repairNext(page, 'DE89370400440532013000', 0);
    const batchId = await checkAndRelease(page, '4 payouts');

    await page
      .getByText('2 × Account: This account cannot be paid. [ACCOUNT_NOT_PAYABLE]: Edit and retry')
      .waitFor();
    const outcome = page.getByRole('region', { name: 'Outcome' });
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

    // The batch and the list of batches say the same of how it ended.
    const ended = page.getByText('Completed, 2 not paid', { exact: true });
    await page.getByRole('region', { name: 'Progress' }).locator(ended).waitFor();
    await page.getByRole('link', { name: 'Batches' }).click();
    await ended.waitFor();
    // In full, on a small screen too, and where everything is half as large again.
    const list = page.getByRole('grid', { name: 'Batches' });
    const tooWide = (elements: readonly unknown[]): string[] =>
      elements
        .map(Object)
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ innerText, scrollWidth, clientWidth }) => `${innerText}: ${scrollWidth} in ${clientWidth}`);
    for (const [width, height, columns] of [
      [1024, 700, 8],
      [853, 533, 5],
      [1280, 800, 8],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => list.getByRole('columnheader').count()).toBe(columns);
      expect(await ended.evaluateAll(tooWide)).toEqual([]);
      expect(await list.evaluateAll(tooWide)).toEqual([]);
      expect(await list.getByRole('gridcell').evaluateAll(tooWide)).toEqual([]);
    }

    await goTo(page, `/payouts?batch=${batchId}`);
    await page.getByText('4 payouts', { exact: true }).waitFor();
    await page.getByText(/^1,262\.00 EUR/).waitFor();
    await page.getByText(', all states').waitFor();
    // An account is told from others by its end.
    const account = page.getByRole('grid', { name: 'Payouts' }).getByText('DE89370400440532013000');
    const isWhole = account.evaluate((text) => Object(text).scrollWidth <= Object(text).clientWidth);
    expect(await isWhole).toBe(true);
    await goTo(page, `/payouts?batch=${batchId}&state=failed&state=rejected`);
    await page.getByText(/^15\.00 EUR/).waitFor();
    expect(await page.getByText(', all states').count()).toBe(0);

    // The sheet of the retry says at the account why it was not paid.
    await goTo(page, `/batches/${batchId}`);
    await page.getByRole('button', { name: 'Retry 2 payouts' }).click();
    await page.getByText('No duplicates or warnings in the rows').waitFor();
    await page.getByRole('gridcell', { name: '40019002' }).hover();
    await page.getByText(/^Last attempt, .*: rejected\. Account: This account cannot be paid\./).waitFor();
    await app.close();
  },
  limitMs,
);
