import { dayMs } from '../../../../contract/duration.ts';
import { addAmounts, negateAmount } from '../../../../contract/money/amount.ts';
import type { StoreContext } from '../../context/context.ts';
import type { Flow, FlowPayment, FlowPlace, StoredProfile, Store } from '../../ports/index.ts';
import { readingsBetween, readSnapshot, type Reading } from '../flows/balance-history.ts';
import {
  withDays,
  type DayMovement,
  type Moved,
  type ReportedBalance,
  type StatementFacts,
} from './draw-statement.ts';
import { movedBy } from './movements.ts';

type Days = { readonly from: number; readonly until: number };

const daysAtOnce = 31;
const paymentsAtOnce = 500;

/** All inputs of a statement; null if the signal aborted. The flows must be complete. */
export async function gatherFacts(
  context: StoreContext,
  profile: StoredProfile,
  currencyCode: string,
  days: Days,
  signal: AbortSignal,
): Promise<StatementFacts | null> {
  const moved = await movedOn(context, profile, currencyCode, days, signal);
  const time = { after: days.from * dayMs - 1, until: (days.until + 1) * dayMs };
  const readings = await readingsBetween(context, profile, currencyCode, time, signal);
  const before = await balanceBefore(context, profile, currencyCode, days.from, signal);
  if (moved === null || readings === null || before === 'aborted') return null;
  const reported = new Map<number, ReportedBalance>();
  const last = new Map(readings.map((reading) => [Math.floor(reading.at / dayMs), reading]));
  for (const [day, reading] of last) {
    const movedAfter = await movedBetween(
      context,
      profile,
      currencyCode,
      { from: reading.at + 1, until: (day + 1) * dayMs },
      signal,
    );
    if (movedAfter === null) return null;
    reported.set(day, { at: reading.at, booked: reading.booked, movedAfter });
  }
  const [first] = readings;
  if (first === undefined) return { ...days, moved, before, first: null, reported };
  const dayStart = Math.floor(first.at / dayMs) * dayMs;
  const movedBefore = await movedBetween(
    context,
    profile,
    currencyCode,
    { from: dayStart, until: first.at + 1 },
    signal,
  );
  if (movedBefore === null) return null;
  const { at, booked } = first;
  return { ...days, moved, before, first: { at, booked, movedBefore: movedBefore.amount }, reported };
}

/** Payments in one of these states whose amount or fee is in this currency, page by page. */
export async function* flowPaymentPages(
  { store, clock }: StoreContext,
  { keyId }: Pick<StoredProfile, 'keyId'>,
  search: Omit<Parameters<Store['flowPayments']>[1], 'limit' | 'after'>,
): AsyncGenerator<readonly FlowPayment[], void> {
  for (let after: FlowPlace | null = null; ;) {
    const page: FlowPayment[] = store.flowPayments(keyId, { ...search, after, limit: paymentsAtOnce });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < paymentsAtOnce) return;
    after = { at: last.at, paymentId: last.paymentId };
    await clock.turn();
  }
}

async function movedOn(
  { store, clock }: StoreContext,
  { keyId }: StoredProfile,
  currencyCode: string,
  { from, until }: Days,
  signal: AbortSignal,
): Promise<Map<number, DayMovement> | null> {
  const moved = new Map<number, DayMovement>();
  for (let day = Math.max(from, store.firstFlowDay(keyId) ?? until + 1); day <= until; day += daysAtOnce) {
    for (const flow of store.flowsBetween(keyId, { from: day, until: Math.min(day + daysAtOnce, until + 1) }))
      addFlow(moved, flow, currencyCode);
    await clock.turn();
    if (signal.aborted) return null;
  }
  return moved;
}

function addFlow(moved: Map<number, DayMovement>, flow: Flow, currencyCode: string): void {
  if (flow.state !== 'paid') return;
  const isOwn = flow.currencyCode === currencyCode;
  const fee = flow.fees.find((each) => each.currencyCode === currencyCode);
  if (!isOwn && fee === undefined) return;
  const before = moved.get(flow.day) ?? { in: '0', out: '0', fees: '0', count: 0 };
  const isOut = flow.kind === 'payout';
  moved.set(flow.day, {
    in: isOwn && !isOut ? addAmounts(before.in, flow.amount) : before.in,
    out: isOwn && isOut ? addAmounts(before.out, negateAmount(flow.amount)) : before.out,
    fees: fee === undefined ? before.fees : addAmounts(before.fees, negateAmount(fee.amount)),
    count: before.count + (isOwn ? flow.count : (fee?.count ?? 0)),
  });
}

/** The last balance read before this day, with the movements since. */
async function balanceBefore(
  context: StoreContext,
  profile: StoredProfile,
  currencyCode: string,
  day: number,
  signal: AbortSignal,
): Promise<ReportedBalance | null | 'aborted'> {
  const reading = lastReading(context, profile, currencyCode, day * dayMs);
  if (reading === null) return null;
  const nextDay = Math.floor(reading.at / dayMs) + 1;
  const sameDay = await movedBetween(
    context,
    profile,
    currencyCode,
    { from: reading.at + 1, until: Math.min(nextDay, day) * dayMs },
    signal,
  );
  const between = await movedOn(context, profile, currencyCode, { from: nextDay, until: day - 1 }, signal);
  if (sameDay === null || between === null) return 'aborted';
  const { at, booked } = reading;
  return { at, booked, movedAfter: withDays(sameDay, [...between.values()]) };
}

function lastReading(
  { store }: StoreContext,
  { keyId }: StoredProfile,
  currencyCode: string,
  before: number,
): Reading | null {
  const snapshot = store.snapshotBefore(keyId, currencyCode, before);
  return snapshot === null ? null : readSnapshot(snapshot);
}

async function movedBetween(
  { store, clock }: StoreContext,
  { keyId }: StoredProfile,
  currencyCode: string,
  time: { readonly from: number; readonly until: number },
  signal: AbortSignal,
): Promise<Moved | null> {
  let sum: Moved = { count: 0, amount: '0' };
  if (time.until <= time.from) return sum;
  const walk = store.walkMoved(keyId, currencyCode, time);
  for (let moved = walk.next(); moved.done !== true; moved = walk.next()) {
    sum = {
      count: sum.count + moved.value.length,
      amount: addAmounts(sum.amount, movedBy(moved.value, currencyCode)),
    };
    await clock.turn();
    if (signal.aborted) return null;
  }
  return sum;
}
