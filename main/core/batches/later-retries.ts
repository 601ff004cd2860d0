import type { RetryFault } from '../../../contract/batches/fault.ts';
import type { OtherPayment } from '../../../contract/payments/cause.ts';
import { mayBeRetried, stillTaken } from '../../../contract/payments/problem-facts.ts';
import { isSuccess } from '../../../contract/payments/life.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { couldNotAskText } from '../../../contract/text/problem-text.ts';
import { failureText } from '../../../contract/text/failure.ts';
import type { CoreContext, StoreContext } from '../context/context.ts';
import { clientOf } from '../context/subject.ts';
import { ending } from '../payments/after-read.ts';
import { askingAbout, readAt, type Asking, type Reading } from '../payments/ask.ts';
import { unchanged } from '../payments/decision.ts';
import { payoutNamed } from '../payments/find-payout.ts';
import { batchIdOf, retryIdOf } from '../payments/identity.ts';
import { readingScopes } from '../payments/scope.ts';
import type { FamilyMember, RowContent, StoredPayment, StoredProfile } from '../ports/index.ts';
import { slicesOf } from '../payments/pages.ts';

const rowsAtOnce = 200;

/** How many order IDs after the next retry are expected to be unused. */
const laterIds = 2;

type NextRetry = Readonly<Record<'first' | 'idPayout', string>> &
  Readonly<Record<'later' | 'unused', readonly string[]>>;

/**
 * The order ID of the next retry of a payout: numbered through all released retries of its row. Discarded drafts use up no number.
 * `first` is that of the payout that was retried first; `later` are the order IDs of the retries after that one; `unused` those of earlier numbers under which
 * nothing left here, because the retry was cancelled or had its own order ID: others may have sent them.
 */
export function nextRetry(
  { store }: Pick<CoreContext, 'store'>,
  profile: Pick<StoredProfile, 'keyId' | 'merchantCode' | 'baseUrl'>,
  retryOf: string,
): NextRetry {
  const left = new Set<string>();
  let released = 0;
  let first = retryOf;
  for (const member of store.familyOf(profile.keyId, retryOf)) {
    if (member.retryOf === null) first = member.idPayment;
    else if (wasReleased({ store }, member)) {
      released += 1;
      if (member.state !== 'cancelled') left.add(member.idPayment);
    }
  }
  const idsFrom = (number: number, count: number): string[] =>
    Array.from({ length: count }, (_, index) => retryIdOf(profile, first, number + index));
  const unused = idsFrom(1, released).filter((id) => !left.has(id));
  const later = idsFrom(released + 2, laterIds);
  return { first, idPayout: retryIdOf(profile, first, released + 1), later, unused };
}

/** Whether a payout is no draft, nor one that was discarded. */
function wasReleased({ store }: Pick<CoreContext, 'store'>, { state, batchId }: FamilyMember): boolean {
  return state !== 'draft' && store.findBatch(batchId)?.state !== 'cancelled';
}

/**
 * The rows that retry these payouts. What they pay is what was last released for each: a person may have corrected an amount or account in a
 * retry that was rejected, too, or cancelled.
 */
export async function rowsToRetry(
  { store, clock }: StoreContext,
  payments: readonly StoredPayment[],
): Promise<(RowContent & { readonly batchId: string; readonly retryOf: string })[]> {
  const rows: Awaited<ReturnType<typeof rowsToRetry>> = [];
  for await (const some of slicesOf(clock, payments, rowsAtOnce))
    for (const payment of some) {
      const { keyId, idPayment, rowNumber } = payment;
      const last = store.familyOf(keyId, idPayment).findLast((member) => wasReleased({ store }, member));
      const [released = payment] = last === undefined ? [] : store.paymentsOf([last.paymentId]);
      rows.push({ ...released, rowNumber, retryOf: idPayment });
    }
  return rows;
}

/** How many releases after the one of a row are asked about, too. */
const laterReleases = 2;

/**
 * The order IDs of the same row in the next releases of equal rows, as far as these records do not have them: a file that was refused may
 * have been imported again instead of retried. None for a row with an order ID of its own.
 */
function releasedAgain(
  { store }: Pick<CoreContext, 'store'>,
  profile: StoredProfile,
  first: string,
): string[] {
  const { batchId = '', rowNumber = 0 } = payoutNamed(store, profile.keyId, first) ?? {};
  const batch = store.findBatch(batchId);
  if (batch === null || first !== `${batchId}-${rowNumber}`) return [];
  const { contentHash } = batch;
  const releases = store.releasesOfContent(profile.keyId, contentHash);
  const numbers = Array.from({ length: releases + 1 }, (_, number) => number);
  const own = numbers.find((number) => batchIdOf(profile, contentHash, number) === batchId);
  if (own === undefined) return [];
  const wasSent = (id: string): boolean =>
    store
      .paymentsNamed(profile.keyId, id)
      .some(({ kind, state }) => kind === 'payout' && state !== 'draft' && state !== 'cancelled');
  return Array.from(
    { length: laterReleases },
    (_, index) => `${batchIdOf(profile, contentHash, own + 1 + index)}-${rowNumber}`,
  ).filter((id) => !wasSent(id));
}

/** Asks the gateway about later retries of a row; returns the fault if one was or may yet be paid, an error if the gateway could not say. */
type AskLater = (retry: StoredPayment, signal: AbortSignal) => Promise<Result<RetryFault | null>>;

/**
 * How to ask about retries that these records do not know. Order IDs of retries are numbered (docs/decisions/0013): if the gateway has
 * one that follows, or one under which nothing left here, the row was retried on another computer, or in lost records. So was one of which
 * it has a later release of equal rows. A payout that ended unpaid does not count.
 */
export async function laterRetries(
  {
    store,
    clock,
    gateway,
    onContradicted,
  }: Pick<CoreContext, 'store' | 'clock' | 'gateway' | 'onContradicted'>,
  profile: StoredProfile,
  retries: readonly StoredPayment[],
): Promise<AskLater> {
  const client = clientOf(gateway, profile);
  const reading: Reading = { client, profile, clock, onContradicted };
  const idsOf = new Map<string, readonly string[]>();
  for await (const some of slicesOf(clock, retries, rowsAtOnce))
    for (const row of some) {
      const { idPayment } = row;
      const { first, idPayout, later, unused } = nextRetry({ store }, profile, idPayment);
      const again = releasedAgain({ store }, profile, first);
      // The retry's own order ID is left out: if the gateway has that one, it answers 409 and a person can adopt it.
      idsOf.set(
        idPayment,
        [...unused, idPayout, ...later, ...again].filter((id) => id !== idPayment),
      );
    }
  const scopes = readingScopes(Array.from(idsOf.values()).flat());
  return async ({ idPayment, retryOf, batchId }, signal) => {
    for (const by of idsOf.get(idPayment) ?? []) {
      const call = { kind: 'payout', idPayment: by, scope: scopes.get(by) ?? [] } as const;
      const { answer } = await readAt(reading, batchId, call, { priority: 'submission', signal });
      if (answer.ok) {
        const { status } = answer.value.value;
        if (ending(answer.value.value)?.to !== 'failed')
          return succeed({ code: 'retryElsewhere', idPayout: retryOf ?? idPayment, by, status });
      } else if (answer.error.code !== 'gatewayNotFound') {
        const waits = retryOf === null ? 'It' : 'Its retry';
        const message = `Bursar could not ask whether payout ${retryOf ?? idPayment} was retried elsewhere. ${waits} waits until the gateway can be asked. ${failureText(answer.error)}`;
        return { ok: false, error: { ...answer.error, message } };
      }
    }
    return succeed(null);
  };
}

/** Asks whether the gateway has a payout that was never sent from here: others have sent it then. */
export async function isAtGateway(
  asking: Reading & Pick<Asking, 'scopeOf'>,
  payment: StoredPayment,
  signal: AbortSignal,
): Promise<Result<boolean>> {
  const { idPayment, batchId } = payment;
  const call = { kind: 'payout', idPayment, scope: asking.scopeOf(payment) } as const;
  const { answer: own } = await readAt(asking, batchId, call, { priority: 'submission', signal });
  if (own.ok) return succeed(true);
  const { code, details } = own.error;
  if (code === 'gatewayNotFound') return succeed(false);
  return fail(
    code,
    `${couldNotAskText(payment)} It waits until the gateway can be asked. ${failureText(own.error)}`,
    details,
  );
}

/**
 * Asks about a queued payout, and returns whether others have sent it (docs/decisions/0013): the gateway may have refused it there, so that it
 * does not know its order ID, and may have paid its row by a retry after it. Then it is cancelled, or left to a person if its first request
 * may have left. Returns the failure if the gateway could not say.
 */
export async function stopIfRetriedElsewhere(
  context: CoreContext,
  payment: StoredPayment,
  signal: AbortSignal,
): Promise<Result<boolean>> {
  const asking = askingAbout(context, payment);
  if (!asking.ok) return asking;
  const { profile, record } = asking.value;
  if (payment.retryOf === null) {
    const own = await isAtGateway(asking.value, payment, signal);
    // A person has this request repeated, and the gateway tells nothing about any payout: its order ID guards it.
    if (!own.ok && isDecided(context, payment) && !mayBeRetried(payment)) return succeed(false);
    // What the gateway has under its own order ID is not paid again: it answers 409.
    if (!own.ok || own.value) return own;
  }
  const later = await paidByRetry(context, profile, payment, signal);
  if (!later.ok) return later;
  const by = later.value;
  if (by === null) return succeed(false);
  const cause = { code: 'overtaken', by } as const;
  const stopped =
    payment.firstSentAt === null
      ? ({ to: 'cancelled', problem: { code: 'retriedElsewhere', by } } as const)
      : ({ to: 'unknown', problem: { code: 'perhapsRetried', ...stillTaken(payment), by } } as const);
  await record([{ ...unchanged(payment), ...stopped, cause, dueAt: null }]);
  return succeed(true);
}

/** Whether a person had this queued payout sent again, and not what the gateway answered after a restore. */
function isDecided({ store }: Pick<CoreContext, 'store'>, { paymentId }: StoredPayment): boolean {
  return store.eventsOf(paymentId).findLast(({ to }) => to === 'queued')?.reason.code === 'decided';
}

/** The retry made elsewhere that paid the row of a payout, or may yet; null if there is none. The failure if the gateway could not say. */
export async function paidByRetry(
  context: CoreContext,
  profile: StoredProfile,
  payment: StoredPayment,
  signal: AbortSignal,
): Promise<Result<OtherPayment | null>> {
  const askLater = await laterRetries(context, profile, [payment]);
  const later = await askLater(payment, signal);
  if (!later.ok) return later;
  if (later.value?.code !== 'retryElsewhere') return succeed(null);
  const { by, status } = later.value;
  return succeed({ idPayment: by, state: isSuccess(status) ? 'paid' : 'accepted' });
}
