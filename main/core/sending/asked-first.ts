import { retriableStates } from '../../../contract/payments/life.ts';
import type { AppError } from '../../../contract/errors.ts';
import { fail, type Failure, type Result } from '../../../contract/result.ts';
import { timesOf } from '../payments/ask.ts';
import { areWithin, usefulnessOf, type Times, type Usefulness } from '../payments/decision.ts';
import { pagesOfBatch } from '../payments/pages.ts';
import { askedAtOnce, confirmedMs, lookedUpMs, staysTrueMs } from '../payments/schedule.ts';
import type { Clock, GatewayClient, Store, StoredPayment } from '../ports/index.ts';
import type { Repeats } from '../batches/repeats/ask-repeated.ts';

const retryAfterMs = 60 * 1000;

/** Asks about a payout before it is sent, and returns whether others have sent it; the failure if the gateway could not say. */
export type AskElsewhere = (payment: StoredPayment, signal: AbortSignal) => Promise<Result<boolean>>;

/**
 * Positions in a batch, from 0 to 1, of the rows that are asked about with its first one. Of a file that others have sent, the gateway knows
 * the rows that it accepted and not those that it refused: more rows make it more certain.
 */
const spread = [0.25, 0.5, 0.75, 1];

/**
 * Asks the gateway once more about the payouts that a retry is to replace, or that a row repeats although they ended unpaid, if the last answer
 * is old: a row may wait for days after its release, held by a floor, a pause or because Bursar was closed, and the old payout may have been
 * paid meanwhile. Also asks about the first row of each batch and a few others, and about all rows of a batch that was sent outside this
 * history: rows that the gateway refused there may have been retried there, under order IDs that no 409 guards.
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
  ask(signal: AbortSignal): Promise<FailedQuery | null>;
  /**
   * Asks about the old payouts of an unknown retry, and about those that ended unpaid and that an unknown payout repeats, before its request is
   * repeated: they may have been paid while it was in doubt. Returns the response if the gateway could not say: then it is not repeated now.
   * Does nothing for any other payment.
   */
  askAgain(payment: StoredPayment, signal: AbortSignal): Promise<FailedQuery | null>;
  /** When `ask` must be called; null: nothing waits. */
  nextAt(): number | null;
};

type FailedQuery = { readonly usefulness: Usefulness; readonly answer: Failure; readonly about: number };

/**
 * For one run of one profile. `askOld` asks about every other payout for the row of this one, `askIfThere` about its own order ID alone.
 * `onWait`: called with the reason why a row waits, and with null once none does.
 */
export function createAskedFirst({
  store,
  client,
  clock,
  repeats,
  askOld,
  askIfThere,
  onWait,
}: {
  readonly store: Pick<
    Store,
    | 'findBatch'
    | 'releaseOf'
    | 'paymentsOf'
    | 'rowsOfBatch'
    | 'isPaused'
    | 'countByState'
    | 'eventsOf'
    | 'familyOf'
    | 'hasOtherStatus'
  >;
  readonly client: Pick<GatewayClient, 'gatewayNow'>;
  readonly clock: Pick<Clock, 'now' | 'turn'>;
  readonly repeats: Pick<Repeats, 'hasDoubtful' | 'hasOtherStatus'>;
  readonly askOld: AskElsewhere;
  readonly askIfThere: AskElsewhere;
  readonly onWait: (error: AppError | null) => void;
}): AskedFirst {
  /** When each payment was asked about before its first request, and whether the gateway could say. */
  const askedAt = new Map<number, { readonly at: Times; readonly isAnswered: boolean }>();
  /** When each was asked about before a repetition. */
  const askedAgainAt = new Map<number, Times>();
  /** By batch that this run has asked about, when, and whether others have sent it. */
  const sentBefore = new Map<string, { readonly isSent: boolean; readonly at: Times }>();
  /** By batch, the waiting row, and when a query about it failed. */
  const waiting = new Map<string, { readonly paymentId: number; readonly failedAt: number | null }>();
  let isReported = false;

  function report(error: AppError | null): void {
    if (error !== null || isReported) onWait(error);
    isReported = error !== null;
  }

  const times = (): Times => timesOf(clock, client);

  const isWithin = (limitMs: number, at: Times): boolean => areWithin(limitMs, at, times());

  /** Whether others have sent its batch too: the gateway has one of its rows, or a retry for which that row was cancelled. */
  function isSentElsewhere({ batchId }: StoredPayment): boolean {
    return sentBefore.get(batchId)?.isSent === true || (store.countByState(batchId).outside ?? 0) > 0;
  }

  /** Whether this run need not ask about the batch: others have sent it, or had not a while ago. A run may follow a batch that waits for days. */
  function isAskedAbout(batchId: string): boolean {
    const asked = sentBefore.get(batchId);
    return asked !== undefined && (asked.isSent || isWithin(lookedUpMs, asked.at));
  }

  /** Whether it is queued again, by a person or after a restore: it may have been paid by then, by a retry that these records do not have. */
  const isOrdered = ({ kind, firstSentAt }: StoredPayment): boolean =>
    kind === 'payout' && firstSentAt !== null;

  /** Whether it is sent for the first time, and no retry. */
  const isNew = ({ kind, retryOf, firstSentAt }: StoredPayment): boolean =>
    kind === 'payout' && retryOf === null && firstSentAt === null;

  /**
   * A release asks about what rows retry or repeat. Otherwise, one row of a batch is asked about in each run, and in each hour of it, before it
   * is sent for the first time, because the records may not have what an earlier run was told, and every row once others turn out to have sent
   * the batch.
   */
  function hasToBeAsked(payment: StoredPayment): boolean {
    const { paymentId, batchId, retryOf } = payment;
    if (isOtherThanSeen(payment)) return true;
    const asked = askedAt.get(paymentId);
    // An answer about what it repeats may be an older one, to another row.
    if (asked !== undefined && isWithin(staysTrueMs, asked.at))
      return asked.isAnswered && repeatsDoubtful(payment);
    if (isOrdered(payment)) return true;
    if (retryOf !== null) return asked !== undefined || isAskedBefore(payment);
    if (isNew(payment) && (isSentElsewhere(payment) || !isAskedAbout(batchId))) return true;
    return repeatsDoubtful(payment);
  }

  /** Whether the gateway has reported another status of what it retries since a person had it sent. */
  function isOtherThanSeen(payment: StoredPayment): boolean {
    const { retryOf, keyId, idPayment } = payment;
    const earlier = retryOf === null ? [] : store.familyOf(keyId, idPayment);
    const isOther = earlier.some(
      ({ state, paymentId }) => retriableStates.has(state) && store.hasOtherStatus(payment, paymentId),
    );
    return isOther || repeats.hasOtherStatus(payment);
  }

  /** Whether it repeats a payout of which the last answer is old: that to this run, or else to its release. */
  function repeatsDoubtful(payment: StoredPayment): boolean {
    return isAskedBefore(payment) && repeats.hasDoubtful(payment);
  }

  /** Whether the answers to its release about what its rows retry or repeat are old: of a large batch, the first ones were as it was released. */
  function isAskedBefore({ batchId }: StoredPayment): boolean {
    return isReleasedBefore(staysTrueMs, batchId, store.releaseOf(batchId)?.askedForMs);
  }

  /** Whether its release, or what came so long before it, is longer ago than this. */
  function isReleasedBefore(limitMs: number, batchId: string, beforeMs = 0): boolean {
    const now = (store.findBatch(batchId)?.releasedAt ?? 0) - beforeMs;
    const gatewayAt = store.releaseOf(batchId)?.gatewayAt ?? null;
    return !isWithin(limitMs, { now, gatewayNow: gatewayAt === null ? null : gatewayAt - beforeMs });
  }

  /** Whether it waits while the gateway cannot say. A row of a batch that nobody is known to have sent is guarded by its own order ID. */
  function needsAnswer(payment: StoredPayment): boolean {
    if (payment.retryOf !== null || isOrdered(payment) || isSentElsewhere(payment)) return true;
    return (
      isOtherThanSeen(payment) ||
      (isReleasedBefore(confirmedMs, payment.batchId) && repeats.hasDoubtful(payment))
    );
  }

  /** Whether an earlier run cancelled a row of this batch because others had retried it. */
  async function hasRetriedElsewhere(batchId: string): Promise<boolean> {
    if ((store.countByState(batchId).cancelled ?? 0) === 0) return false;
    for await (const payments of pagesOfBatch(store, clock, batchId))
      for (const payment of payments)
        if (payment.state === 'cancelled' && isNew(payment))
          if (store.eventsOf(payment.paymentId).at(-1)?.reason.code === 'overtaken') return true;
    return false;
  }

  /** Further rows to ask about while it is not known whether others have sent the batch. */
  function spreadRows({ paymentId, batchId }: StoredPayment): StoredPayment[] {
    const { rows = 0 } = store.findBatch(batchId) ?? {};
    const rowNumbers = new Set(spread.map((part) => Math.ceil(rows * part)));
    return [...rowNumbers]
      .flatMap((rowNumber) => store.rowsOfBatch(batchId, rowNumber - 1, 1))
      .filter((row) => row.paymentId !== paymentId && row.state === 'queued' && isNew(row));
  }

  /** Whether it is asked about for its own sake, and not as one row for its batch. */
  function isAskedByItself(payment: StoredPayment): boolean {
    return needsAnswer(payment) || repeatsDoubtful(payment);
  }

  /** The next rows of its batch that must be asked about, too. */
  function following({ batchId, rowNumber }: StoredPayment): StoredPayment[] {
    return store
      .rowsOfBatch(batchId, rowNumber, askedAtOnce - 1)
      .filter((next) => next.state === 'queued' && isAskedByItself(next) && hasToBeAsked(next));
  }

  /** A waiting row and others of its batch, each asked about separately: an answer about one says nothing about another. */
  async function askWithOthers(waits: StoredPayment, signal: AbortSignal): Promise<Failure | null> {
    const { batchId } = waits;
    // An answer may come long after another: its age counts from the question.
    const at = times();
    const isUnsure = isNew(waits) && !isAskedAbout(batchId);
    if (isUnsure && (await hasRetriedElsewhere(batchId))) sentBefore.set(batchId, { isSent: true, at });
    const rows = [waits, ...(isAskedByItself(waits) ? following(waits) : [])];
    const others = isUnsure && !isSentElsewhere(waits) ? spreadRows(waits) : [];
    const ends = await Promise.allSettled([
      ...rows.map((each) => askOld(each, signal)),
      ...others.map((each) => askIfThere(each, signal)),
    ]);
    // All are awaited before a failure to record an answer ends the run.
    const answers = ends.map((end) => {
      if (end.status === 'rejected') throw end.reason;
      return end.value;
    });
    // Decided before unanswered queries are handled: in a batch that others have sent, such a row waits.
    const isSent = isSentElsewhere(waits) || answers.some((answer) => answer.ok && answer.value);
    if (isUnsure) sentBefore.set(batchId, { isSent, at });
    for (const [index, row] of rows.entries()) {
      const isAnswered = answers[index]?.ok === true;
      if (isAnswered || !needsAnswer(row)) askedAt.set(row.paymentId, { at, isAnswered });
      else askedAt.delete(row.paymentId);
    }
    const [first] = answers;
    return first === undefined || first.ok || !needsAnswer(waits) ? null : first;
  }

  /** A query without an answer, as the reason why its payment waits. */
  function failedQuery(
    { paymentId: about, batchId }: Pick<StoredPayment, 'paymentId' | 'batchId'>,
    { error: { code, message, details } }: Failure,
  ): FailedQuery {
    const answer = fail('retryWaits', message, { ...details, batchId });
    report(answer.error);
    return { usefulness: usefulnessOf(code), answer, about };
  }

  /** When it is due; at once if the clock was set back after a query failed. */
  const dueAt = ({ failedAt }: { readonly failedAt: number | null }): number =>
    failedAt === null || failedAt > clock.now() ? clock.now() : failedAt + retryAfterMs;

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
      const refused = isToBeSent ? await askWithOthers(next, signal) : null;
      if (refused === null) {
        waiting.delete(batchId);
        if (waiting.size === 0) report(null);
        return null;
      }
      // Behind the others, so that each gets its turn.
      waiting.delete(batchId);
      waiting.set(batchId, { paymentId, failedAt: clock.now() });
      return failedQuery({ paymentId, batchId }, refused);
    },
    async askAgain(payment, signal) {
      const { paymentId, batchId, retryOf } = payment;
      const at = askedAgainAt.get(paymentId);
      // Earlier answers do not count: restored records may lack what was learned since the release, and before its first request nothing was
      // asked about rejected payouts.
      const isOther = isOtherThanSeen(payment);
      const isKnown = retryOf === null || (at !== undefined && isWithin(staysTrueMs, at));
      const isToBeAsked = !isKnown || isOther || repeats.hasDoubtful(payment);
      if (!isToBeAsked || store.isPaused(batchId)) return null;
      const asked = times();
      const answer = await askOld(payment, signal);
      if (!answer.ok) return failedQuery(payment, answer);
      askedAgainAt.set(paymentId, asked);
      if (waiting.size === 0) report(null);
      return null;
    },
    nextAt: () => (waiting.size === 0 ? null : Math.min(...Array.from(waiting.values(), dueAt))),
  };
}
