import type { BatchProblem, BatchSummary } from '../../../contract/batches/batch.ts';
import {
  countIn,
  type AttemptRecord,
  type EventRecord,
  type PaymentLife,
  type RetriedBy,
  type PayoutSummary,
  type Unasked,
} from '../../../contract/payments/payment.ts';
import type { Profile } from '../../../contract/profile.ts';
import { isRechecked } from './decision.ts';
import { deadStates, isSuccess, retriableStates } from '../../../contract/payments/life.ts';
import {
  isPaidStill,
  paymentMeaning,
  type DescribedPayment,
} from '../../../contract/text/payment-meaning.ts';
import { causeText } from '../../../contract/text/cause-text.ts';
import { problemLabel, problemText } from '../../../contract/text/problem-text.ts';
import type {
  Store,
  StoredAttempt,
  StoredBatch,
  StoredEvent,
  StoredPayment,
  StoredProfile,
} from '../ports/index.ts';
import { possibleTime } from '../../../contract/possible-time.ts';
import { scheduleErrorText } from '../../../contract/text/failure.ts';
import { profileOf } from '../context/subject.ts';
import { decisionsFor } from './person-decisions.ts';

/** ISO 8601 UTC with milliseconds, from milliseconds since 1970; see `possibleTime`. Null stays null. */
export function isoTime(at: number): string;

export function isoTime(at: number | null): string | null;

export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(possibleTime(at)).toISOString();
}

export function toProfile(stored: StoredProfile): Profile {
  const { createdAt, keyId: _keyId, signingKeyId: _signingKeyId, ...profile } = stored;
  return { ...profile, createdAt: isoTime(createdAt) };
}

export function toBatchSummary(
  store: Pick<Store, 'countByState' | 'problemPayments' | 'familyOf' | 'retriedAmong' | 'unanswered'>,
  batch: StoredBatch,
): BatchSummary {
  const { batchId, profileName, environment, fileName, state, rows, rowsHash, totals, releasedAt } = batch;
  const byState = store.countByState(batchId);
  return {
    batchId,
    profileName,
    environment,
    fileName,
    state,
    rows,
    byState,
    ...countPaidElsewhere(store, batchId, byState),
    unanswered: (byState.accepted ?? 0) === 0 ? 0 : (store.unanswered({ batchId, limit: 1 })[0]?.count ?? 0),
    totals,
    rowsHash,
    isPaused: batch.isPaused,
    sheetId: batch.sheetId,
    createdAt: isoTime(batch.createdAt),
    releasedAt: isoTime(releasedAt),
    ...scheduleOf(batch),
  };
}

function scheduleOf({
  scheduledFor,
  scheduleError: error,
}: StoredBatch): Pick<BatchSummary, 'scheduledFor' | 'heldSchedule'> {
  if (scheduledFor === null) return { scheduledFor: null, heldSchedule: null };
  const at = isoTime(scheduledFor);
  return error === null
    ? { scheduledFor: at, heldSchedule: null }
    : { scheduledFor: null, heldSchedule: { scheduledFor: at, error, message: scheduleErrorText(error) } };
}

export function toPayoutSummary(payment: StoredPayment): PayoutSummary {
  const { idPayment, batchId, rowNumber, amount, currencyCode, state, gatewayStatus, fee } = payment;
  const { accountName, accountNumber, paymentMethodCode, profileName, reference, createdAt, updatedAt } =
    payment;
  return {
    idPayout: idPayment,
    batchId,
    rowNumber,
    money: { amount, currencyCode },
    state,
    gatewayStatus,
    fee,
    accountName,
    accountNumber,
    paymentMethodCode,
    profileName,
    reference,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

/** What is known of any payment besides what is to be paid, all from the store. */
export function toPaymentLife(
  store: Pick<Store, 'findProfile' | 'eventsOf' | 'attemptsOf'>,
  payment: StoredPayment,
): PaymentLife {
  const isThere = profileOf(store, payment).ok;
  return {
    isProfileRemoved: !isThere,
    ...toProblemFields(payment),
    decisions: isThere ? decisionsFor(payment) : [],
    wasSent: wasSent(payment),
    unasked: unaskedOf(store, payment),
    gatewayCreatedAt: payment.gatewayCreatedAt,
    processedAt: payment.processedAt,
    isTest: payment.isTest,
    events: store.eventsOf(payment.paymentId).map(toEvent),
    attempts: store.attemptsOf(payment.paymentId).map(toAttempt),
  };
}

function toEvent({ at, ...event }: StoredEvent): EventRecord {
  return { ...event, at: isoTime(at), cause: causeText(event.reason, event.actor) };
}

function toAttempt(attempt: StoredAttempt): AttemptRecord {
  const { number, startedAt, finishedAt, body, status, answer } = attempt;
  return {
    number,
    startedAt: isoTime(startedAt),
    finishedAt: isoTime(finishedAt),
    body: new TextDecoder().decode(body),
    status,
    answer,
  };
}

/** The problem of a payment: as a code with parameters, as the short code that lists show, and in words. */
export function toProblemFields(
  payment: StoredPayment,
): Pick<PaymentLife, 'problem' | 'problemCode' | 'problemMessage'> {
  const { problem } = payment;
  if (problem === null) return { problem, problemCode: null, problemMessage: null };
  return { problem, problemCode: problemLabel(problem), problemMessage: problemText(problem, payment) };
}

/** Whether a request to create it may have left Bursar. Older records may lack the attempt. */
function wasSent({ firstSentAt }: Pick<StoredPayment, 'firstSentAt'>): boolean {
  return firstSentAt !== null;
}

/** Why nobody asks about a payment that would be rechecked; null: Bursar asks, or it is in no such state. */
function unaskedOf(store: Pick<Store, 'findProfile'>, payment: StoredPayment): Unasked | null {
  if (!isRechecked(payment)) return null;
  const profile = profileOf(store, payment);
  if (!profile.ok) return 'profileRemoved';
  if (profile.value.isPrepareOnly) return 'prepareOnly';
  return payment.dueAt === null ? 'ended' : null;
}

/** What the description of a payment depends on. */
export function toDescribed(payment: StoredPayment): DescribedPayment {
  const { kind, state, gatewayStatus, processedAt, problem, origin } = payment;
  return {
    kind,
    state,
    gatewayStatus,
    processedAt,
    problem,
    wasSent: wasSent(payment),
    decisions: decisionsFor(payment),
    origin,
  };
}

export function toProblem(payment: StoredPayment, retriedBy: BatchProblem['retriedBy']): BatchProblem {
  const { rowNumber, idPayment, state, amount, currencyCode, accountName, problem } = payment;
  return {
    rowNumber,
    idPayout: idPayment,
    state,
    money: { amount, currencyCode },
    accountName,
    problem,
    code: problem === null ? state : problemLabel(problem),
    message: problem === null ? paymentMeaning(toDescribed(payment)) : problemText(problem, payment),
    decisions: decisionsFor(payment),
    retriedBy,
  };
}

/** How many payouts are read for one batch, so that a list of batches stays quick. */
const mostLookedAt = 100;

/**
 * How many unpaid payouts of a batch were paid by a retry of theirs, however many retries that took, by another payout for their row, or
 * outside this history; null where the batch has too many to look at each.
 */
function countPaidElsewhere(
  store: Pick<Store, 'problemPayments' | 'familyOf' | 'retriedAmong'>,
  batchId: string,
  byState: BatchSummary['byState'],
): Record<PaidElsewhere, number | null> {
  const counts = { paidByRetry: 0, paidOutside: 0, paidByOther: 0 };
  const tooMany = { paidByRetry: null, paidOutside: null, paidByOther: null };
  const retriable = countIn(byState, [...retriableStates]);
  if (retriable + countIn(byState, ['cancelled']) === 0) return counts;
  if (retriable > mostLookedAt) return tooMany;
  const payments = store.problemPayments(batchId, 2 * mostLookedAt);
  if (payments.length === 2 * mostLookedAt) return tooMany;
  const unpaid = payments.filter(mayBePaidElsewhere);
  const retriedBy = retriedByFinder(store, unpaid);
  for (const payment of unpaid) {
    const how = paidElsewhere(store, payment, retriedBy(payment));
    if (how !== null) counts[how] += 1;
  }
  return counts;
}

/** Whether another payout may have paid the row of a payout that ended unpaid. */
export function mayBePaidElsewhere({ state, problem }: Pick<StoredPayment, 'state' | 'problem'>): boolean {
  return retriableStates.has(state) || problem?.code === 'rowCovered';
}

type PaidElsewhere = 'paidByRetry' | 'paidOutside' | 'paidByOther';

/** How the row of such a payout was paid: by a retry, by another payout for it, or outside this history; null if none is known. */
export function paidElsewhere(
  store: Pick<Store, 'familyOf'>,
  payment: StoredPayment,
  retriedBy: RetriedBy | null,
): PaidElsewhere | null {
  if (retriableStates.has(payment.state)) {
    if (retriedBy?.isPaid === true) return 'paidByRetry';
    return wasPaidOutside(payment) ? 'paidOutside' : null;
  }
  const family = store.familyOf(payment.keyId, payment.idPayment);
  return family.some(({ isPaid }) => isPaid) ? 'paidByOther' : null;
}

/** Whether the gateway has paid a payment made outside this history, under the order ID of a payout that Bursar did not pay. */
export function wasPaidOutside({
  state,
  problem,
  gatewayStatus,
}: Pick<StoredPayment, 'state' | 'problem' | 'gatewayStatus'>): boolean {
  return state === 'rejected' && problem?.code === 'payAgain' && isSuccess(gatewayStatus);
}

/**
 * The payout that covers the row of a payout through its retries, however many there were: the paid one, else one in progress or
 * drafted, else the last after it; null if it was never retried. The payout that it retries itself does not count. Another
 * retry of the same payout may count, even one from before this payout that was paid later.
 */
export function retriedByOf(
  store: Pick<Store, 'familyOf'>,
  { keyId, idPayment }: Pick<StoredPayment, 'keyId' | 'idPayment'>,
): RetriedBy | null {
  const family = store.familyOf(keyId, idPayment);
  const earlier = new Set<string>();
  for (let at: string | null = idPayment; at !== null;) {
    earlier.add(at);
    const source: string | null = family.find((member) => member.idPayment === at)?.retryOf ?? null;
    at = source !== null && earlier.has(source) ? null : source;
  }
  const others = family.filter((member) => !earlier.has(member.idPayment));
  // The family is in order of creation: a retry that ended before this payout was created has not retried it.
  const since = family.slice(family.findIndex((member) => member.idPayment === idPayment) + 1);
  const covering =
    others.find(({ isPaid }) => isPaid) ??
    others.find(({ state }) => state === 'paid') ??
    others.findLast(({ state }) => !deadStates.has(state)) ??
    since.at(-1);
  if (covering === undefined) return null;
  const { idPayment: idPayout, batchId, state, isPaid } = covering;
  return { idPayout, batchId, state, isPaid, isEarlier: !since.includes(covering) };
}

/** As `retriedByOf`, for payouts of a page. */
export function retriedByFinder(
  store: Pick<Store, 'familyOf' | 'retriedAmong'>,
  payments: readonly StoredPayment[],
): (payment: StoredPayment) => RetriedBy | null {
  const hasFamily = familyFinder(store, payments);
  return (payment) => (hasFamily(payment) ? retriedByOf(store, payment) : null);
}

type Family = Pick<StoredPayment, 'paymentId' | 'retryOf'>;

/** Finds which of these payouts have others for their rows: they retry one, or one retries them. Few do, and a family is read one by one. */
export function familyFinder(
  store: Pick<Store, 'retriedAmong'>,
  payments: readonly Family[],
): (payment: Family) => boolean {
  const first = payments.filter(({ retryOf }) => retryOf === null).map(({ paymentId }) => paymentId);
  const retried = new Set(first.length === 0 ? [] : store.retriedAmong(first));
  return ({ retryOf, paymentId }) => retryOf !== null || retried.has(paymentId);
}

/** The order ID of another payout for the row of a paid payout that is paid, too; null if there is none, or the gateway no longer confirms one of both. */
export function paidTooOf(store: Pick<Store, 'familyOf'>, payment: StoredPayment): string | null {
  if (payment.state !== 'paid' || !isPaidStill(payment)) return null;
  const family = store.familyOf(payment.keyId, payment.idPayment);
  return family.find(({ paymentId, isPaid }) => isPaid && paymentId !== payment.paymentId)?.idPayment ?? null;
}
