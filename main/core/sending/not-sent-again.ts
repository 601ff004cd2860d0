import type { AppError } from '../../../contract/errors.ts';
import { neverLeft } from '../../../contract/payments/problem-facts.ts';
import { retriedFor } from '../batches/retry.ts';
import { blocked, heldBack, overtaken, repeatsRevived } from '../payments/after-read.ts';
import { momentOf, timesOf, type Asking } from '../payments/ask.ts';
import { areWithin, unchanged, type Moment, type Times } from '../payments/decision.ts';
import { aloneMs, staysTrueMs } from '../payments/schedule.ts';
import { couldNotAsk, stillUnanswered } from '../payments/unanswered.ts';
import { answeredNotFound } from '../payments/after-not-found.ts';
import type { Finding, Store, StoredPayment } from '../ports/index.ts';
import type { RunContext } from './run-context.ts';

/** Why an unknown payment was not claimed to be sent again. Empty if it is no longer unknown. */
export function notSentAgain(
  store: Pick<Store, 'isPaused' | 'familyOf' | 'isPayeeBlocked' | 'findRevivedRepeat'>,
  payment: StoredPayment,
  moment: Moment,
): Finding[] {
  if (store.isPaused(payment.batchId)) return [heldBack(payment, moment)];
  if (store.isPayeeBlocked(payment)) return [blocked(payment, moment)];
  const other = retriedFor(store, payment);
  if (other !== null && other.state !== 'draft')
    return [overtaken(payment, { idPayment: other.idPayment, state: other.state }, moment)];
  const repeated = store.findRevivedRepeat(payment);
  return repeated === null ? [] : [repeatsRevived(payment, repeated, moment)];
}

/**
 * An unknown payment that the gateway does not know and of which no request left, or that these records never sent, as after a restore: it goes
 * back to the queue, so that it passes everything that a first request passes, a floor among it.
 */
export function backInQueue(
  store: Parameters<typeof notSentAgain>[0],
  payment: StoredPayment,
  error: AppError,
  moment: Moment,
): Finding[] {
  const left = notSentAgain(store, payment, moment);
  const problem = neverLeft(payment) ? ({ code: 'unsent' } as const) : null;
  const queued = { to: 'queued', problem, dueAt: null, polls: 0 } as const;
  return left.length > 0 ? left : [{ ...unchanged(payment), ...answeredNotFound(error), ...queued }];
}

/** Why an unknown payout that the gateway does not know is left as it is; null if it may be sent again. */
export type LeftToOthers = (payment: StoredPayment, signal: AbortSignal) => Promise<Finding[] | null>;

/**
 * For one run. A minute after the first request of a payout others may have sent the file, too: the gateway may have refused the row there,
 * so that it does not know its order ID, and have paid it by a retry (docs/decisions/0013). What it answers to that is valid for a while.
 */
export function createLeftToOthers(
  { store, paidByRetry }: Pick<RunContext, 'store' | 'paidByRetry'>,
  asking: Asking,
): LeftToOthers {
  /** When the gateway last had no payment of others for each payout. */
  const askedAt = new Map<number, Times>();
  return async (payment, signal) => {
    const { paymentId, kind, batchId } = payment;
    const at = askedAt.get(paymentId);
    const times = timesOf(asking.clock, asking.client);
    const isAsked = at !== undefined && areWithin(staysTrueMs, at, times);
    const isRecent = isAsked || isSentRecently(payment, times);
    if (kind !== 'payout' || isRecent || store.isPaused(batchId)) return null;
    const retried = await paidByRetry(payment, signal);
    const moment = momentOf(asking);
    if (retried.ok && retried.value !== null) return [overtaken(payment, retried.value, moment)];
    if (!retried.ok)
      return retried.error.code === 'stopped'
        ? []
        : stillUnanswered(payment, couldNotAsk(retried.error), moment);
    askedAt.set(paymentId, times);
    return null;
  };
}

function isSentRecently({ firstSentAt, gatewaySentAt }: StoredPayment, times: Times): boolean {
  return areWithin(aloneMs, { now: firstSentAt ?? 0, gatewayNow: gatewaySentAt }, times);
}
