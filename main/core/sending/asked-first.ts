import type { AppError } from '../../../contract/errors.ts';
import { fail, type Failure } from '../../../contract/result.ts';
import { usefulnessOf, type Usefulness } from '../payments/decision.ts';
import { staysTrueMs } from '../payments/schedule.ts';
import type { Clock, Store, StoredPayment } from '../ports/index.ts';

const looksAgainMs = 60 * 1000;

/** Asks about every earlier payout for the row of a retry; the failure where the gateway could not say. */
export type AskOld = (retry: StoredPayment, signal: AbortSignal) => Promise<Failure | null>;

/**
 * Has the gateway asked once more about what a retry is to pay again, where that was asked long ago: a retry may wait for days after its
 * release, held by a floor, by a pause or because Bursar was closed, and the old payout may have been paid meanwhile.
 */
export type AskedFirst = {
  /** Whether this payment may be claimed. The first one that may not waits for `ask`. */
  mayClaim(payment: StoredPayment): boolean;
  /** Asks for the retry that waits, if any. Returns what was heard where the gateway could not say, so that it goes on waiting. */
  ask(signal: AbortSignal): Promise<Heard | null>;
  /** When `ask` is to be called; null: nothing waits. */
  nextAt(): number | null;
};

type Heard = { readonly usefulness: Usefulness; readonly answer: Failure; readonly about: number };

/** For one run of one profile. `onWait`: called with why a retry waits, and with null once it does not. */
export function createAskedFirst({
  store,
  clock,
  askOld,
  onWait,
}: {
  readonly store: Pick<Store, 'findBatch' | 'paymentsOf' | 'isPaused'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly askOld: AskOld;
  readonly onWait: (error: AppError | null) => void;
}): AskedFirst {
  const askedAt = new Map<number, number>();
  let waiting: StoredPayment | null = null;
  let notBefore = 0;
  let isTold = false;

  function tell(error: AppError | null): void {
    if (error !== null || isTold) onWait(error);
    isTold = error !== null;
  }

  function wasAskedLately({ paymentId, batchId }: StoredPayment): boolean {
    const at = askedAt.get(paymentId) ?? store.findBatch(batchId)?.releasedAt ?? 0;
    return Math.abs(clock.now() - at) <= staysTrueMs;
  }

  return {
    mayClaim(payment) {
      if (payment.retryOf === null || wasAskedLately(payment)) return true;
      waiting ??= payment;
      return false;
    },
    async ask(signal) {
      if (waiting === null || clock.now() < notBefore) return null;
      const [retry] = store.paymentsOf([waiting.paymentId]);
      waiting = null;
      const refused =
        retry?.state === 'queued' && !store.isPaused(retry.batchId) ? await askOld(retry, signal) : null;
      if (retry === undefined || refused === null) {
        if (retry !== undefined) askedAt.set(retry.paymentId, clock.now());
        tell(null);
        return null;
      }
      waiting = retry;
      notBefore = clock.now() + looksAgainMs;
      const { code, message, details } = refused.error;
      const answer = fail('retryWaits', message, details);
      tell(answer.error);
      return { usefulness: usefulnessOf(code), answer, about: retry.paymentId };
    },
    nextAt: () => (waiting === null ? null : notBefore),
  };
}
