import { asksWhenPaid, type PayoutFilter } from '../../../contract/payments/history.ts';
import { PaymentState } from '../../../contract/payments/payment.ts';
import type { EmittingContext } from '../context/context.ts';
import { catchUpHistory } from '../context/turns.ts';
import { catchUpPayees } from '../payees/known.ts';
import { payeeHashOf } from '../payments/payee.ts';
import { catchUpFlows } from '../treasury/flows/read-flows.ts';
import type { HistoryEntry, HistoryFilter, HistoryQuery, StoredPayment } from '../ports/index.ts';

/** How many pieces of the index a reader waits for before it reads without the index. */
const patience = 60;
const readAtOnce = 200;

const allButDrafts = PaymentState.options.filter((state) => state !== 'draft');

/** The filter in the store's form; null if it names an unknown payee, so that it finds nothing. */
export function toHistoryFilter(
  { store }: Pick<EmittingContext, 'store'>,
  { from, until, payeeId, ...filter }: PayoutFilter,
): HistoryFilter | null {
  const payee = payeeId === null ? null : store.findPayee(payeeId);
  if (payeeId !== null && payee === null) return null;
  return {
    ...filter,
    states: filter.states.length === 0 && filter.batchId === null ? allButDrafts : filter.states,
    payee: payee === null ? null : { ...payee, payeeHash: payeeHashOf(payee.payee) },
    fromMs: from === null ? null : Date.parse(from),
    untilMs: until === null ? null : Date.parse(until),
  };
}

type Reading = Pick<HistoryQuery, 'order' | 'after' | 'expected'> & {
  readonly filter: PayoutFilter;
  readonly signal: AbortSignal;
  /** Only shown: one that cannot be read is left out and reported. Otherwise reading fails. */
  readonly isShown?: boolean;
};

/** The positions of the filtered payments, in order, yielding to other work; ends early if the signal aborts. */
export async function* placesOf(
  context: EmittingContext,
  { filter, order, after, expected, signal }: Reading,
): AsyncGenerator<readonly HistoryEntry[], undefined> {
  const { store, clock } = context;
  // Sorting without the index would load everything into memory, so this waits for the index.
  const isByTime = order === 'newest' || order === 'oldest';
  if (filter.payeeId !== null) await catchUpPayees(context, signal);
  const asked = toHistoryFilter(context, filter);
  if (asked === null) return;
  const pieces = isByTime ? patience : Number.MAX_SAFE_INTEGER;
  const isIndexed =
    (!asksWhenPaid(asked) || (await catchUpFlows(context, signal, pieces))) &&
    (await catchUpHistory(context, signal, pieces));
  const walk = store.walkHistory({ filter: asked, order, after, expected, isIndexed });
  while (!signal.aborted) {
    const step = walk.next();
    if (step.done === true) return;
    if (step.value.length > 0) yield step.value;
    await clock.turn();
  }
}

export type Found = { readonly place: HistoryEntry; readonly payment: StoredPayment };

/** The payments that a filter finds, in their current state: those whose state changed since are left out. */
export async function* foundBy(
  context: EmittingContext,
  reading: Reading,
): AsyncGenerator<readonly Found[], undefined> {
  const states = toHistoryFilter(context, reading.filter)?.states ?? [];
  const { paymentsOf, readablePaymentsOf } = context.store;
  const read = reading.isShown === true ? readablePaymentsOf : paymentsOf;
  const atOnce = Math.min(readAtOnce, reading.expected);
  for await (const places of placesOf(context, reading))
    for (let start = 0; start < places.length; start += atOnce) {
      const some = places.slice(start, start + atOnce);
      const payments = new Map(
        read(some.map(({ paymentId }) => paymentId)).map((payment) => [payment.paymentId, payment]),
      );
      const found = some.flatMap((place) => {
        const payment = payments.get(place.paymentId);
        if (payment === undefined) return [];
        const matches = states.length === 0 || states.includes(payment.state);
        return matches ? [{ place, payment }] : [];
      });
      if (found.length > 0) yield found;
      if (start + atOnce < places.length) await context.clock.turn();
    }
}
