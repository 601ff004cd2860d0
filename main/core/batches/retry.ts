import type { RetryFault } from '../../../contract/batches/fault.ts';
import { retryFaultText } from '../../../contract/text/files/retry-fault.ts';
import type { BatchSummary } from '../../../contract/batches/batch.ts';
import type { FaultAt } from '../../../contract/errors.ts';
import { deadStates, retriableStates } from '../../../contract/payments/life.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import type { CoreContext, StoreContext } from '../context/context.ts';
import { profileOfBatch } from '../context/subject.ts';
import { familyFinder } from '../payments/convert.ts';
import { payoutNamed } from '../payments/find-payout.ts';
import { askGateway, askingAbout, type AskContext } from '../payments/ask.ts';
import { mayBeThere } from '../payments/decision.ts';
import { textHashOf } from '../payments/identity.ts';
import { pagesOfBatch, slicesOf } from '../payments/pages.ts';
import { askedAtOnce } from '../payments/schedule.ts';
import type { FamilyMember, StoredBatch, StoredPayment, Store } from '../ports/index.ts';
import { askAboutEnded, refuseOtherStatus } from './repeats/ask-ended.ts';
import { draftIdentity, storeDraft, type DraftRow } from './draft.ts';
import { laterRetries, rowsToRetry } from './later-retries.ts';
import { counted } from '../../../contract/text/numbers.ts';

/** The most rows in one retry. */
const largestRetry = 100_000;
const rowsAtOnce = 200;
const listedPayouts = 5;

/** Failed and rejected payouts, split by whether another payout already covers their row (I11). */
type Retriable = {
  readonly left: readonly StoredPayment[];
  /** By order ID, the payout that is sent, or drafted, for the same row. */
  readonly retriedBy: ReadonlyMap<string, FamilyMember>;
};

/** The payouts of a batch that a retry would include: failed or rejected, and not covered by another payout. */
export async function retriableOfBatch(context: CoreContext, batchId: string): Promise<Retriable> {
  const payments = context.store
    .problemPayments(batchId, largestRetry)
    .filter(({ state }) => retriableStates.has(state));
  return retriableOf(context, payments);
}

/** The one rule for what may be retried, in window and command line. */
export async function retriableOf(
  { store, clock }: StoreContext,
  payments: readonly StoredPayment[],
): Promise<Retriable> {
  const left: StoredPayment[] = [];
  const retriedBy = new Map<string, FamilyMember>();
  for await (const some of slicesOf(clock, payments, rowsAtOnce))
    for (const payment of some) {
      const live = retriedFor(store, payment);
      if (live !== null) retriedBy.set(payment.idPayment, live);
      else if (retriableStates.has(payment.state)) left.push(payment);
    }
  return { left, retriedBy };
}

/** The other payout that covers the row of a payout, sent before drafted; null if there is none. */
export function retriedFor(
  store: Pick<Store, 'familyOf'>,
  { keyId, idPayment }: Pick<StoredPayment, 'keyId' | 'idPayment'>,
): FamilyMember | null {
  const live = store
    .familyOf(keyId, idPayment)
    .filter((member) => member.idPayment !== idPayment && !deadStates.has(member.state));
  return live.find(({ state }) => state !== 'draft') ?? live[0] ?? null;
}

/** Why a payout is not retried: it is still in progress, or another payout covers its row. */
function retriedFault(idPayout: string, { idPayment, batchId, state }: FamilyMember): RetryFault {
  return idPayment === idPayout
    ? { code: 'retryNotFailed', idPayout, state }
    : { code: 'retryStands', idPayout, by: { idPayment, batchId, state } };
}

/** The refusal to retry payouts that others already cover. */
export function refuseRetried(retriedBy: Retriable['retriedBy']): Result<never> {
  const some = Array.from(retriedBy).slice(0, listedPayouts);
  const texts = some.map(([idPayout, member]) => retryFaultText(retriedFault(idPayout, member)));
  const more =
    retriedBy.size > listedPayouts
      ? ` The same applies to ${counted(retriedBy.size - listedPayouts, 'more payout')}.`
      : '';
  return fail('notReleasable', `${texts.join(' ')}${more}`);
}

/**
 * A draft of the failed and rejected payouts of a batch under new order IDs, each linked to the old one (operation `batches.retry`,
 * DESIGN: The life of a payout). Called again before the draft is released, it returns the same draft.
 */
export async function retryBatch(context: CoreContext, batch: StoredBatch): Promise<Result<BatchSummary>> {
  const { store } = context;
  const { batchId, keyId, fileName } = batch;
  const profileFound = profileOfBatch(store, batch);
  if (!profileFound.ok) return profileFound;
  const profile = profileFound.value;
  const { left, retriedBy } = await retriableOfBatch(context, batchId);
  if (left.length === 0 && retriedBy.size === 0)
    return fail('notReleasable', `No payout of batch ${batchId} is failed or rejected now.`, { batchId });
  const drafted = Array.from(retriedBy)
    .filter(([, { state }]) => state === 'draft')
    .flatMap(([idPayout]) => payoutNamed(store, keyId, idPayout) ?? []);
  const rowsOf = async (payments: readonly StoredPayment[]): Promise<DraftRow[]> => {
    const rows = await rowsToRetry(context, payments);
    return rows
      .toSorted((one, other) => one.rowNumber - other.rowNumber)
      .map((row) => ({ ...row, idPayout: '' }));
  };
  // The draft of an earlier call that was interrupted, if it holds them.
  const sameRows = await rowsOf([...left, ...drafted]);
  const sameDraft = await draftIdentity(context, profile, sameRows);
  const known = store.findBatch(sameDraft.batchId);
  const isDrafted = drafted.length > 0 && known?.state === 'draft';
  if (left.length === 0 && !isDrafted) return refuseRetried(retriedBy);
  const source = { profile, fileName, fileHash: textHashOf(`retry ${sameDraft.contentHash}`) };
  return succeed(await storeDraft(context, source, isDrafted ? sameRows : await rowsOf(left)));
}

/** The rows of a batch that retry a payout, or that others retry: a draft may have come here after its retry, in a request for approval. */
export async function linkedRows(
  { store, clock }: StoreContext,
  { batchId }: Pick<StoredBatch, 'batchId'>,
): Promise<StoredPayment[]> {
  const linked: StoredPayment[] = [];
  for await (const payments of pagesOfBatch(store, clock, batchId))
    linked.push(...payments.filter(familyFinder(store, payments)));
  return linked;
}

/**
 * The conditions for releasing a batch with rows that retry payouts, or that others retry (I11): the gateway is asked about every payout that
 * a row retries, and only an unchanged final state allows it. `retryOvertaken` names the rows whose old payout continues, was paid, is
 * covered already, is not known to have ended, or failed and is forgotten; any other failure means that the gateway could not be asked, so
 * the retry waits. Progress is reported as `retry:<batchId>`.
 */
export async function refuseOvertakenRetries(
  context: CoreContext,
  batch: StoredBatch,
  linked: readonly StoredPayment[],
  signal: AbortSignal,
): Promise<Result<never> | null> {
  if (linked.length === 0) return null;
  const { store } = context;
  const { batchId, rows } = batch;
  const retries = linked.filter(({ retryOf }) => retryOf !== null);
  const problems = repeatedSources(retries);
  for (const row of linked) {
    const fault = row.retryOf === null ? overtakenBy(store, row) : null;
    if (fault !== null) problems.push({ field: `row ${row.rowNumber}`, fault });
  }
  const profile = profileOfBatch(store, batch);
  if (!profile.ok) return profile;
  const askLater = await laterRetries(context, profile.value, retries);
  let failure: Failure | null = null;
  await askForEach(context, batchId, retries, async (retry) => {
    // Await first, then compare: `failure ??= await …` would overwrite a failure that another query found meanwhile.
    const refused = await askAboutOld(context, retry, signal);
    const later = refused === null ? await askLater(retry, signal) : succeed(null);
    const forgotten = refused === null ? null : forgottenOf(refused);
    failure ??= (forgotten === null ? refused : null) ?? (later.ok ? null : later);
    const fault = overtakenBy(store, retry) ?? forgotten ?? (later.ok ? later.value : null);
    if (fault !== null) problems.push({ field: `row ${retry.rowNumber}`, fault });
    return failure === null;
  });
  if (failure !== null) return nothingReleased(failure);
  if (problems.length === 0) return null;
  const isOne = problems.length === 1;
  const count = `${counted(problems.length, 'row')} of batch ${batchId} ${isOne ? 'is' : 'are'}`;
  const rest =
    problems.length === rows
      ? 'Discard this draft.'
      : `Set ${isOne ? 'it' : 'them'} aside, and release the rest.`;
  const message = `${count} no longer to be paid. Nothing was released. ${rest}`;
  return fail('retryOvertaken', message, { batchId, problems });
}

/** A failure that ends a release: its message says that nothing was released. */
export function nothingReleased({ error: { code, message, details } }: Failure): Failure {
  return fail(code, `${message} Nothing was released.`, details);
}

/**
 * Asks the gateway about doubtful payouts that rows of a batch repeat without being their retries: that they ended unpaid is only what was
 * known last. If the gateway cannot say, that stands, and a person has confirmed it. Progress is reported as `retry:<batchId>`.
 */
export async function askAboutDoubtful(
  context: CoreContext,
  batchId: string,
  doubtfulIds: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<void> {
  await askForEach(context, batchId, [...doubtfulIds], async (paymentId) => {
    const [payment] = context.store.paymentsOf([paymentId]);
    const asking = payment !== undefined && mayBeThere(payment) ? askingAbout(context, payment) : null;
    if (payment !== undefined && asking?.ok === true)
      await askGateway(asking.value, payment, { priority: 'submission', signal });
    return !signal.aborted;
  });
}

/** Asks about each of these, several at once, until all are done or `ask` returns false. Progress is reported as `retry:<batchId>`. */
async function askForEach<Item>(
  { emit }: Pick<CoreContext, 'emit'>,
  batchId: string,
  items: readonly Item[],
  ask: (item: Item) => Promise<boolean>,
): Promise<void> {
  let done = 0;
  let goesOn = true;
  const waiting = items.values();
  const askOn = async (): Promise<void> => {
    for (const item of waiting) {
      if (!goesOn) return;
      const mayGoOn = await ask(item);
      goesOn &&= mayGoOn;
      done += 1;
      emit({ kind: 'progress', id: `retry:${batchId}`, done, total: items.length });
    }
  };
  await Promise.all(Array.from({ length: askedAtOnce }, askOn));
}

/** Rows after the first that retry the same payout: one of them would pay twice. */
function repeatedSources(retries: readonly StoredPayment[]): FaultAt[] {
  const seen = new Set<string>();
  return retries.flatMap(({ rowNumber, retryOf }) => {
    const idPayout = retryOf ?? '';
    const isFirst = !seen.has(idPayout);
    seen.add(idPayout);
    return isFirst ? [] : [{ field: `row ${rowNumber}`, fault: { code: 'retryRepeated', idPayout } }];
  });
}

/** Asks about every earlier payout for the row of a retry; returns the failure if the gateway could not say. */
export async function askAboutOld(
  context: AskContext,
  row: StoredPayment,
  signal: AbortSignal,
): Promise<Failure | null> {
  const { store } = context;
  const family = store.familyOf(row.keyId, row.idPayment);
  const unknown = unknownSource(family, row);
  if (unknown !== null) return notRetried(row, unknown);
  const earlier = family.filter(({ state }) => retriableStates.has(state));
  for (const payment of store.paymentsOf(earlier.map(({ paymentId }) => paymentId))) {
    const waits = 'Its retry waits';
    const said = await askAboutEnded(context, payment, waits, signal);
    if (!said.ok) return said;
    const refused = refuseOtherStatus(context, payment, { row, waits });
    if (refused !== null) return refused;
    if (said.value === 'said' || payment.state === 'rejected') continue;
    return notRetried(row, { code: 'retryForgotten', idPayout: payment.idPayment });
  }
  return null;
}

/** A released retry waits all the same, and would leave once the gateway answers otherwise. */
function notRetried({ state, idPayment }: StoredPayment, fault: RetryFault): Failure {
  const wayOut = `Its retry ${idPayment} was released and waits, and so do the rows after it: cancel that batch before you pay the row in any other way, and retry its other rows in a new one.`;
  const text = retryFaultText(fault);
  return fail('retryOvertaken', state === 'draft' ? text : `${text} ${wayOut}`, { idPayout: fault.idPayout });
}

/** Why a row is not retried, if the gateway has forgotten an earlier payout for it; null for any other failure to ask. */
function forgottenOf({ error: { code, details } }: Failure): RetryFault | null {
  return code === 'retryOvertaken' ? { code: 'retryForgotten', idPayout: details.idPayout ?? '' } : null;
}

/** By order ID, the reason for each payout that must not be retried. Of several payouts for one row, only the first may be. */
export async function overtakenSources(
  { store, clock }: StoreContext,
  keyId: string,
  idPayouts: readonly string[],
): Promise<Map<string, RetryFault>> {
  const found = new Map<string, RetryFault>();
  const seen = new Set<string>();
  for await (const some of slicesOf(clock, idPayouts, rowsAtOnce))
    for (const idPayment of some) {
      const family = store.familyOf(keyId, idPayment);
      const first = family[0]?.idPayment ?? idPayment;
      const live = family.find(({ state }) => !deadStates.has(state));
      if (live !== undefined) found.set(idPayment, retriedFault(idPayment, live));
      else if (seen.has(first)) found.set(idPayment, { code: 'retryRepeated', idPayout: idPayment });
      seen.add(first);
    }
  return found;
}

/**
 * Why the row of a draft must not be paid, by the current records: another payout pays it, or what it retries is not known to have ended
 * unpaid; null if nothing prevents it.
 */
export function overtakenBy(
  store: Pick<Store, 'familyOf'>,
  row: Pick<StoredPayment, 'keyId' | 'idPayment' | 'retryOf'>,
): RetryFault | null {
  const family = store.familyOf(row.keyId, row.idPayment);
  const live = family.find(
    ({ idPayment, state }) => idPayment !== row.idPayment && !deadStates.has(state) && state !== 'draft',
  );
  return live === undefined ? unknownSource(family, row) : retriedFault(row.retryOf ?? row.idPayment, live);
}

/**
 * A retry that came in a request for approval may replace a payout that another computer sent. These records cannot tell whether that was
 * paid since, nor show its status to the person who releases.
 */
function unknownSource(
  family: readonly FamilyMember[],
  { retryOf }: Pick<StoredPayment, 'retryOf'>,
): RetryFault | null {
  const source = family.find(({ idPayment }) => idPayment === retryOf);
  const wasSent = source !== undefined && source.state !== 'draft' && source.state !== 'cancelled';
  return retryOf === null || wasSent ? null : { code: 'retryUnknown', idPayout: retryOf };
}
