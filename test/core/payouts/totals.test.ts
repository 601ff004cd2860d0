import { array, assert, asyncProperty, bigInt, constantFrom, integer, option, record } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatDecimal } from '../../../contract/money/decimal.ts';
import { PayoutFilter, type PayoutTotal } from '../../../contract/payments/history.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import { totalPayouts } from '../../../main/core/payouts/total-payouts.ts';
import { openMemoryStore, type MemoryStore } from '../../kit/memory-store.ts';
import { systemClock } from '../../../main/system.ts';
import { stories, tell } from '../../kit/money-history.ts';
import { addProfile, claim, found, importBatch, newRow, release, value } from '../../kit/store.ts';

const scale = 18;
const { signal } = new AbortController();
const most = 10_000;
const currencies = ['EUR', 'JPY', 'USDT'];

let store: MemoryStore;
beforeAll(() => {
  store = openMemoryStore();
  addProfile(store);
});

const amountText = (digits: bigint, decimals: number): string => formatDecimal({ digits, scale: decimals });
const amount = record({
  digits: bigInt({ min: 1n, max: 10n ** 30n }),
  decimals: integer({ min: 0, max: scale }),
});
const payout = record({
  amount,
  currencyCode: constantFrom(...currencies),
  isPaid: constantFrom(true, false),
  fee: option(record({ amount, currencyCode: constantFrom(...currencies, 'GBP') })),
});

/** An amount in units of the eighteenth decimal. */
function unitsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

type Sum = { payouts: number; amount: bigint; fees: bigint | null };

function inUnits(totals: readonly PayoutTotal[] | null): Record<string, Sum> | null {
  if (totals === null) return null;
  return Object.fromEntries(
    totals.map(({ currencyCode, payouts, amount: sum, fees }) => [
      currencyCode,
      { payouts, amount: unitsOf(sum), fees: fees === null ? null : unitsOf(fees) },
    ]),
  );
}

function addTo(sums: Record<string, Sum>, currencyCode: string, more: Sum): void {
  const sum = (sums[currencyCode] ??= { payouts: 0, amount: 0n, fees: null });
  sum.payouts += more.payouts;
  sum.amount += more.amount;
  if (more.fees !== null) sum.fees = (sum.fees ?? 0n) + more.fees;
}

const emit = (): void => undefined;
const totalsOf = (filter: Partial<PayoutFilter>, limit = most) =>
  totalPayouts(
    { store, clock: systemClock, emit },
    { filter: PayoutFilter.parse(filter), most: limit },
    signal,
  );

describe('totals of filtered payouts', () => {
  it('are exactly the plain sums per currency, with the reported fees', async () => {
    let run = 0;
    await assert(
      asyncProperty(array(payout, { minLength: 1, maxLength: 30 }), async (payouts) => {
        const batchId = `run${(run += 1)}`;
        importBatch(
          store,
          batchId,
          payouts.map((each, index) =>
            newRow(batchId, index + 1, {
              amount: amountText(each.amount.digits, each.amount.decimals),
              currencyCode: each.currencyCode,
            }),
          ),
        );
        release(store, batchId);
        for (const [index, { payment }] of claim(store, batchId).entries()) {
          const { paymentId } = payment;
          store.record([found(paymentId, 'sending', 'accepted')], 5000);
          const fee = payouts[index]?.fee ?? null;
          if (payouts[index]?.isPaid === true)
            store.record(
              [
                found(paymentId, 'accepted', 'paid', {
                  fee:
                    fee === null
                      ? null
                      : {
                          amount: amountText(fee.amount.digits, fee.amount.decimals),
                          currencyCode: fee.currencyCode,
                        },
                }),
              ],
              6000,
            );
        }
        for (const states of [[], ['paid'], ['accepted'], ['draft']] satisfies PaymentState[][]) {
          const sums: Record<string, Sum> = {};
          const sumOf = (code: string): Sum => (sums[code] ??= { payouts: 0, amount: 0n, fees: null });
          for (const each of payouts) {
            const state: PaymentState = each.isPaid ? 'paid' : 'accepted';
            if (states.length > 0 && !states.some((wanted) => wanted === state)) continue;
            const sum = sumOf(each.currencyCode);
            sum.payouts += 1;
            sum.amount += each.amount.digits * 10n ** BigInt(scale - each.amount.decimals);
            if (each.fee === null || !each.isPaid) continue;
            const fees = sumOf(each.fee.currencyCode);
            fees.fees =
              (fees.fees ?? 0n) + each.fee.amount.digits * 10n ** BigInt(scale - each.fee.amount.decimals);
          }
          expect(inUnits(value(await totalsOf({ batchId, states })).totals)).toEqual(sums);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('without a batch, a time or a search are the flows added up before, and read no payout', async () => {
    await assert(
      asyncProperty(stories(), async (told) => {
        const office = openMemoryStore();
        addProfile(office);
        const payouts = tell(office, told).filter(({ kind }) => kind === 'payout');
        importBatch(office, 'draft', 2);
        const unread: MemoryStore = {
          ...office,
          moneyOf: (paymentIds) => {
            expect(paymentIds.length, 'payouts read one by one').toBe(0);
            return [];
          },
        };
        for (const filter of [{}, { states: ['paid', 'failed'] }, { currencyCodes: ['EUR'] }] as const) {
          const {
            states = [],
            currencyCodes = [],
          }: { states?: readonly string[]; currencyCodes?: readonly string[] } = filter;
          const sums: Record<string, Sum> = {};
          for (const each of payouts) {
            if (states.length > 0 && !states.includes(each.state)) continue;
            if (currencyCodes.length > 0 && !currencyCodes.includes(each.currencyCode)) continue;
            addTo(sums, each.currencyCode, { payouts: 1, amount: unitsOf(each.amount), fees: null });
            if (each.fee !== null)
              addTo(sums, each.fee.currencyCode, { payouts: 0, amount: 0n, fees: unitsOf(each.fee.amount) });
          }
          const totals = await totalPayouts(
            { store: unread, clock: systemClock, emit },
            { filter: PayoutFilter.parse(filter), most },
            signal,
          );
          expect(inUnits(value(totals).totals)).toEqual(sums);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are not given, instead of given in part, for more payouts than can be summed up', async () => {
    importBatch(store, 'many', 12);
    expect(value(await totalsOf({ batchId: 'many' }, 11))).toEqual({ totals: null });
    expect(value(await totalsOf({ batchId: 'many' }, 12)).totals).toMatchObject([{ payouts: 12 }]);
  });

  it('never add live payouts to sandbox ones, whether from flows or read one by one', async () => {
    const office = openMemoryStore();
    addProfile(office);
    addProfile(office, { keyId: 'key-2', name: 'real', merchantCode: 'M2', environment: 'live' });
    importBatch(office, 'test', 2);
    importBatch(office, 'real', [newRow('real', 1, { amount: '7.25' })], 'key-2');
    for (const batchId of ['test', 'real']) release(office, batchId);
    const expected = [
      { environment: 'live', currencyCode: 'EUR', payouts: 1, amount: '7.25', fees: null },
      { environment: 'sandbox', currencyCode: 'EUR', payouts: 2, amount: '4.00', fees: null },
    ];
    for (const named of [{}, { from: new Date(0).toISOString() }]) {
      const filter = PayoutFilter.parse({ states: ['queued'], ...named });
      const totals = await totalPayouts(
        { store: office, clock: systemClock, emit },
        { filter, most },
        signal,
      );
      expect(value(totals).totals).toEqual(expected);
    }
  });

  it('end without an answer when they are cancelled, and let other work run in between', async () => {
    importBatch(store, 'long', 3000);
    while (!store.indexHistory());
    const filter = PayoutFilter.parse({ batchId: 'long' });
    const sumUp = async (abortedAfter: number) => {
      const abort = new AbortController();
      let turns = 0;
      const clock = {
        ...systemClock,
        turn: () => {
          turns += 1;
          if (turns === abortedAfter) abort.abort();
          return systemClock.turn();
        },
      };
      const totals = await totalPayouts({ store, clock, emit }, { filter, most }, abort.signal);
      return { turns, code: totals.ok ? null : totals.error.code };
    };
    const whole = await sumUp(Infinity);
    expect(whole.code).toBeNull();
    expect(whole.turns).toBeGreaterThan(4);
    // Wherever it is cancelled, no further piece is read: not in the walk, and not between two pieces of money.
    for (let after = 1; after < whole.turns; after += 1)
      expect(await sumUp(after)).toEqual({
        turns: expect.toSatisfy((turns) => turns <= after + 1),
        code: 'stopped',
      });
  });
});
