import { assert, asyncProperty, constantFrom, integer } from 'fast-check';
import { expect, it } from 'vitest';
import { addAmounts, compareAmounts, negateAmount, sumAmounts } from '../../../../contract/money/amount.ts';
import { systemClock } from '../../../../main/system.ts';
import { endOf, startOf } from '../../../../main/core/treasury/flows/days.ts';
import { readFlows } from '../../../../main/core/treasury/flows/read-flows.ts';
import { afterRead } from '../../../../main/core/payments/after-read.ts';
import { detail, moment } from '../../payments/decisions.ts';
import { openMemoryStore } from '../../../kit/memory-store.ts';
import { addProfile, value } from '../../../kit/store.ts';
import { dayMs, firstDay, historyDays, paidOn, stories, tell } from '../../../kit/money-history.ts';

const { signal } = new AbortController();
const asked = { profileName: null, from: '2026-01-01', until: '2026-01-12' } as const;

it('flows add up to the payments of the same days, to the last decimal, whenever they were counted', async () => {
  await assert(
    asyncProperty(
      stories(),
      integer({ min: 1, max: 9 }),
      constantFrom('day', 'week', 'month'),
      async (told, piece, by) => {
        const store = openMemoryStore();
        try {
          addProfile(store);
          const known = tell(store, told, undefined, () => store.indexFlows(piece));
          const periods = value(await readFlows({ store, clock: systemClock }, { ...asked, by }, signal));
          for (const period of periods) {
            const [from, until] = [Date.parse(period.from), Date.parse(period.until) + dayMs];
            const paid = known.filter(
              ({ state, countedAt }) => state === 'paid' && countedAt >= from && countedAt < until,
            );
            const sumOf = (isIn: boolean): string =>
              sumAmounts(
                paid
                  .filter(
                    ({ kind, currencyCode }) =>
                      currencyCode === period.currencyCode && (kind !== 'payout') === isIn,
                  )
                  .map(({ amount }) => (isIn ? amount : negateAmount(amount))),
              );
            const fees = paid.flatMap(({ fee }) =>
              fee?.currencyCode === period.currencyCode ? [negateAmount(fee.amount)] : [],
            );
            expect(compareAmounts(period.in, sumOf(true))).toBe(0);
            expect(compareAmounts(period.out, sumOf(false))).toBe(0);
            expect(compareAmounts(period.fees, sumAmounts(fees))).toBe(0);
            expect(compareAmounts(period.net, sumAmounts([period.in, period.out, period.fees]))).toBe(0);
            expect(
              compareAmounts(
                sumAmounts(period.methods.map(({ amount }) => amount)),
                addAmounts(period.in, period.out),
              ),
            ).toBe(0);
            expect(
              compareAmounts(sumAmounts(period.methods.map(({ fees: ofMethod }) => ofMethod)), period.fees),
            ).toBe(0);
          }
          const counts = periods.flatMap((period) => period.counts.map(({ count }) => count));
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(known.length);
        } finally {
          store.close();
        }
      },
    ),
    { numRuns: 40 },
  );
});

it('flows of all profiles include those of removed ones', async () => {
  const store = openMemoryStore();
  addProfile(store);
  tell(store, [paidOn(2), paidOn(2)]);
  const read = async () =>
    value(await readFlows({ store, clock: systemClock }, { ...asked, by: 'month' }, signal));
  const before = await read();
  expect(before).toMatchObject([{ environment: 'sandbox', currencyCode: 'EUR', out: '-20.00' }]);
  expect(store.removeProfile('main', Date.now())).toBe(true);
  expect(await read()).toEqual(before);
  store.close();
});

it('a payout that the gateway reports as returned later stays on the day on which it was paid', async () => {
  const store = openMemoryStore();
  addProfile(store);
  const [paid] = tell(store, [{ ...paidOn(2), processedAt: (firstDay + 2) * dayMs }]);
  const read = async () =>
    value(await readFlows({ store, clock: systemClock }, { ...asked, by: 'day' }, signal));
  const before = await read();
  expect(before).toMatchObject([{ from: '2026-01-03', out: '-10.00' }]);
  const payment = store.findPayment(paid?.id ?? '', 'main');
  if (payment === null) throw new Error('no payout');
  const money = { amount: '10.00', currencyCode: 'EUR' };
  const returned = detail({ status: 'RETURNED', money, processedAt: '2026-01-09T10:00:00.000Z' });
  store.record(afterRead(payment, returned, moment).findings, moment.now);
  expect(store.findPayment(payment.idPayment, 'main')?.gatewayStatus).toBe('RETURNED');
  expect(await read()).toEqual(before);
  store.close();
});

it('a week begins on Monday and ends on Sunday, and a month has its own days', () => {
  const day = (text: string): number => Date.parse(text) / dayMs;
  expect(startOf(day('2026-03-01'), 'week')).toBe(day('2026-02-23'));
  expect(startOf(day('2026-03-02'), 'week')).toBe(day('2026-03-02'));
  expect(endOf(day('2026-03-02'), 'week')).toBe(day('2026-03-08'));
  expect(startOf(day('2024-02-29'), 'month')).toBe(day('2024-02-01'));
  expect(endOf(day('2024-02-01'), 'month')).toBe(day('2024-02-29'));
  expect(startOf(day('1969-12-30'), 'week')).toBe(day('1969-12-29'));
  expect(firstDay + historyDays).toBe(day('2026-01-13'));
});
