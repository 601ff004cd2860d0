import type { AppError } from '../../../contract/errors.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import { isRefusal } from '../payments/decision.ts';
import { longestWaits } from '../payments/schedule.ts';
import type { NoticeKind } from '../../../contract/treasury/attention.ts';
import type { CoreContext } from '../context/context.ts';
import { attachedError } from '../context/refused.ts';
import type { Answer, Encode, GatewayClient, PaymentDetail, StoredProfile } from '../ports/index.ts';
import { ignoresTestFlag } from '../settings/settings.ts';
import { createVerifiedRows } from './verified-rows.ts';

/** Checks before the next payout that pause the batches concerned and notify a person. */
export type Safeguards = {
  /**
   * Compares the rows of batches with claimable rows with what was released (I4) and approved (I12), and pauses those that may not be
   * sent. Returns the error that ends the run, if any.
   */
  verifyRows(): Promise<AppError | null>;
  /** Those with claimable rows that must be verified first: they joined or were resumed since, or approvals changed or expired. */
  unverified(batchIds: readonly string[]): string[];
  /** Claims with an encoder that refuses a row that changed after it was verified. `paused`: its batch is paused, and the others continue. */
  claim<Value>(work: (encode: Encode) => Value): Result<Value | 'paused'>;
  /** Records that the gateway answered about a payout of this run. */
  noteAnswer(answer: Result<Answer<PaymentDetail>>): void;
  /** Whether the gateway has described no payout of this run yet, so that the first one is polled before the next is sent. */
  needsFirstPoll(): boolean;
  /** Whether more payouts of these batches may be sent, for the first time or again. */
  mayClaimMore(): boolean;
  /**
   * Makes payments due now that are due later than any wait allows, after the clock was set back and for each batch that joins; returns the time if the clock
   * was set back since the last call, else null.
   */
  checkClock(): number | null;
};

/** Errors that pause the batch, with the notice that says why. */
const pausingErrors: Partial<Record<AppError['code'], NoticeKind>> = {
  rowsTampered: 'rowsTampered',
  approvalMissing: 'approvalMissing',
  controlsTampered: 'approvalMissing',
  policyBlocks: 'approvalMissing',
};
/** Errors that end the run and are temporary: policy and approvals could not be read. */
const passingErrors: ReadonlySet<AppError['code']> = new Set(['keychainLocked', 'keychainUnavailable']);

/** The dependencies of one run's safeguards. */
export type Guarded = Pick<CoreContext, 'store' | 'clock' | 'encode' | 'controls'> & {
  readonly profile: StoredProfile;
  readonly client: Pick<GatewayClient, 'gatewayNow'>;
  /** Whether the run sends payouts; else payins and top-ups, whose money comes in. */
  readonly isPaying: boolean;
  readonly onRecorded: (batchIds: ReadonlySet<string>) => void;
  /** Called with why a batch may not be sent, once it is paused. */
  readonly onRefused: (error: AppError) => void;
};

export function createSafeguards(context: Guarded, batchIds: () => readonly string[]): Safeguards {
  const { store, clock, profile, client, isPaying, onRecorded, onRefused } = context;
  const rows = createVerifiedRows({ ...context, gatewayNow: () => client.gatewayNow() });
  let lastNow = Number.MAX_SAFE_INTEGER;
  let hasPolled = !isPaying || ignoresTestFlag(store, profile.name);
  /** Batches whose due times were compared with the clock since it was last set back. */
  let comparedBatches: ReadonlySet<string> = new Set();

  /** Pauses the batch that may not be sent; returns instead the error that ends the run, if any. */
  function stopBatch(thrown: unknown): AppError | null {
    const error = attachedError(thrown);
    if (error === null) throw thrown;
    const kind = pausingErrors[error.code];
    if (kind !== undefined && error.details.batchId !== undefined) {
      const { batchId } = error.details;
      store.setPaused(batchId, true, clock.now(), 'pausedBySafeguard');
      store.addNotice(kind, batchId, clock.now());
      onRecorded(new Set([batchId]));
      onRefused(error);
      return null;
    }
    if (!passingErrors.has(error.code)) throw thrown;
    return error;
  }

  /** Whether a batch is not paused and has rows to send, for the first time or again. */
  function mayBeClaimed(batchId: string): boolean {
    const { queued = 0, unknown = 0 } = store.countByState(batchId);
    return queued + unknown > 0 && !store.isPaused(batchId);
  }

  /** For verified batches a pass costs only this one check of approvals. */
  const unverified = (among: readonly string[]): string[] => rows.unverified(among).filter(mayBeClaimed);

  return {
    async verifyRows() {
      for (const batchId of unverified(batchIds()))
        try {
          await rows.verify([batchId]);
          // It has its approvals now.
          if (store.withdrawNotices('approvalMissing', { batchId }, clock.now()))
            onRecorded(new Set([batchId]));
        } catch (thrown) {
          const error = stopBatch(thrown);
          if (error !== null) return error;
        }
      return null;
    },
    unverified,
    claim(work) {
      try {
        return succeed(work(rows.encode));
      } catch (thrown) {
        const error = stopBatch(thrown);
        return error === null ? succeed('paused') : { ok: false, error };
      }
    },
    noteAnswer(answer) {
      // After a refusal, polling is pointless; 410 describes nothing yet.
      hasPolled ||= answer.ok || (isRefusal(answer.error) && answer.error.code !== 'gatewayNotFound');
    },
    needsFirstPoll: () => !hasPolled,
    mayClaimMore: () => batchIds().some(mayBeClaimed),
    checkClock() {
      const now = clock.now();
      const isSetBack = now < lastNow;
      lastNow = now;
      const all = batchIds();
      // A batch that joins may have due times from before the clock was set back.
      const joined = isSetBack ? all : all.filter((batchId) => !comparedBatches.has(batchId));
      comparedBatches = new Set(all);
      if (isSetBack || joined.length > 0) store.pullDueTimes(joined, now, longestWaits);
      return isSetBack ? now : null;
    },
  };
}
