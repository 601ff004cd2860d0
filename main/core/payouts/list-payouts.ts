import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import { toPayoutSummary } from '../payments/convert.ts';
import { cursorOf, readCursor } from './cursor.ts';
import { foundBy, placesOf, toHistoryFilter, type Found, type HistoryContext } from './read-payout.ts';

/** The result of a call that was stopped before its end. */
export function brokenOff(): Failure {
  return fail('stopped', 'Reading the history was stopped. Nothing was changed.');
}

/** A page of the history (operation `payouts.list`). */
export async function listPayouts(
  context: HistoryContext,
  { filter, order, after, limit }: ParsedInput<'payouts.list'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'payouts.list'>>> {
  const place = after === null ? succeed(null) : readCursor(after, filter, order);
  if (!place.ok) return place;
  const found: Found[] = [];
  // Reads one more than asked for, to tell whether there is a next page.
  const expected = limit + 1;
  const reading = { filter, order, after: place.value, expected, signal, isShown: true };
  for await (const some of foundBy(context, reading)) {
    found.push(...some);
    if (found.length > limit) break;
  }
  if (signal.aborted) return brokenOff();
  const last = found.length > limit ? found[limit - 1] : undefined;
  return succeed({
    payouts: found.slice(0, limit).map(({ payment }) => toPayoutSummary(payment)),
    next: last === undefined ? null : cursorOf(last.place, filter, order),
  });
}

const countedAtOnce = 2000;

/** How many payouts a filter finds (operation `payouts.count`). */
export async function countPayouts(
  context: HistoryContext,
  { filter, most }: ParsedInput<'payouts.count'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'payouts.count'>>> {
  const asked = toHistoryFilter(context, filter);
  const known = asked === null ? null : context.store.countIndexed(asked);
  if (known !== null) return succeed({ count: Math.min(known, most), isComplete: known <= most });
  let count = 0;
  const reading = { filter, order: 'newest', after: null, expected: countedAtOnce, signal } as const;
  for await (const places of placesOf(context, reading)) {
    count += places.length;
    if (count > most) return succeed({ count: most, isComplete: false });
  }
  return signal.aborted ? brokenOff() : succeed({ count, isComplete: true });
}
