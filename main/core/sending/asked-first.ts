import type { AppError } from '../../../contract/errors.ts';
import { fail, type Failure } from '../../../contract/result.ts';
import { usefulnessOf, type Usefulness } from '../payments/decision.ts';
import { askedAtOnce, staysTrueMs } from '../payments/schedule.ts';
import type { Clock, Store, StoredPayment } from '../ports/index.ts';

const looksAgainMs = 60 * 1000;

/** Asks about every earlier payout for the row of a retry; the failure where the gateway could not say. */
export type AskOld = (retry: StoredPayment, signal: AbortSignal) => Promise<Failure | null>;

/**
 * Has the gateway asked once more about what a retry is to pay again, where that was asked long ago: a retry may wait for days after its
 * release, held by a floor, by a pause or because Bursar was closed, and the old payout may have been paid meanwhile.
 */
export type AskedFirst = {
  /** Whether this payment may be claimed. The first one of a batch that may not holds its batch until `ask` has asked for it. */
  mayClaim(payment: StoredPayment): boolean;
  /** Whether a retry of this batch waits. */
  isHeld(batchId: string): boolean;
  /**
   * Asks for a retry that waits, if any is to be asked for, and at the same time for those that follow it in its batch. Returns what was
   * heard where the gateway could not say about the first, so that it goes on waiting.
   */
  ask(signal: AbortSignal): Promise<Heard | null>;
  /** When `ask` is to be called; null: nothing waits. */
  nextAt(): number | null;
};

type Heard = { readonly usefulness: Usefulness; readonly answer: Failure; readonly about: number };

/** For one run of one profile. `onWait`: called with why a retry waits, and with null once none does. */
export function createAskedFirst({
  store,
  clock,
  askOld,
  onWait,
}: {
  readonly store: Pick<Store, 'findBatch' | 'paymentsOf' | 'rowsOfBatch' | 'isPaused'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly askOld: AskOld;
  readonly onWait: (error: AppError | null) => void;
}): AskedFirst {
  const askedAt = new Map<number, number>();
  /** By batch, the retry that waits, and when a question about it failed. */
  const waiting = new Map<string, { readonly paymentId: number; readonly failedAt: number | null }>();
  let isTold = false;

  function tell(error: AppError | null): void {
    if (error !== null || isTold) onWait(error);
    isTold = error !== null;
  }

  function wasAskedLately({ paymentId, batchId }: StoredPayment): boolean {
    const at = askedAt.get(paymentId) ?? store.findBatch(batchId)?.releasedAt ?? 0;
    return Math.abs(clock.now() - at) <= staysTrueMs;
  }

  /** A retry that waits and the next ones of its batch, each asked for on its own: an answer about one says nothing about another. */
  async function askWithNext(retry: StoredPayment, signal: AbortSignal): Promise<Failure | null> {
    const following = store
      .rowsOfBatch(retry.batchId, retry.rowNumber, askedAtOnce - 1)
      .filter((next) => next.state === 'queued' && next.retryOf !== null && !wasAskedLately(next));
    const [first, ...others] = await Promise.allSettled(
      [retry, ...following].map(async (each) => {
        const failure = await askOld(each, signal);
        if (failure === null) askedAt.set(each.paymentId, clock.now());
        return failure;
      }),
    );
    // All are awaited before a failure to record what was heard ends the run.
    for (const end of [first, ...others]) if (end?.status === 'rejected') throw end.reason;
    return first?.status === 'fulfilled' ? first.value : null;
  }

  /** When it is asked for; at once, too, where the clock was set back after a question failed. */
  const dueAt = ({ failedAt }: { readonly failedAt: number | null }): number =>
    failedAt === null || failedAt > clock.now() ? clock.now() : failedAt + looksAgainMs;

  return {
    mayClaim(payment) {
      const { retryOf, paymentId, batchId } = payment;
      if (retryOf === null || wasAskedLately(payment)) return true;
      waiting.set(batchId, { paymentId, failedAt: null });
      return false;
    },
    isHeld: (batchId) => waiting.has(batchId),
    async ask(signal) {
      const next = [...waiting].find(([, each]) => dueAt(each) <= clock.now());
      if (next === undefined) return null;
      const [batchId, { paymentId }] = next;
      const [retry] = store.paymentsOf([paymentId]);
      const isToBeSent = retry?.state === 'queued' && !store.isPaused(batchId);
      const refused = isToBeSent ? await askWithNext(retry, signal) : null;
      if (refused === null) {
        waiting.delete(batchId);
        if (waiting.size === 0) tell(null);
        return null;
      }
      // Behind the others, so that each has its turn.
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
