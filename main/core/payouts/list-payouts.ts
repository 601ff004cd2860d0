import type { EmittingContext } from '../context/context.ts';
import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import { toPayoutSummary } from '../payments/convert.ts';
import { foundBy, placesOf, toHistoryFilter, type Found } from './read-payout.ts';
import { hash } from 'node:crypto';
import type { PayoutFilter, PayoutOrder } from '../../../contract/payments/history.ts';
import type { HistoryEntry } from '../ports/index.ts';

/** The result of a call that was stopped before its end. */
export function brokenOff(): Failure {
  return fail('stopped', 'Reading the history was stopped. Nothing was changed.');
}

/** A page of the history (operation `payouts.list`). */
export async function listPayouts(
  context: EmittingContext,
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
  context: EmittingContext,
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

const pattern = /^([0-9a-f]{16})\.(\d{1,16})\.([A-Za-z0-9_-]*)$/;

/** A position in the history as text, to request the next page; it names the filter and order that it belongs to. */
function cursorOf({ key, paymentId }: HistoryEntry, filter: PayoutFilter, order: PayoutOrder): string {
  return `${fingerprint(filter, order)}.${paymentId}.${Buffer.from(key, 'utf8').toString('base64url')}`;
}

/** Reads a cursor; `inputInvalid` if it is malformed, or belongs to another filter or order. */
function readCursor(cursor: string, filter: PayoutFilter, order: PayoutOrder): Result<HistoryEntry> {
  const [, found, paymentId = '', key = ''] = pattern.exec(cursor) ?? [];
  if (found !== fingerprint(filter, order) || !Number.isSafeInteger(Number(paymentId)))
    return fail(
      'inputInvalid',
      'This list cannot be continued from here with this filter and order. Start again with the first page.',
    );
  return succeed({ key: Buffer.from(key, 'base64url').toString('utf8'), paymentId: Number(paymentId) });
}

function fingerprint(filter: PayoutFilter, order: PayoutOrder): string {
  const { profileName, batchId, payeeId, states, currencyCodes, paymentMethodCodes, dateOf } = filter;
  const { from, until, amountFrom, amountUntil, search } = filter;
  const codes = [currencyCodes.toSorted(), paymentMethodCodes.toSorted()];
  const conditions = [profileName, batchId, payeeId, states.toSorted(), codes, dateOf];
  const text = JSON.stringify([...conditions, from, until, amountFrom, amountUntil, search, order]);
  return hash('sha256', text, 'hex').slice(0, 16);
}
