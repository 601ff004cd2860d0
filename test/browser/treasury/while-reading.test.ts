import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { withConnectedApp } from '../kit/connected-app.ts';
import { intercept } from '../kit/intercept.ts';
import {
  bringFile,
  checkAndRelease,
  chooseOption,
  csvFile,
  goTo,
  heading,
  stateCount,
} from '../kit/steps.ts';

let page: Page;

withConnectedApp('while-reading', { isConfirming: true }, async (opened) => {
  ({ page } = opened);
  await bringFile(
    page,
    csvFile('mixed.csv', [
      'amount,currencyCode,paymentMethodCode,accountName,accountNumber,reference',
      '1250.00,EUR,BANK_TRANSFER,Nordwind GmbH,ACC-5,Invoice 77',
      '43200,JPY,BANK_TRANSFER,Aoi Nakamura,ACC-6,Translation',
    ]),
  );
  await checkAndRelease(page, '2 payouts');
  await stateCount(page, 'paid', 2).waitFor();
});

/** Holds this operation until the returned function is called, or the test ends. */
async function hold(operation: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  const end = await intercept(page, `**/${operation}`, (route) => held.promise.then(() => route.continue()));
  const release = (): void => {
    end();
    held.resolve();
  };
  onTestFinished(release);
  return release;
}

const grid = (name: string) => page.getByRole('grid', { name, exact: true });

it('says that there are no balances only once it knows', async () => {
  const release = await hold('position.read');
  for (const [place, untrue] of [
    ['statement', 'No balances yet'],
    ['balances', 'No balance was read in this period'],
  ] as const) {
    await goTo(page, '/overview');
    await page.reload();
    const asked = page.waitForRequest('**/position.read');
    await goTo(page, `/treasury/${place}`);
    await asked;
    await page.getByRole('group', { name: 'Period' }).waitFor();
    expect(await page.getByText(untrue).count()).toBe(0);
  }
  release();
  await grid('Balances').getByRole('row').nth(1).waitFor();
});

it('shows no amount with the currency of another statement while that is read', async () => {
  await goTo(page, '/treasury/statement?currency=EUR');
  await grid('Movements').getByText('-1,250.00').waitFor();
  const release = await hold('statement.movements');
  const asked = page.waitForRequest('**/statement.movements');
  await chooseOption(page, 'Currency', 'JPY');
  await asked;
  await page.getByText('JPY').nth(3).waitFor();
  const row = grid('Movements').getByRole('row').filter({ hasText: 'Nordwind GmbH' });
  expect(await row.innerText()).toMatch(/-1,250\.00\s*EUR/);
  release();
  await grid('Movements').getByText('-43,200').waitFor();
  expect(await grid('Movements').getByText('Nordwind GmbH').count()).toBe(0);
});

it('draws balances with their own currency while those of another one are read', async () => {
  await goTo(page, '/treasury/balances?currency=EUR');
  const picture = (name: RegExp) => page.getByRole('img', { name });
  const inEuro = picture(/^Booked balance in EUR from 10,000,000\.00 on /);
  await inEuro.waitFor();
  const release = await hold('balances.history');
  const asked = page.waitForRequest('**/balances.history');
  await chooseOption(page, 'Currency', 'JPY');
  await asked;
  await page.getByRole('combobox', { name: 'Currency' }).filter({ hasText: 'JPY' }).waitFor();
  expect(await inEuro.count()).toBe(1);
  release();
  await picture(/^Booked balance in JPY from 10,000,000/).waitFor();
});

it('shows the movements of its count, even if others are paid while it is read', async () => {
  await goTo(page, '/treasury/statement?currency=EUR');
  await page.getByRole('heading', { name: '1 movement' }).waitFor();
  const opened = page.context().waitForEvent('page');
  await page.evaluate('void window.open(location.href)');
  const other = await opened;
  await heading(other, 'Treasury').waitFor();
  await bringFile(
    other,
    csvFile('later.csv', [
      'amount,currencyCode,paymentMethodCode,accountName,accountNumber,reference',
      '10.00,EUR,BANK_TRANSFER,Quill Ltd,ACC-7,Rent 1',
    ]),
  );
  await checkAndRelease(other, '1 payout');
  await stateCount(other, 'paid', 1).waitFor();
  await goTo(other, '/treasury/position');
  await other.getByRole('button', { name: 'Read balances' }).click();
  await page.getByRole('heading', { name: '2 movements' }).waitFor();
  await grid('Movements').getByText('Quill Ltd').waitFor();
  await other.close();
});
