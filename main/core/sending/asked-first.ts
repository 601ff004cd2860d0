import type { AppError } from '../../../contract/errors.ts';
import { fail, type Failure } from '../../../contract/result.ts';
import { usefulnessOf, type Usefulness } from '../payments/decision.ts';
import { askedAtOnce, staysTrueMs } from '../payments/schedule.ts';
import type { Clock, Store, StoredPayment } from '../ports/index.ts';

const looksAgainMs = 60 * 1000;

/** Asks about every other payout for the row of this one; returns the failure if the gateway could not say. */
export type AskOld = (payment: StoredPayment, signal: AbortSignal) => Promise<Failure | null>;

/**
 * Asks the gateway once more about the payouts that a retry is to replace, if the last answer is old: a retry may wait for days after its
 * release, held by a floor, a pause or because Bursar was closed, and the old payout may have been paid meanwhile. Also asks about
 * the first row of each batch, and about all rows of a batch that was sent outside this history: rows that the gateway refused there may have been
 * retried there, under order IDs that no 409 guards.
 */
export type AskedFirst = {
  /** Whether this payment may be claimed. The first payment of a batch that may not holds its batch until `ask` has asked about it. */
  mayClaim(payment: StoredPayment): boolean;
  /** Whether a row of this batch waits. */
  isHeld(batchId: string): boolean;
  /**
   * Asks about a waiting row, if any is due, together with those that follow it in its batch. Returns the
   * response if the gateway could not say about the first row, which then keeps waiting.
   */
  ask(signal: AbortSignal): Promise<Heard | null>;
  /** When `ask` must be called; null: nothing waits. */
  nextAt(): number | null;
};

type Heard = { readonly usefulness: Usefulness; readonly answer: Failure; readonly about: number };

/** For one run of one profile. `onWait`: called with the reason why a row waits, and with null once none does. */
export function createAskedFirst({
  store,
  clock,
  askOld,
  onWait,
}: {
  readonly store: Pick<Store, 'findBatch' | 'paymentsOf' | 'rowsOfBatch' | 'isPaused' | 'countByState'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly askOld: AskOld;
  readonly onWait: (error: AppError | null) => void;
}): AskedFirst {
  const askedAt = new Map<number, number>();
  /** By batch whose first row was asked about, whether a retry covers it. */
  const sentBefore = new Map<string, boolean>();
  /** By batch, the waiting row, and when a query about it failed. */
  const waiting = new Map<string, { readonly paymentId: number; readonly failedAt: number | null }>();
  let isTold = false;

  function tell(error: AppError | null): void {
    if (error !== null || isTold) onWait(error);
    isTold = error !== null;
  }

  const isRecent = (at: number): boolean => Math.abs(clock.now() - at) <= staysTrueMs;

  /** Whether others have sent its batch too: the gateway has one of its rows, or a retry for which that row was cancelled. */
  function isSentElsewhere({ batchId }: StoredPayment): boolean {
    return sentBefore.get(batchId) === true || (store.countByState(batchId).outside ?? 0) > 0;
  }

  /** Whether nothing of its batch has left here, and nothing was asked. */
  function isFirst({ batchId }: StoredPayment): boolean {
    if (sentBefore.has(batchId)) return false;
    const { draft: _draft, queued: _queued, cancelled: _cancelled, ...sent } = store.countByState(batchId);
    return Object.keys(sent).length === 0;
  }

  /**
   * A release asks about retries. Otherwise, before a batch is sent for the first time, its first row is asked about, and every row once
   * others turn out to have sent the batch.
   */
  function hasToBeAsked(payment: StoredPayment): boolean {
    const { paymentId, batchId, kind, retryOf, firstSentAt } = payment;
    const at = askedAt.get(paymentId);
    if (retryOf !== null) return !isRecent(at ?? store.findBatch(batchId)?.releasedAt ?? 0);
    if (kind !== 'payout' || firstSentAt !== null || (at !== undefined && isRecent(at))) return false;
    return isSentElsewhere(payment) || isFirst(payment);
  }

  /** Whether it waits while the gateway cannot say. A row of a batch that nobody is known to have sent is guarded by its own order ID. */
  function hasToBeHeard(payment: StoredPayment): boolean {
    return payment.retryOf !== null || isSentElsewhere(payment);
  }

  /** Asks about one; returns the failure for which it must wait. */
  async function askAbout(payment: StoredPayment, signal: AbortSignal): Promise<Failure | null> {
    const { paymentId, batchId } = payment;
    const failure = await askOld(payment, signal);
    if (failure !== null && hasToBeHeard(payment)) return failure;
    askedAt.set(paymentId, clock.now());
    const [asked] = store.paymentsOf([paymentId]);
    if (payment.retryOf === null && !isSentElsewhere(payment))
      sentBefore.set(batchId, asked?.state === 'cancelled');
    return null;
  }

  /** A waiting row and the next ones of its batch, each asked about separately: an answer about one says nothing about another. */
  async function askWithNext(waits: StoredPayment, signal: AbortSignal): Promise<Failure | null> {
    const following = store
      .rowsOfBatch(waits.batchId, waits.rowNumber, askedAtOnce - 1)
      .filter((next) => next.state === 'queued' && hasToBeHeard(next) && hasToBeAsked(next));
    const [first, ...others] = await Promise.allSettled(
      [waits, ...following].map((each) => askAbout(each, signal)),
    );
    // All are awaited before a failure to record an answer ends the run.
    for (const end of [first, ...others]) if (end?.status === 'rejected') throw end.reason;
    return first?.status === 'fulfilled' ? first.value : null;
  }

  /** When it is due; at once if the clock was set back after a query failed. */
  const dueAt = ({ failedAt }: { readonly failedAt: number | null }): number =>
    failedAt === null || failedAt > clock.now() ? clock.now() : failedAt + looksAgainMs;

  return {
    mayClaim(payment) {
      const { paymentId, batchId } = payment;
      if (!hasToBeAsked(payment)) return true;
      waiting.set(batchId, { paymentId, failedAt: null });
      return false;
    },
    isHeld: (batchId) => waiting.has(batchId),
    async ask(signal) {
      const due = [...waiting].find(([, each]) => dueAt(each) <= clock.now());
      if (due === undefined) return null;
      const [batchId, { paymentId }] = due;
      const [next] = store.paymentsOf([paymentId]);
      const isToBeSent = next?.state === 'queued' && !store.isPaused(batchId);
      const refused = isToBeSent ? await askWithNext(next, signal) : null;
      if (refused === null) {
        waiting.delete(batchId);
        if (waiting.size === 0) tell(null);
        return null;
      }
      // Behind the others, so that each gets its turn.
      waiting.delete(batchId);
      waiting.set(batchId, { paymentId, failedAt: clock.now() });
      const { code, message, details } = refused.error;
      const answer = fail('retryWaits', message, details);
      tell(answer.error);
      return { usefulness: usefulnessOf(code), answer, about: paymentId };
    },
    nextAt: () => (waiting.size === 0 ? null : Math.min(...Array.from(waiting.values(), dueAt))),
  };
}
