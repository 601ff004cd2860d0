import type { BatchProblem, BatchReport, BatchSummary } from '../../../contract/batches/batch.ts';
import { retriableStates } from '../../../contract/payments/life.ts';
import { foldText } from '../../../contract/payees/fold-text.ts';
import { countIn, inDoubtStates, type RetriedBy } from '../../../contract/payments/payment.ts';
import { actorLabel } from '../../../contract/text/activity/actor-text.ts';
import type { ParsedInput } from '../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import {
  mayBePaidElsewhere,
  paidElsewhere,
  retriedByFinder,
  toBatchSummary,
  toProblem,
} from '../payments/convert.ts';
import { findDuplicates } from './duplicates.ts';
import { exportBatch, pagesToExport } from './export.ts';
import { exportStatusReport } from './status-report.ts';
import { actorIn } from '../../../contract/actor.ts';
import { Cause } from '../../../contract/payments/cause.ts';
import { readJson } from '../../../contract/json.ts';
import { printReport } from './print-report.ts';
import { requestFactsOf, requestFileHash } from '../approvals/kept-facts.ts';
import { keysKnownHere } from '../approvals/known-keys.ts';
import { signerText } from '../../../contract/text/activity/signer-text.ts';
import type { CoreContext, Handlers } from '../context/context.ts';
import { exportStopped } from '../context/exports.ts';
import { onBatch, profileOfBatch } from '../context/subject.ts';
import { inPieces } from '../context/turns.ts';
import { actorStore, madeBy } from '../settings/actor.ts';
import { pagesOf, pagesOfBatch, slicesOf } from '../payments/pages.ts';
import { runningSums } from '../payments/paper.ts';
import { decided, outsideHashOf, refuseWithoutProfile } from '../payments/person-decisions.ts';
import type { StoredBatch, StoredPayment, Store } from '../ports/index.ts';
import { refuseReleased, releaseBatch } from './release.ts';
import { gatherPaidTwice } from './repeats/paid-twice.ts';
import { createReleaseDue } from './schedule/release-due.ts';
import { unscheduleBatch } from './schedule/keep-schedule.ts';
import { retriableOfBatch, retryBatch } from './retry.ts';

const rowsPerCommit = 1000;
const retriesAtOnce = 200;
const summariesAtOnce = 20;
const listedProblems = 10_000;
const largestDecision = 1_000_000;

/** The batches of a page of the list: those whose file name or ID contains the text. */
async function findBatches(
  { store, clock }: CoreContext,
  { search, after, limit }: ParsedInput<'batches.list'>,
): Promise<StoredBatch[]> {
  const wanted = foldText(search.trim());
  const isWanted = ({ fileName, batchId }: StoredBatch): boolean =>
    wanted === '' || [fileName, batchId].some((text) => foldText(text).includes(wanted));
  const found: StoredBatch[] = [];
  for await (const some of pagesOf<StoredBatch>(clock, limit, (last) =>
    store.listBatches({ after: last?.batchId ?? after, limit }),
  )) {
    found.push(...some.filter(isWanted));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

export function batchHandlers(context: CoreContext, releaseDue = createReleaseDue(context)) {
  const { store, clock, emit } = context;
  return {
    'batches.duplicates': onBatch(
      store,
      async (batch, { signal }) =>
        refuseReleased(batch) ?? succeed((await findDuplicates(context, batch, signal)).duplicates),
    ),
    'batches.release': (input, call) => releaseBatch(madeBy(context, call), input, call),
    'batches.unschedule': onBatch(store, (batch, call) => unscheduleBatch(madeBy(context, call), batch)),
    'batches.scheduled': () =>
      succeed(
        store
          .schedules()
          .map(({ batchId }) => store.findBatch(batchId))
          .filter((batch) => batch !== null)
          .map((batch) => toBatchSummary(store, batch)),
      ),
    'batches.releaseDue': async ({ lateAfterMs }, { signal }) =>
      succeed(await releaseDue({ lateAfterMs }, signal)),
    'batches.list': async (input) => {
      const summaries: BatchSummary[] = [];
      // Read again with every change of a batch, also while payouts are sent.
      for await (const some of slicesOf(clock, await findBatches(context, input), summariesAtOnce))
        summaries.push(...some.map((batch) => toBatchSummary(store, batch)));
      return succeed(summaries);
    },
    'batches.summary': onBatch(store, (batch) => succeed(toBatchSummary(store, batch))),
    'batches.show': onBatch(store, async (batch) => succeed(await reportOf(context, batch))),
    'batches.cancel': onBatch(store, async ({ batchId, sheetId }, call) => {
      const cancelled = (): number => store.countByState(batchId).cancelled ?? 0;
      const before = cancelled();
      const mine = actorStore(madeBy(context, call));
      // A request that is in doubt is no longer repeated.
      if (countIn(store.countByState(batchId), inDoubtStates) > 0) mine.setPaused(batchId, true, clock.now());
      await inPieces(clock, rowsPerCommit, (limit) => mine.cancelRows(batchId, limit, clock.now()));
      emit({ kind: 'batch', id: batchId });
      // It no longer has a draft.
      if (sheetId !== null) emit({ kind: 'sheet', id: sheetId });
      // Only a draft can be deleted meanwhile.
      const state = store.findBatch(batchId)?.state ?? 'cancelled';
      return succeed({ cancelledRows: cancelled() - before, state });
    }),
    'batches.retry': onBatch(store, (batch, call) => retryBatch(madeBy(context, call), batch)),
    'batches.decide': onBatch(store, (batch, call, wanted: ParsedInput<'batches.decide'>) => {
      const orphaned = refuseWithoutProfile(store, batch, ` of batch ${batch.batchId}`);
      return orphaned ?? decideOutside(madeBy(context, call), wanted);
    }),
    'batches.export': onBatch(store, async (batch, { signal }, { format }: ParsedInput<'batches.export'>) => {
      const pages = pagesToExport(context, batch, signal);
      const report = (read: AsyncIterable<StoredPayment[]>) => reportOf(context, batch, read);
      const made =
        format === 'pain.002'
          ? await exportStatusReport(context, batch, pages)
          : format === 'pdf'
            ? await printReport(context, pages, report, signal)
            : succeed(await exportBatch(context, batch, format, pages, report));
      if (signal.aborted) return exportStopped();
      return made.ok ? succeed({ leftOut: 0, ...made.value }) : made;
    }),
  } satisfies Partial<Handlers>;
}

/** Decides about every payout of a batch that was sent outside this history (operation `batches.decide`). */
async function decideOutside(
  context: CoreContext,
  { batchId, decision, outsideHash }: ParsedInput<'batches.decide'>,
): Promise<Result<{ decidedRows: number }>> {
  const { store, clock, emit } = context;
  const present = store.problemPayments(batchId, largestDecision).filter(({ state }) => state === 'outside');
  if (outsideHash !== undefined && outsideHashOf(present) !== outsideHash)
    return fail(
      'notDecidable',
      'The payouts of this batch that were sent outside this history are not those that were shown. Nothing was decided. Look at them, then decide.',
      { batchId },
    );
  const paymentIds = present.map(({ paymentId }) => paymentId);
  let decidedRows = 0;
  for await (const some of slicesOf(clock, paymentIds, rowsPerCommit)) {
    const now = clock.now();
    const outside = store.paymentsOf(some).filter(({ state }) => state === 'outside');
    actorStore(context).record(
      outside.map((payment) => decided(payment, decision, now)),
      now,
    );
    decidedRows += outside.length;
  }
  if (decidedRows === 0)
    return fail('notDecidable', `No payout of batch ${batchId} was sent outside this history.`, { batchId });
  emit({ kind: 'batch', id: batchId });
  return succeed({ decidedRows });
}

/** The report of a batch. All its figures are of one read of the rows, which change meanwhile while they are sent: they agree. */
async function reportOf(
  context: CoreContext,
  batch: StoredBatch,
  pages: AsyncIterable<StoredPayment[]> = pagesOfBatch(context.store, context.clock, batch.batchId),
): Promise<BatchReport> {
  const { store } = context;
  const added = runningSums();
  const twice = gatherPaidTwice(context);
  const elsewhere = { paidByRetry: 0, paidOutside: 0, paidByOther: 0 };
  /** By the ID of the payment that was retried. */
  const retries = new Map<number, RetriedBy>();
  const outside: StoredPayment[] = [];
  let unpaid = 0;
  let withProblem = 0;
  for await (const payments of pages) {
    added.add(payments);
    await twice.add(payments);
    const retriedByOf = retriedByFinder(store, payments.filter(mayBePaidElsewhere));
    for (const payment of payments) {
      if (mayBePaidElsewhere(payment)) {
        const retriedBy = retriedByOf(payment);
        if (retriedBy !== null) retries.set(payment.paymentId, retriedBy);
        const how = paidElsewhere(store, payment, retriedBy);
        if (how !== null) elsewhere[how] += 1;
        unpaid += 1;
        if (unpaid % retriesAtOnce === 0) await context.clock.turn();
      }
      if (payment.problem !== null) withProblem += 1;
      if (payment.state === 'outside') outside.push(payment);
    }
  }
  const problems = store.problemPayments(batch.batchId, listedProblems);
  const isThere = profileOfBatch(store, batch).ok;
  const events = store.eventsOfBatch(batch.batchId);
  const { totals: _totals, ...sums } = added.sums();
  return {
    ...toBatchSummary(store, batch),
    ...elsewhere,
    byState: Object.fromEntries(
      sums.totalsByState.map(({ state, totals }) => [
        state,
        totals.reduce((sum, { count }) => sum + count, 0),
      ]),
    ),
    ...sums,
    outsideHash: outsideHashOf(outside),
    paidTwice: twice.result(),
    retriable: isThere ? (await retriableOfBatch(context, batch.batchId)).left.length : 0,
    isProfileRemoved: !isThere,
    problems: (await withRetries(context, problems, retries)).map((problem) =>
      isThere ? problem : { ...problem, decisions: [] },
    ),
    problemsLeftOut: problems.length < listedProblems ? 0 : Math.max(0, withProblem - problems.length),
    preparedBy: await preparerOf(context, batch, actorOf(lastInto(events, 'draft'))),
    releasedBy: releaserOf(events),
    messageId: batch.source?.messageId ?? null,
  };
}

/** Who prepared a batch: for an imported request, the name it was signed under, not the person who imported it; null if it cannot be verified. */
async function preparerOf(
  context: CoreContext,
  { batchId, fileHash, rowsHash }: StoredBatch,
  made: string | null,
): Promise<string | null> {
  const { store } = context;
  if (fileHash !== requestFileHash(rowsHash)) return made;
  const request = store.approvalFilesOf(batchId).find(({ kind }) => kind === 'request');
  const facts = request === undefined ? null : requestFactsOf(store, request.requestHash);
  // The person who imported it did not prepare it.
  if (facts === null) return null;
  const { name, publicKey } = facts.preparedBy;
  const here = made === null ? 'imported here' : `imported by ${made}`;
  const { fingerprint, enrolledName } = (await keysKnownHere(context))(publicKey);
  return `${signerText({ name, enrolledName })} (fingerprint ${fingerprint}), ${here}`;
}

type BatchEvent = ReturnType<Store['eventsOfBatch']>[number];

/** Who released a batch, as text; at its scheduled time Bursar did, as the person who scheduled it had confirmed. */
function releaserOf(events: readonly BatchEvent[]): string | null {
  const released = lastInto(events, 'releasing');
  const cause = released === undefined ? null : readJson(Cause, released.cause);
  if (cause?.code !== 'released' || cause.isScheduled !== true) return actorOf(released);
  const who = actorOf(events.findLast((each) => readJson(Cause, each.cause)?.code === 'scheduled'));
  return who === null ? null : `${who}, as scheduled`;
}

/** The event that last brought a batch into this state. */
function lastInto(events: readonly BatchEvent[], to: 'draft' | 'releasing'): BatchEvent | undefined {
  return events.findLast((each) => each.to === to && each.from !== to);
}

function actorOf(event: BatchEvent | undefined): string | null {
  return event === undefined ? null : actorLabel(actorIn(event.actor));
}

async function withRetries(
  { clock }: CoreContext,
  payments: readonly StoredPayment[],
  retries: ReadonlyMap<number, RetriedBy>,
): Promise<BatchProblem[]> {
  const problems: BatchProblem[] = [];
  for await (const some of slicesOf(clock, payments, retriesAtOnce))
    for (const payment of some) {
      const mayBeRetried = retriableStates.has(payment.state);
      problems.push(toProblem(payment, mayBeRetried ? (retries.get(payment.paymentId) ?? null) : null));
    }
  return problems;
}
