import { beforeAll, describe, expect, it } from 'vitest';
import { PayoutFilter, type PayoutOrder } from '../../../contract/payments/history.ts';
import { PaymentState, type PayoutSummary } from '../../../contract/payments/payment.ts';
import { toPayoutSummary } from '../../../main/core/payments/convert.ts';
import { exportPayouts } from '../../../main/core/payouts/export-payouts.ts';
import { countPayouts, listPayouts } from '../../../main/core/payouts/list-payouts.ts';
import { createFiles } from '../../../main/files/index.ts';
import { openMemoryStore, type MemoryStore } from '../../kit/memory-store.ts';
import { systemClock } from '../../../main/system.ts';
import { SeededRandom } from '../../simulation/seeded-random.ts';
import { plainly } from './plain-history.ts';
import { addProfile, claim, found, importBatch, newRow, release, value } from '../../kit/store.ts';

const random = new SeededRandom(20_261_121);
const names = [
  'Brückner & Söhne',
  'ÅNGSTRÖM AB',
  'zeta',
  'Zeta',
  'Ähre',
  'ahre',
  '山田 花子',
  'O’Neil "Bob"',
  '😀 Ltd',
];
const currencies = ['EUR', 'JPY', 'BTC'];
const methods = ['SEPA', 'BANK_TRANSFER'];
const amounts = [
  '5',
  '5.00',
  '5.000000000000000001',
  '12.50',
  '999999999999999999.999999999999999999',
  '0.000000000000000001',
];
const orders: readonly PayoutOrder[] = ['newest', 'oldest', 'amountDown', 'amountUp', 'name'];
const day = 86_400_000;
const firstDay = Date.UTC(2026, 0, 1);
const { signal } = new AbortController();
const rowsPerBatch = 250;
const batchCount = 9;

let store: MemoryStore;
let all: PayoutSummary[];
const progress: number[] = [];
const parts = () => ({
  store,
  clock: systemClock,
  files: createFiles({ clock: systemClock }),
  emit: (event: { kind: string; done?: number }) => progress.push(event.done ?? 0),
});

/** Batches of random rows; the clock goes back once, and every state comes about as it does in life. */
function addBatch(index: number): void {
  const batchId = `b${index}`;
  const rows = Array.from({ length: rowsPerBatch }, (_, row) =>
    newRow(batchId, row + 1, {
      amount:
        random.below(3) === 0 ? random.pick(amounts) : `${1 + random.below(2000)}.${10 + random.below(90)}`,
      currencyCode: random.pick(currencies),
      paymentMethodCode: random.pick(methods),
      accountName: `${random.pick(names)}${random.below(2) === 0 ? '' : ` ${random.below(50)}`}`,
      reference: `Invoice ${random.below(3000)} 100% "OR" near*`,
    }),
  );
  const at = firstDay + (index === 4 ? 1 : index) * day;
  store.beginBatch({
    batchId,
    keyId: index % 3 === 0 ? 'other' : 'key-1',
    fileName: `${batchId}.csv`,
    fileHash: batchId,
    contentHash: '',
    callbackUrl: 'https://merchant.example/callbacks',
    at,
  });
  store.addRows(batchId, rows);
  store.finishBatch(batchId, { rowsHash: 'rows hash', totals: [], at });
  if (index % 4 === 3) return;
  release(store, batchId, at);
  for (const { payment } of claim(store, batchId, 180, at)) {
    const { paymentId } = payment;
    const state = random.pick<PaymentState>(['accepted', 'accepted', 'rejected', 'unknown']);
    store.record([found(paymentId, 'sending', state)], at);
    if (state === 'accepted')
      store.record([found(paymentId, state, random.pick(['paid', 'paid', 'paid', 'failed']))], at);
  }
}

function readAll(): PayoutSummary[] {
  return Array.from({ length: batchCount }, (_, index) => store.rowsOfBatch(`b${index}`, 0, 100_000))
    .flat()
    .toSorted((left, right) => left.paymentId - right.paymentId)
    .map(toPayoutSummary);
}

beforeAll(() => {
  store = openMemoryStore();
  addProfile(store);
  addProfile(store, { keyId: 'other', name: 'other', merchantCode: 'M2' });
  for (let index = 0; index < batchCount; index += 1) addBatch(index);
  all = readAll();
});

const expected = (filter: PayoutFilter, order: PayoutOrder): string[] => plainly(all, filter, order);

async function pages(filter: PayoutFilter, order: PayoutOrder, limit: number): Promise<string[]> {
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page: { payouts: PayoutSummary[]; next: string | null } = value(
      await listPayouts(parts(), { filter, order, after, limit }, signal),
    );
    seen.push(...page.payouts.map(({ idPayout }) => idPayout));
    after = page.next;
  } while (after !== null);
  return seen;
}

const searches = [
  'söhne',
  'ZETA',
  'Invoice 12',
  '"or" near',
  'zz',
  '花',
  '花子',
  '😀 l',
  'b3-17',
  '100%',
  'de1',
  '*',
  "'",
  'ÅNG',
  'ang',
  'sohne',
  'de 1',
];

function randomFilter(): PayoutFilter {
  const maybe = <Value>(give: () => Value): Value | null => (random.below(4) === 0 ? give() : null);
  const some = <Value>(give: () => Value): Value[] => (random.below(4) === 0 ? [give(), give()] : []);
  const moment = (): string => new Date(firstDay + random.below(9) * day).toISOString();
  return PayoutFilter.parse({
    profileName: maybe(() => random.pick(['main', 'other', 'nobody'])),
    batchId: maybe(() => `b${random.below(batchCount + 1)}`),
    states: maybe(() => [random.pick<PaymentState>(['paid', 'draft', 'failed']), 'unknown']) ?? [],
    currencyCodes: some(() => random.pick(currencies)),
    paymentMethodCodes: some(() => random.pick([...methods, 'sepa'])),
    from: maybe(moment),
    until: maybe(moment),
    amountFrom: maybe(() => random.pick(['0.1', '5', '1000'])),
    amountUntil: maybe(() => random.pick(['5.0', '1200', '999999999999999999'])),
    search: random.below(2) === 0 ? random.pick(searches) : null,
  });
}

const none = PayoutFilter.parse({});

describe('the history of payouts', () => {
  it('finds by each condition alone, in each order, exactly what a plain search finds', async () => {
    const filters = [
      {},
      { profileName: 'other' },
      { batchId: 'b2' },
      { states: ['paid'] },
      { currencyCodes: ['BTC'] },
      { paymentMethodCodes: ['SEPA', 'CARD'] },
      { paymentMethodCodes: ['bank_Transfer'] },
      { from: new Date(firstDay + day).toISOString(), until: new Date(firstDay + 4 * day).toISOString() },
      { amountFrom: '5', amountUntil: '5.000' },
    ].map((filter) => PayoutFilter.parse(filter));
    for (const filter of filters)
      for (const order of orders)
        expect(await pages(filter, order, 1000), `${JSON.stringify(filter)} ${order}`).toEqual(
          expected(filter, order),
        );
  });

  it.each(searches)('finds %s, whatever signs and letters it contains', async (search) => {
    const filter = PayoutFilter.parse({ search });
    for (const order of ['newest', random.pick(orders)] as const)
      expect(await pages(filter, order, 1000), order).toEqual(expected(filter, order));
  });

  it('finds by all conditions together exactly what a plain search finds, page by page', async () => {
    for (let round = 0; round < 80; round += 1) {
      const filter = randomFilter();
      const order = random.pick(orders);
      const wanted = expected(filter, order);
      const words = `${JSON.stringify(filter)} ${order}`;
      expect(await pages(filter, order, wanted.length > 300 ? 500 : 37), words).toEqual(wanted);
      const counted = value(await countPayouts(parts(), { filter, most: 10_000 }, signal));
      expect(counted, words).toEqual({ count: wanted.length, isComplete: true });
    }
  });

  it('stops counting at the requested maximum', async () => {
    const counted = await countPayouts(parts(), { filter: none, most: 10 }, signal);
    expect(value(counted)).toEqual({ count: 10, isComplete: false });
    const filter = PayoutFilter.parse({ search: 'invoice' });
    expect(value(await countPayouts(parts(), { filter, most: 7 }, signal))).toEqual({
      count: 7,
      isComplete: false,
    });
  });

  it('refuses a cursor of another filter or order, and an invalid one', async () => {
    const { next } = value(
      await listPayouts(parts(), { filter: none, order: 'name', after: null, limit: 5 }, signal),
    );
    for (const [filter, order, after] of [
      [none, 'newest', next],
      [PayoutFilter.parse({ batchId: 'b1' }), 'name', next],
      [none, 'name', 'x'],
      [none, 'name', `${next}!`],
    ] as const) {
      const listed = await listPayouts(parts(), { filter, order, after, limit: 5 }, signal);
      expect(listed.ok ? null : listed.error.code).toBe('inputInvalid');
    }
  });

  it('says that it was interrupted instead of giving half an answer', async () => {
    const aborted = AbortSignal.abort();
    const listed = await listPayouts(
      parts(),
      { filter: none, order: 'newest', after: null, limit: 5 },
      aborted,
    );
    expect(listed.ok ? null : listed.error.code).toBe('stopped');
    const filter = PayoutFilter.parse({ search: 'invoice' });
    const counted = await countPayouts(parts(), { filter, most: 10_000 }, aborted);
    expect(counted.ok ? null : counted.error.code).toBe('stopped');
  });

  it('exports exactly the filtered payouts, in order, as CSV', async () => {
    const filter = PayoutFilter.parse({ states: ['failed'], amountFrom: '5' });
    progress.length = 0;
    const { bytes, rows } = value(
      await exportPayouts(parts(), { filter, order: 'amountDown', format: 'csv' }, signal),
    );
    const [header, ...lines] = new TextDecoder().decode(bytes).trimEnd().split('\r\n');
    expect(header).toMatch(/,batchId,profileName$/);
    expect(lines.map((line) => /,(b\d+-\d+),/.exec(line)?.[1])).toEqual(expected(filter, 'amountDown'));
    expect([rows, progress.at(-1)]).toEqual([lines.length, rows]);
  });

  it('continues after the last page while new payouts arrive and states change', async () => {
    const filter = PayoutFilter.parse({ search: 'invoice', states: PaymentState.options });
    const before = expected(filter, 'newest');
    const first = value(
      await listPayouts(parts(), { filter, order: 'newest', after: null, limit: 100 }, signal),
    );
    importBatch(store, 'late', 20);
    release(store, 'b3');
    const seen = first.payouts.map(({ idPayout }) => idPayout);
    for (let after = first.next; after !== null;) {
      const page = value(await listPayouts(parts(), { filter, order: 'newest', after, limit: 500 }, signal));
      seen.push(...page.payouts.map(({ idPayout }) => idPayout));
      after = page.next;
    }
    expect(seen).toEqual(before);
  });
});
