import {
  array,
  assert,
  asyncProperty,
  bigInt,
  constantFrom,
  integer,
  option,
  record,
  uniqueArray,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAmounts, compareAmounts, negateAmount, sumAmounts } from '../../../../contract/money/amount.ts';
import { formatDecimal } from '../../../../contract/money/decimal.ts';
import type { Movement, Statement } from '../../../../contract/treasury/statement.ts';
import type { Store } from '../../../../main/core/ports/index.ts';
import {
  explainDifference,
  readMovements,
  readStatement,
} from '../../../../main/core/treasury/statement/read-statement.ts';
import { openMemoryStore } from '../../../kit/memory-store.ts';
import { systemClock } from '../../../../main/system.ts';
import { dayMs, firstDay, historyDays, stories, tell, type Told } from '../../../kit/money-history.ts';
import { addProfile, keyId, value } from '../../../kit/store.ts';

const { signal } = new AbortController();
const firstMs = firstDay * dayMs;

/** What a paid payment moved in a currency. */
function movedOf({ kind, amount, currencyCode, fee, state }: Told, currency: string): string {
  if (state !== 'paid') return '0';
  const own = currencyCode === currency ? (kind === 'payout' ? negateAmount(amount) : amount) : '0';
  return fee?.currencyCode === currency ? addAmounts(own, negateAmount(fee.amount)) : own;
}

function keep(store: Store, at: number, booked: string): void {
  const amounts = JSON.stringify([
    { name: 'available', amount: booked },
    { name: 'total', amount: booked },
  ]);
  const list = ['EUR', 'USD'].map((currencyCode) => ({ currencyCode, available: booked, amounts }));
  store.saveBalances(keyId, { asOf: at, json: '[]' }, { at, quietMs: 0, list });
}

async function movementsOf(store: Store, which: object, limit: number): Promise<Movement[]> {
  const found: Movement[] = [];
  for (let after: string | null = null; ;) {
    const page: { movements: Movement[]; next: string | null } = value(
      await readMovements(
        { store, clock: systemClock },
        {
          profileName: 'main',
          currencyCode: 'EUR',
          from: '2026-01-03',
          until: '2026-01-10',
          ...which,
          after,
          limit,
        },
        signal,
      ),
    );
    found.push(...page.movements);
    if (page.next === null) return found;
    after = page.next;
  }
}

const from = '2026-01-03';
const until = '2026-01-10';
const fromMs = Date.parse(from);
const untilMs = Date.parse(until) + dayMs;

const moments = uniqueArray(integer({ min: 0, max: historyDays * dayMs - 1 }), { maxLength: 12 });
const difference = record({
  at: integer({ min: 0, max: historyDays * dayMs - 1 }),
  amount: bigInt({ min: -(10n ** 6n), max: 10n ** 6n }).map((digits) => formatDecimal({ digits, scale: 2 })),
});

/** Moments just before, at and just after payments. */
const besides = array(record({ payment: integer({ min: 0 }), by: constantFrom(-1, 0, 1) }), { maxLength: 6 });

function momentsBeside(told: readonly Told[], near: readonly { payment: number; by: number }[]): number[] {
  return near
    .map(({ payment, by }) => (told[payment % Math.max(told.length, 1)]?.countedAt ?? firstMs) - firstMs + by)
    .filter((after) => after >= 0 && after < historyDays * dayMs);
}

async function statementOf(
  told: readonly Told[],
  readAt: readonly number[],
  differences: readonly { at: number; amount: string }[],
  store: Store,
  currencyCode: string,
): Promise<{ statement: Statement; kept: (readonly [at: number, booked: string])[] }> {
  const start = '1000.00';
  const kept: (readonly [number, string])[] = [];
  for (const after of readAt.toSorted((left, right) => left - right)) {
    const at = firstMs + after;
    const booked = sumAmounts([
      start,
      ...told.filter(({ countedAt }) => countedAt <= at).map((one) => movedOf(one, currencyCode)),
      ...differences.filter((each) => each.at <= after).map(({ amount }) => amount),
    ]);
    keep(store, at, booked);
    kept.push([at, booked]);
  }
  const which = { profileName: 'main', currencyCode, from, until };
  return { statement: value(await readStatement({ store, clock: systemClock }, which, signal)), kept };
}

const same = (left: string | null, right: string | null): boolean =>
  left !== null && right !== null && compareAmounts(left, right) === 0;

describe('a statement', () => {
  it('closes exactly, movement by movement and day by day, whatever happened and whatever was read', async () => {
    await assert(
      asyncProperty(
        stories(),
        moments,
        array(difference, { maxLength: 3 }),
        constantFrom('EUR', 'USD'),
        integer({ min: 1, max: 4 }),
        constantFrom(true, false),
        async (story, readOnce, arising, currencyCode, limit, isReadTwice) => {
          // Balances are read twice within a second, too, and what nothing explains arises in between.
          const readAt = isReadTwice ? readOnce.flatMap((at) => [at, at + 1000]) : readOnce;
          const differences = isReadTwice
            ? arising.map((each, index) => ({ ...each, at: (readOnce[index] ?? each.at) + 500 }))
            : arising;
          const store = openMemoryStore();
          try {
            addProfile(store);
            const told = tell(store, story);
            const { statement, kept } = await statementOf(told, readAt, differences, store, currencyCode);
            const movements = await movementsOf(store, { currencyCode }, limit);
            const inPeriod = told.filter(({ countedAt }) => countedAt >= fromMs && countedAt < untilMs);
            const moved = inPeriod.map((one) => movedOf(one, currencyCode));
            const signed = movements.flatMap(({ amount, fee }) => [amount, fee ?? '0']);
            expect(same(sumAmounts(moved), sumAmounts(signed))).toBe(true);
            expect(movements).toHaveLength(statement.movementCount);
            expect(same(sumAmounts(movements.map(({ fee }) => fee ?? '0')), statement.fees)).toBe(true);
            expect(
              same(
                sumAmounts(movements.map(({ amount }) => amount)),
                addAmounts(statement.in, statement.out),
              ),
            ).toBe(true);
            expect(movements.map(({ at }) => at)).toEqual(movements.map(({ at }) => at).toSorted());
            const { opening, closing, days } = statement;
            const hasReading = readAt.some((at) => firstMs + at < untilMs);
            expect(opening !== null).toBe(hasReading);
            if (opening === null || closing === null) {
              expect([closing, statement.unexplained, statement.openingBasis]).toEqual([
                null,
                null,
                'unknown',
              ]);
              expect(movements.every(({ balance }) => balance === null)).toBe(true);
              return;
            }
            expect(same(sumAmounts([opening, ...signed]), closing)).toBe(true);
            const read = readAt.filter((at) => firstMs + at < untilMs).toSorted((one, two) => one - two);
            const inTime = read.filter((at) => firstMs + at >= fromMs);
            const anchor = read.findLast((at) => firstMs + at < fromMs) ?? inTime[0] ?? 0;
            const differing = (after: number, through: number): string =>
              sumAmounts(
                differences.filter(({ at }) => at > after && at <= through).map(({ amount }) => amount),
              );
            // Only what was there when the first balance was read that counts is in the opening.
            const earlier = told.filter(({ countedAt }) => countedAt < fromMs);
            const atOpening = sumAmounts([
              '1000.00',
              differing(-1, anchor),
              ...earlier.map((one) => movedOf(one, currencyCode)),
            ]);
            expect(same(opening, atOpening)).toBe(true);
            const last = inTime.at(-1);
            // A balance cannot prove the opening that follows from it.
            if (last === undefined || last === anchor) expect(statement.unexplained).toBe(null);
            else expect(same(statement.unexplained, differing(anchor, last))).toBe(true);
            if (last !== undefined) {
              const [at, booked] = kept.findLast(([keptAt]) => keptAt === firstMs + last) ?? [];
              expect(statement.reportedAt).toBe(new Date(at ?? 0).toISOString());
              expect(statement.reported).toBe(booked);
              const later = inPeriod.filter(({ countedAt }) => countedAt > firstMs + last);
              const sums = later.map((one) => movedOf(one, currencyCode));
              expect(same(statement.sinceReported?.amount ?? null, sumAmounts(sums))).toBe(true);
            }
            let balance = opening;
            for (const movement of movements) {
              balance = sumAmounts([balance, movement.amount, movement.fee ?? '0']);
              expect(same(balance, movement.balance)).toBe(true);
            }
            expect(same(balance, closing)).toBe(true);
            expect(days).toHaveLength(8);
            let before = opening;
            for (const day of days) {
              expect(same(day.opening, before)).toBe(true);
              expect(same(day.closing, sumAmounts([before, day.amount, day.fees]))).toBe(true);
              const { reported, reportedAt, sinceReported, unexplained } = day;
              if (reported === null || reportedAt === statement.openingReadAt)
                expect([unexplained, day.arisen]).toEqual([null, null]);
              else {
                const known = addAmounts(reported, sinceReported?.amount ?? '');
                expect(same(known, addAmounts(day.closing ?? '', unexplained ?? ''))).toBe(true);
                expect(kept).toContainEqual([Date.parse(reportedAt ?? ''), reported]);
              }
              before = day.closing ?? '';
            }
            expect(same(before, closing)).toBe(true);
            const arisen = days.flatMap((day) => (day.arisen === null ? [] : [day.arisen]));
            if (statement.unexplained !== null)
              expect(same(sumAmounts(arisen), statement.unexplained)).toBe(true);
          } finally {
            store.close();
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('says that nothing is unexplained if the gateway’s book agrees, and names the exact difference if it does not', async () => {
    await assert(
      asyncProperty(stories(), moments, besides, option(difference), async (story, readAt, near, planted) => {
        const store = openMemoryStore();
        try {
          addProfile(store);
          const told = tell(store, story);
          // A balance at the very beginning and at the end, so that everything between is known.
          const all = [...new Set([0, ...readAt, ...momentsBeside(told, near), historyDays * dayMs - 1])];
          const differences = planted === null ? [] : [planted];
          const { statement } = await statementOf(told, all, differences, store, 'EUR');
          const openingAt = Date.parse(statement.openingReadAt ?? '');
          const reportedAt = statement.reportedAt === null ? null : Date.parse(statement.reportedAt);
          const isBetween =
            planted !== null &&
            reportedAt !== null &&
            firstMs + planted.at > openingAt &&
            firstMs + planted.at <= reportedAt;
          if (reportedAt !== null)
            expect(same(statement.unexplained, isBetween ? planted.amount : '0')).toBe(true);
          const atOpening = sumAmounts([
            '1000.00',
            ...told.filter(({ countedAt }) => countedAt < fromMs).map((one) => movedOf(one, 'EUR')),
            ...(planted !== null && firstMs + planted.at <= openingAt ? [planted.amount] : []),
          ]);
          expect(statement.openingBasis).toBe('carriedForward');
          expect(same(statement.opening, atOpening)).toBe(true);
        } finally {
          store.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('names a payment of exactly the difference first, and keeps a note only while it is about this amount', async () => {
    const store = openMemoryStore();
    addProfile(store);
    const usual = {
      kind: 'payout',
      currencyCode: 'EUR',
      paymentMethodCode: 'CARD',
      fee: null,
      isFeeLate: false,
    } as const;
    const at = firstMs + 4.5 * dayMs;
    const told = tell(store, [
      { ...usual, amount: '7.25', end: 'unknown', at, processedAt: null },
      { ...usual, amount: '120.00', end: 'unknown', at, processedAt: null },
      { ...usual, amount: '50.00', end: 'paid', at, processedAt: at },
    ]);
    const planted = { at: 4.6 * dayMs, amount: '-120.00' };
    const { statement } = await statementOf(told, [0, 4 * dayMs, 5 * dayMs - 1], [planted], store, 'EUR');
    const day = statement.days.find((each) => each.day === '2026-01-05');
    expect(day?.arisen).toBe('-120.00');
    expect(day?.candidates?.map(({ id, isSameAmount, reason }) => [id, isSameAmount, reason])).toEqual([
      [told[1]?.id, true, 'unknownEnd'],
      [told[0]?.id, false, 'unknownEnd'],
    ]);
    const explained = { currencyCode: 'EUR', day: '2026-01-05', note: 'Settled by hand' };
    store.explainDifference(keyId, { ...explained, amount: '-119.00' }, at);
    const again = async () => (await statementOf([], [], [], store, 'EUR')).statement;
    expect((await again()).days[2]?.explanation).toBeNull();
    store.explainDifference(keyId, { ...explained, amount: '-120.0' }, at);
    expect((await again()).days[2]?.explanation).toMatchObject({ note: 'Settled by hand' });
    expect((await again()).unexplained).toBe('-120.00');
    // A note about another amount, a day without a difference or one that has not come is refused, and takes nothing away.
    const explain = (on: string, amount: string) =>
      explainDifference(
        { store, clock: systemClock, emit: () => undefined, actor: { user: 'kim', name: null } },
        { profileName: 'main', currencyCode: 'EUR', day: on, amount, note: 'Other' },
        signal,
      );
    for (const [on, amount, words] of [
      ['2026-01-05', '-999', 'is -120.00 EUR, not -999'],
      ['2026-01-04', '-120.00', 'No difference in EUR arose on 2026-01-04'],
      ['9999-12-31', '-120.00', '9999-12-31 has not come yet'],
    ] as const)
      expect(await explain(on, amount)).toMatchObject({
        ok: false,
        error: { code: 'inputInvalid', message: expect.stringContaining(words) },
      });
    store.explainDifference(keyId, { ...explained, amount: '-999', note: 'Of another difference' }, at);
    expect((await again()).days[2]?.explanation).toMatchObject({ note: 'Settled by hand' });
    expect(await explain('2026-01-05', '-120')).toMatchObject({ ok: true });
    expect((await again()).days[2]?.explanation).toMatchObject({ note: 'Other' });
    store.close();
  });
});
