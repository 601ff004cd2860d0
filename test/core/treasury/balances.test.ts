import { expect, it } from 'vitest';
import { availableOf, bookedOf, reservedOf } from '../../../contract/treasury/available.ts';
import { openOffice, rowsOf } from '../../kit/office.ts';
import { accepted, claim, found } from '../../kit/samples.ts';
import { openSaidLive } from './said-live.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

it('stores every reported currency with every named amount, and shows it without a network', async () => {
  const { get, asked, sandbox } = await openOffice();
  expect(await get('balances.stored', {})).toEqual({ asOf: null, balances: [] });
  const read = await get('balances.read', {});
  expect(
    read.balances.find(({ currencyCode }) => currencyCode === 'EUR')?.amounts.map(({ name }) => name),
  ).toEqual(['available', 'blocked', 'total']);
  sandbox.leave();
  const requests = asked.length;
  expect(await get('balances.stored', {})).toEqual(read);
  const trend = await get('balances.trend', { since: new Date(0).toISOString() });
  expect(trend.length).toBe(read.balances.length);
  expect(asked.length).toBe(requests);
});

it('notifies the screen when balances were read', async () => {
  const { get, events } = await openOffice();
  await get('balances.read', {});
  expect(events).toContainEqual({ kind: 'balances', id: 'main' });
});

it('says that balances are as old as the oldest of them, unless all were read again', async () => {
  const { get, wait } = await openOffice();
  const first = await get('balances.read', {});
  wait(hour);
  const some = await get('balances.read', { currencyCodes: ['EUR'] });
  expect(some.balances.map(({ currencyCode }) => currencyCode)).toEqual(['EUR']);
  const stored = await get('balances.stored', {});
  expect(stored.asOf).toBe(first.asOf);
  expect(stored.balances.length).toBe(first.balances.length);
});

it('records an unchanged balance once in five minutes, however often it is refreshed', async () => {
  const { get, wait } = await openOffice({ sharesClock: true });
  const points = async (): Promise<number | undefined> =>
    (await get('balances.trend', { since: new Date(0).toISOString(), points: 500 })).find(
      ({ currencyCode }) => currencyCode === 'EUR',
    )?.points.length;
  const since = new Date(Date.now() - minute).toISOString();
  for (let refreshes = 0; refreshes < 5; refreshes += 1) await get('balances.read', {});
  expect(await points()).toBe(1);
  wait(6 * minute);
  await get('balances.read', {});
  const trend = await get('balances.trend', { since, points: 500 });
  expect(trend.find(({ currencyCode }) => currencyCode === 'EUR')?.points.length).toBe(2);
});

it('records an unchanged balance again on a new day, so that its statement says that one was read', async () => {
  const { get, wait, now } = await openOffice({ sharesClock: true });
  wait(2 * day - minute - (now() % day));
  await get('balances.read', {});
  wait(2 * minute);
  await get('balances.read', {});
  const today = new Date(now()).toISOString().slice(0, 10);
  const { reported, unexplained } = await get('statement.read', {
    currencyCode: 'EUR',
    from: today,
    until: today,
  });
  expect([reported, unexplained]).toEqual([expect.any(String), '0.00']);
});

it('records an unchanged balance again once a payout was paid, so that a statement shows what is missing from it', async () => {
  const office = await openOffice({ sharesClock: true });
  const { get, wait, store, now } = office;
  await get('balances.read', {});
  wait(minute);
  const { batchId } = await office.draft(['1.00']);
  expect((await office.release(batchId)).ok).toBe(true);
  const [intent] = claim(store, batchId, 1, now());
  if (intent === undefined) throw new Error('nothing to send');
  // The gateway calls it paid, and its balance does not change.
  const paid = found(intent.payment.paymentId, 'accepted', 'paid', { dueAt: null });
  store.record([accepted(intent), paid], now());
  wait(minute);
  await get('balances.read', {});
  const [from, until] = [now() - 2 * minute, now()].map((at) => new Date(at).toISOString().slice(0, 10));
  const which = { currencyCode: 'EUR', from: from ?? '', until: until ?? '' };
  expect(await get('statement.read', which)).toMatchObject({ out: '-1.00', unexplained: '1.00' });
});

it('are read at the end of a run too that was stopped while it sent, if the gateway can still be asked', async () => {
  const office = await openSaidLive();
  const batchId = await office.draftRows(rowsOf(1));
  await office.releaseAll(batchId);
  const reads = () => office.events.filter(({ kind }) => kind === 'balances').length;
  const run = { batchIds: [batchId], until: 'final' as const, silenceLimitMs: minute };
  expect(await office.get('batches.run', run)).toMatchObject({ outcome: 'refused' });
  // The one before it, and the one after the answer that contradicted the environment.
  expect(reads()).toBe(2);
});

it('thins old snapshots to one an hour and then one a day, and keeps the very first and the last two days complete', async () => {
  const { get, store, now } = await openOffice();
  const keyId = store.findProfile('main')?.keyId ?? '';
  const keep = (at: number, available: string): void =>
    store.saveBalances(
      keyId,
      { asOf: at, json: '[]' },
      { at, quietMs: 0, list: [{ currencyCode: 'EUR', available, amounts: available }] },
    );
  const today = Math.floor(now() / day) * day;
  for (let step = 0; step < 50; step += 1) {
    keep(today - 100 * day + step * 20 * minute, `1.${step}`);
    keep(today - 30 * day + step * 20 * minute, `2.${step}`);
    keep(today - day + step * minute, `3.${step}`);
  }
  await get('balances.read', {});
  const count = (since: number, until: number): string[] =>
    store
      .snapshotsBetween(keyId, 'EUR', { since, until, parts: (2 * (until - since)) / minute })
      .map(({ available }) => available);
  expect(count(today - 100 * day, today - 99 * day)).toEqual(['1.0', '1.49']);
  expect(count(today - 30 * day, today - 29 * day)).toHaveLength(17);
  expect(count(today - 30 * day, today - 29 * day).slice(0, 2)).toEqual(['2.2', '2.5']);
  expect(count(today - day, today - day + hour)).toHaveLength(50);
});

it('thins a trend to the requested number of points per currency, including the newest', async () => {
  const { get, store, now } = await openOffice();
  const keyId = store.findProfile('main')?.keyId ?? '';
  for (let step = 50; step >= 1; step -= 1) {
    const [at, available] = [now() - step * minute, `${step}.5`];
    store.saveBalances(
      keyId,
      { asOf: at, json: '[]' },
      { at, quietMs: 0, list: [{ currencyCode: 'EUR', available, amounts: available }] },
    );
  }
  const since = new Date(now() - 51 * minute).toISOString();
  const [euro] = await get('balances.trend', { since, points: 10 });
  expect(euro?.points.length).toBeLessThanOrEqual(10);
  expect(euro?.points.length).toBeGreaterThanOrEqual(9);
  expect(euro?.points.at(-1)?.amount).toBe('1.5');
});

it.each([
  [
    [
      { name: 'total', amount: '3' },
      { name: 'available', amount: '2' },
    ],
    '2',
  ],
  [
    [
      { name: 'blocked', amount: '3' },
      { name: 'availableBalance', amount: '2' },
    ],
    '2',
  ],
  [
    [
      { name: 'blocked', amount: '3' },
      { name: 'balance', amount: '4' },
    ],
    '4',
  ],
  [[{ name: 'ledger', amount: '5' }], '5'],
  [[{ name: 'wallet', amount: '5' }], '5'],
  [[], null],
  // Never what is reserved, nor a total of which a part is reserved.
  [[{ name: 'reserved', amount: '3' }], null],
  [[{ name: 'notAvailable', amount: '3' }], null],
  [
    [
      { name: 'total', amount: '50' },
      { name: 'blocked', amount: '20' },
      { name: 'pending', amount: '-5' },
    ],
    '25',
  ],
  // Never the higher of two, nor one of several whose names do not say which can be spent.
  [
    [
      { name: 'amount', amount: '7' },
      { name: 'amount', amount: '5' },
    ],
    '5',
  ],
  [
    [
      { name: 'credit', amount: '50' },
      { name: 'net', amount: '30' },
    ],
    null,
  ],
])('reads from %j the available amount %s', (amounts, available) => {
  expect(availableOf({ amounts })).toBe(available);
});

it.each(['20.00', '-20.00'])(
  'reads a reserve of %s as the same amount, whatever it is used for',
  (reserve) => {
    const blocked = { name: 'blocked', amount: reserve };
    expect(availableOf({ amounts: [{ name: 'total', amount: '100.00' }, blocked] })).toBe('80.00');
    const amounts = [{ name: 'available', amount: '80.00' }, blocked];
    expect([reservedOf({ amounts }), bookedOf({ amounts })]).toEqual(['20.00', '100.00']);
  },
);

/** The amounts of a balance by name, and what is available, booked and reserved. */
type Named = readonly [
  amounts: Readonly<Record<string, string>>,
  said: readonly [available: string, booked: string, reserved: string | null],
];

it.each<Named>([
  [{ totalReserved: '20', totalBalance: '100' }, ['80', '100', '20']],
  [{ total_blocked: '20', total_balance: '100' }, ['80', '100', '20']],
  [{ totalAvailable: '80', totalReserved: '20' }, ['80', '100', '20']],
  [{ totalReserved: '20', reserved: '20', total: '100' }, ['80', '100', '20']],
  [{ totalPayouts: '20', available: '100' }, ['100', '100', null]],
  [{ bookedOut: '20', available: '100' }, ['100', '100', null]],
  [{ ledgerBalance: '100', availableBalance: '80' }, ['80', '100', null]],
  [{ totalBookedBalance: '100', availableBalance: '80' }, ['80', '100', null]],
])('takes a total for the booked balance only if it is called one: %o', (named, said) => {
  const list = Object.entries(named).map(([name, amount]) => ({ name, amount }));
  for (const amounts of [list, list.toReversed()])
    expect([availableOf({ amounts }), bookedOf({ amounts }), reservedOf({ amounts })]).toEqual(said);
});

it.each<[named: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>, said: Named[1]]>([
  [{ total: '510', blocked: '10' }, { total: '490', blocked: '0' }, ['480', '1000', '10']],
  [{ available: '500', blocked: '10' }, { available: '490', blocked: '0' }, ['490', '1000', '10']],
  [{ amount: '500' }, { amount: '490' }, ['490', '990', null]],
])('adds up the booked balances of several accounts of one currency: %o and %o', (one, other, said) => {
  const list = [one, other].map((named) => Object.entries(named).map(([name, amount]) => ({ name, amount })));
  for (const amounts of [list.flat(), list.toReversed().flat()])
    expect([availableOf({ amounts }), bookedOf({ amounts }), reservedOf({ amounts })]).toEqual(said);
});
