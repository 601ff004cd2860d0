import { expect, it } from 'vitest';
import { likelyCandidates } from '../../../../contract/treasury/statement.ts';
import { candidatesFor } from '../../../../main/core/treasury/statement/candidates.ts';
import { readStatement } from '../../../../main/core/treasury/statement/read-statement.ts';
import type { FlowPayment } from '../../../../main/core/ports/index.ts';
import { systemClock } from '../../../../main/system.ts';
import { openMemoryStore } from '../../../kit/memory-store.ts';
import { dayMs, firstDay, paidOn, tell } from '../../../kit/money-history.ts';
import { found } from '../../../kit/samples.ts';
import { addProfile, keyId, value } from '../../../kit/store.ts';

const minute = 60_000;

const paidAt = (at: number): FlowPayment => ({
  at,
  paymentId: at,
  kind: 'payout',
  state: 'paid',
  idPayment: `paid-${at / minute}`,
  batchId: 'batch',
  paymentMethodCode: 'CARD',
  accountName: 'Payee',
  reference: '',
  amount: '1.00',
  currencyCode: 'EUR',
  fee: null,
  firstSentAt: 0,
  source: null,
});

it('a payment that ended near a balance is a candidate that says whether that balance shows the difference or the one before', () => {
  const payments = [9, 15, 29, 33].map((at) => paidAt(at * minute));
  const named = candidatesFor('-9.00', payments, {
    currencyCode: 'EUR',
    since: 10 * minute,
    readAt: 30 * minute,
    noLongerPaid: new Set(),
    held: new Map(),
  });
  expect(named.map(({ id, reason }) => [id, reason])).toEqual([
    ['paid-9', 'nearEarlierReading'],
    ['paid-29', 'nearReading'],
  ]);
});

it('the payments of exactly a difference are named first and alone, else five that may explain it', () => {
  const named = (difference: string) => {
    const payments = Array.from({ length: 12 }, (_, index) => ({
      ...paidAt(29 * minute + index),
      amount: index === 7 ? '2.00' : '1.00',
    }));
    const known = {
      currencyCode: 'EUR',
      since: 10 * minute,
      readAt: 30 * minute,
      noLongerPaid: new Set<number>(),
      held: new Map(),
    };
    const all = candidatesFor(difference, payments, known);
    return [all.length, likelyCandidates(all).map(({ amount }) => amount)];
  };
  expect(named('-2.00')).toEqual([12, ['-2.00']]);
  expect(named('-9.00')).toEqual([12, Array.from({ length: 5 }, () => '-1.00')]);
});

it('a paid payout that the gateway has since called returned is named for a difference of its amount', async () => {
  const store = openMemoryStore();
  addProfile(store);
  const keep = (day: number, amount: string): void => {
    const readAt = (firstDay + day) * dayMs;
    const list = [
      { currencyCode: 'EUR', available: amount, amounts: JSON.stringify([{ name: 'total', amount }]) },
    ];
    store.saveBalances(keyId, { asOf: readAt, json: '[]' }, { at: readAt, quietMs: 0, list });
  };
  const [returned] = tell(store, [paidOn(2), paidOn(2)]);
  const paymentId = store.findPayment(returned?.id ?? '', 'main')?.paymentId ?? 0;
  keep(1, '1000.00');
  keep(4, '980.00');
  keep(6, '990.00');
  const candidates = async () => {
    const which = { profileName: 'main', currencyCode: 'EUR', from: '2026-01-01', until: '2026-01-10' };
    const { signal } = new AbortController();
    const { days } = value(await readStatement({ store, clock: systemClock }, which, signal));
    return days.flatMap((day) =>
      (day.candidates ?? []).map(({ id, reason }) => [day.day, day.arisen, id, reason]),
    );
  };
  expect(await candidates()).toEqual([]);
  const at = (firstDay + 5) * dayMs;
  const reports = (gatewayStatus: string) =>
    store.record(
      [found(paymentId, 'paid', 'paid', { gatewayStatus, notice: 'statusChanged', dueAt: null })],
      at,
    );
  reports('RETURNED');
  expect(await candidates()).toEqual([['2026-01-07', '10.00', returned?.id, 'noLongerPaid']]);
  reports('SUCCESS');
  expect(await candidates()).toEqual([]);
  store.close();
});

it('a payment in another currency is named with its fee, which is all that it moves in that of the statement', async () => {
  const store = openMemoryStore();
  addProfile(store);
  const readAt = firstDay * dayMs + 2.5 * dayMs;
  for (const [at, amount] of [
    [firstDay * dayMs, '1000.00'],
    [readAt, '1000.00'],
  ] as const) {
    const amounts = JSON.stringify([{ name: 'total', amount }]);
    const list = [{ currencyCode: 'EUR', available: amount, amounts }];
    store.saveBalances(keyId, { asOf: at, json: '[]' }, { at, quietMs: 0, list });
  }
  const at = readAt - minute;
  const fee = { amount: '1.50', currencyCode: 'EUR' };
  tell(store, [{ ...paidOn(2), currencyCode: 'JPY', amount: '5000', fee, at, processedAt: at }]);
  const which = { profileName: 'main', currencyCode: 'EUR', from: '2026-01-01', until: '2026-01-10' };
  const { signal } = new AbortController();
  const { days } = value(await readStatement({ store, clock: systemClock }, which, signal));
  expect(
    days.flatMap(({ arisen, candidates }) => (candidates ?? []).map((each) => ({ arisen, ...each }))),
  ).toMatchObject([
    { arisen: '1.50', kind: 'payout', amount: '-1.50', isSameAmount: true, reason: 'nearReading' },
  ]);
  store.close();
});

it('a conflict is named with what the gateway holds for it, in the statement of that currency', async () => {
  const store = openMemoryStore();
  addProfile(store);
  const sent = [
    { amount: '100.00', currencyCode: 'EUR', held: { amount: '120.00', currencyCode: 'EUR' } },
    { amount: '5000', currencyCode: 'JPY', held: { amount: '30.00', currencyCode: 'EUR' } },
    { amount: '40.00', currencyCode: 'EUR', held: { amount: '44.00', currencyCode: 'USD' } },
  ];
  const told = tell(
    store,
    sent.map(({ amount, currencyCode }) => ({
      ...paidOn(2),
      amount,
      currencyCode,
      end: 'accepted' as const,
    })),
  );
  for (const [index, { id }] of told.entries()) {
    const paymentId = store.findPayment(id, 'main')?.paymentId ?? 0;
    const held = sent[index]?.held ?? { amount: '', currencyCode: '' };
    const problem = { code: 'otherMoney', held } as const;
    store.record(
      [found(paymentId, 'accepted', 'conflict', { problem, dueAt: null })],
      (firstDay + 2) * dayMs,
    );
  }
  for (const [day, amount] of [
    [1, '1000.00'],
    [4, '970.00'],
  ] as const) {
    const at = (firstDay + day) * dayMs;
    const amounts = JSON.stringify([{ name: 'total', amount }]);
    const list = [{ currencyCode: 'EUR', available: amount, amounts }];
    store.saveBalances(keyId, { asOf: at, json: '[]' }, { at, quietMs: 0, list });
  }
  const which = { profileName: 'main', currencyCode: 'EUR', from: '2026-01-01', until: '2026-01-10' };
  const { signal } = new AbortController();
  const { days } = value(await readStatement({ store, clock: systemClock }, which, signal));
  expect(
    days.flatMap(({ candidates }) => (candidates ?? []).map((each) => [each.amount, each.isSameAmount])),
  ).toEqual([
    ['-30.00', true],
    ['-120.00', false],
    ['-40.00', false],
  ]);
  store.close();
});

it('a returned payout in another currency is named where its fee came back', async () => {
  const store = openMemoryStore();
  addProfile(store);
  const [returned] = tell(store, [
    { ...paidOn(2), currencyCode: 'JPY', amount: '5000', fee: { amount: '1.50', currencyCode: 'EUR' } },
  ]);
  const paymentId = store.findPayment(returned?.id ?? '', 'main')?.paymentId ?? 0;
  for (const [day, amount] of [
    [1, '1000.00'],
    [4, '998.50'],
    [6, '1000.00'],
  ] as const) {
    const at = (firstDay + day) * dayMs;
    const amounts = JSON.stringify([{ name: 'total', amount }]);
    const list = [{ currencyCode: 'EUR', available: amount, amounts }];
    store.saveBalances(keyId, { asOf: at, json: '[]' }, { at, quietMs: 0, list });
  }
  const isReturned = { gatewayStatus: 'RETURNED', notice: 'statusChanged', dueAt: null } as const;
  store.record([found(paymentId, 'paid', 'paid', isReturned)], (firstDay + 5) * dayMs);
  const which = { profileName: 'main', currencyCode: 'EUR', from: '2026-01-01', until: '2026-01-10' };
  const { signal } = new AbortController();
  const { days } = value(await readStatement({ store, clock: systemClock }, which, signal));
  expect(
    days.flatMap(({ arisen, candidates }) => (candidates ?? []).map((each) => ({ arisen, ...each }))),
  ).toMatchObject([{ arisen: '1.50', amount: '-1.50', isSameAmount: true, reason: 'noLongerPaid' }]);
  store.close();
});
