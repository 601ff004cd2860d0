import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { decodeWire, encodeWire, wireType } from '../../../contract/window/bridge.ts';
import type { Get } from '../../kit/with-bursar.ts';
import { paid, withConnectedApp } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { answerOf, hold, intercept, wireValue } from '../kit/intercept.ts';
import type { SlowableMerchant } from '../kit/merchant-sandbox.ts';
import { chooseOption, csvFile, exported, goTo } from '../kit/steps.ts';

let page: Page;
let merchant: SlowableMerchant;

const header = 'amount,currencyCode,paymentMethodCode,accountName,accountNumber,reference';
const prepare = async (get: Get): Promise<void> => {
  const rows = [
    '1250.00,EUR,BANK_TRANSFER,Nordwind GmbH,ACC-5,Invoice 77',
    '43200,JPY,BANK_TRANSFER,Aoi Nakamura,ACC-6,Translation',
  ];
  await paid(get, csvFile('mixed.csv', [header, ...rows]));
};
withConnectedApp('while-reading', { isConfirming: true, before: prepare }, (opened) => {
  ({ page, merchant } = opened);
});

const grid = (name: string) => page.getByRole('grid', { name, exact: true });

/** Changes the answers to calls of this operation, as JSON, until the returned function is called. */
const changeAnswers = (name: string, change: (json: string) => string): Promise<() => void> =>
  intercept(page, `**/${name}`, async (route) => {
    const answer = wireValue(await (await answerOf(route)).body());
    const body = Buffer.from(encodeWire(JSON.parse(change(JSON.stringify(answer)))));
    await route.fulfill({ status: 200, contentType: wireType, body });
  });

it('says that there are no balances only once it knows', async () => {
  const release = await hold(page, 'position.read');
  await goTo(page, '/overview');
  await page.reload();
  const asked = page.waitForRequest('**/position.read');
  for (const [place, tab, untrue] of [
    ['statement', 'Statement', 'No balances yet'],
    ['balances', 'Balance history', 'No balance was read in this period'],
  ] as const) {
    await goTo(page, `/treasury/${place}`);
    await asked;
    await page.getByRole('tab', { name: tab, selected: true }).waitFor();
    await page.getByRole('group', { name: 'Period' }).waitFor();
    expect(await page.getByText(untrue).count()).toBe(0);
  }
  release();
  await grid('Balances').getByRole('row').nth(1).waitFor();
});

it('says that nothing is there only where it could be read', async () => {
  const main = page.getByRole('main');
  // Screens that read two things are tried without each: what they ask for second, they ask for only if they have the first.
  for (const places of [
    [
      ['/batches', 'batches.list', 'No batch yet'],
      ['/treasury/statement', 'statement.movements', 'Nothing moved'],
      ['/treasury/books', 'books.list', 'No export yet'],
      ['/treasury/flows', 'flows.read', 'Nothing moved'],
      ['/treasury/balances', 'balances.history', 'No balance was read in this period'],
    ],
    [
      ['/treasury/position', 'position.read', 'No balances yet'],
      ['/treasury/balances', 'position.read', 'No balance was read in this period'],
    ],
  ] as const) {
    const operations = new Set(places.map(([, operation]) => operation));
    const ends = await Promise.all(
      [...operations].map((operation) => intercept(page, `**/${operation}`, (route) => route.abort())),
    );
    await goTo(page, '/settings');
    await page.reload();
    for (const [place, operation, untrue] of places) {
      const asked = page.waitForRequest(`**/${operation}`);
      await goTo(page, place);
      await asked;
      await main
        .getByText(/^Bursar does not answer/)
        .first()
        .waitFor();
      expect(await main.getByText(untrue).count(), `${place} without ${operation}`).toBe(0);
    }
    for (const end of ends) end();
  }
});

it('says that there is no money only where the balances were read', async () => {
  const none = page.getByText('No money in any currency');
  const endUnread = await changeAnswers('position.read', () => '{"ok":true,"value":[]}');
  await goTo(page, '/treasury/position');
  await page.reload();
  await page.getByText('No balances yet').waitFor();
  expect(await none.count()).toBe(0);
  endUnread();
  const endEmpty = await changeAnswers('position.read', (lines) => lines.replaceAll(/"-?[0-9.]+"/g, '"0"'));
  await page.reload();
  await none.waitFor();
  endEmpty();
});

it('shows no amount with the currency of another statement while that is read', async () => {
  await goTo(page, '/treasury/statement?currency=EUR');
  await grid('Movements').getByText('-1,250.00').waitFor();
  const release = await hold(page, 'statement.movements');
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

it('asks about a difference in the currency of the statement that showed it', async () => {
  const endIntercepting = await changeAnswers('statement.read', (statement) =>
    statement.replaceAll(/"arisen":(null|"[^"]*")/g, '"arisen":"-5.00"'),
  );
  await page.reload();
  await goTo(page, '/treasury/statement?currency=EUR');
  await grid('Movements').getByText('-1,250.00').waitFor();
  const explain = page.getByRole('button', { name: /^Explain/ }).first();
  await explain.waitFor();
  const release = await hold(page, 'statement.read');
  const asked = page.waitForRequest('**/statement.read');
  await chooseOption(page, 'Currency', 'JPY');
  await asked;
  await explain.click();
  await page.getByRole('dialog', { name: /^Explain -5\.00 EUR on / }).waitFor();
  release();
  await page.getByText('-5.00 JPY that no payment explains').first().waitFor();
  await page.getByRole('dialog', { name: /^Explain -5\.00 EUR on / }).waitFor();
  await page.keyboard.press('Escape');
  endIntercepting();
});

it('draws balances with their own currency while those of another one are read', async () => {
  await goTo(page, '/treasury/balances?currency=EUR');
  const picture = (name: RegExp) => page.getByRole('img', { name });
  const inEuro = picture(/^Booked balance in EUR from 10,000,000\.00 on /);
  await inEuro.waitFor();
  const release = await hold(page, 'balances.history');
  const asked = page.waitForRequest('**/balances.history');
  await chooseOption(page, 'Currency', 'JPY');
  await asked;
  await page.getByRole('combobox', { name: 'Currency' }).filter({ hasText: 'JPY' }).waitFor();
  expect(await inEuro.count()).toBe(1);
  release();
  await picture(/^Booked balance in JPY from 10,000,000/).waitFor();
});

it('exports the journal lines that are shown while those of another period are read', async () => {
  await goTo(page, '/treasury/books');
  const lines = grid('Journal lines').getByRole('row');
  await lines.filter({ hasText: 'Nordwind GmbH' }).first().waitFor();
  const release = await hold(page, 'books.preview');
  const asked = page.waitForRequest('**/books.preview');
  await page.getByRole('button', { name: 'Last month' }).click();
  await asked;
  const { bytes } = await exported(page, /^CSV/);
  expect(bytes.toString('utf8')).toContain('Nordwind GmbH');
  release();
  await page.getByRole('heading', { name: '0 journal lines' }).waitFor();
});

it('shows the movements of its count, even if others are paid while it is read', async () => {
  await goTo(page, '/treasury/statement?currency=EUR');
  await page.getByRole('heading', { name: '1 movement' }).waitFor();
  const there = elsewhere(page);
  await paid(there, csvFile('later.csv', [header, '10.00,EUR,BANK_TRANSFER,Quill Ltd,ACC-7,Rent 1']));
  await there('balances.read', { profileName: 'acme', currencyCodes: [] });
  await page.getByRole('heading', { name: '2 movements' }).waitFor();
  await grid('Movements').getByText('Quill Ltd').waitFor();
});

it('reading the balances can be stopped, and is not called a failure then', async () => {
  await goTo(page, '/treasury/position');
  merchant.answerAfter(20_000);
  onTestFinished(() => merchant.answerAfter(0));
  const called = page.waitForResponse('**/position.refresh');
  await page.getByRole('button', { name: 'Read balances' }).click();
  await page.getByRole('button', { name: 'Reading balances …' }).waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  expect(decodeWire(await (await called).body())).toMatchObject({
    value: { ok: false, error: { code: 'stopped' } },
  });
  await page.getByRole('button', { name: 'Read balances' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(0);
});
