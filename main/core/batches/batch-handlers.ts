import type { BatchReport, BatchSummary } from '../../../contract/batch.ts';
import { runningTotals } from '../../../contract/money.ts';
import { paymentStates } from '../../../contract/payment.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import { toBatchSummary, toProblem } from '../payments/convert.ts';
import { storeDraft } from './draft.ts';
import { findDuplicates } from './duplicates.ts';
import { exportBatch } from './export.ts';
import { textHashOf } from '../payments/identity.ts';
import { importFile } from '../sheets/import.ts';
import { inPieces, type CoreParts, type Handlers } from '../context.ts';
import { pagesOfBatch } from '../payments/pages.ts';
import type { StoredBatch } from '../ports/index.ts';
import { releaseBatch } from './release.ts';

const rowsPerCommit = 1000;
const listedProblems = 10_000;
/** Rows that one retry takes at most. */
const largestRetry = 100_000;

type BatchHandlers = Pick<
  Handlers,
  Exclude<
    Extract<keyof Handlers, `batches.${string}`>,
    'batches.run' | 'batches.pause' | 'batches.resume' | 'batches.check' | 'batches.checkPlan'
  >
>;

export function batchHandlers(parts: CoreParts): BatchHandlers {
  const { store, clock, emit } = parts;
  return {
    'batches.import': (input) => importFile(parts, input),
    'batches.duplicates': onBatch(store, async (batch) =>
      batch.state === 'draft'
        ? succeed((await findDuplicates(parts, batch)).duplicates)
        : fail('notReleasable', `Batch ${batch.batchId} is ${batch.state}; only a draft is compared.`, {
            batchId: batch.batchId,
          }),
    ),
    'batches.release': (input, call) => releaseBatch(parts, input, call),
    'batches.list': (page) => succeed(store.listBatches(page).map((batch) => toBatchSummary(store, batch))),
    'batches.summary': onBatch(store, (batch) => succeed(toBatchSummary(store, batch))),
    'batches.show': onBatch(store, async (batch) => succeed(await reportOf(parts, batch))),
    'batches.cancel': onBatch(store, async ({ batchId }) => {
      const cancelledRows = await inPieces(clock, rowsPerCommit, (limit) =>
        store.cancelRows(batchId, limit, clock.now()),
      );
      emit({ kind: 'batch', id: batchId });
      return succeed({ cancelledRows });
    }),
    'batches.retry': onBatch(store, (batch) => retryBatch(parts, batch)),
    'batches.export': onBatch(store, async (batch) => succeed(await exportBatch(parts, batch))),
  };
}

/** A handler that does something with the batch that its input names. */
function onBatch<Value>(
  store: CoreParts['store'],
  use: (batch: StoredBatch) => Result<Value> | Promise<Result<Value>>,
): (input: { readonly batchId: string }) => Result<Value> | Promise<Result<Value>> {
  return ({ batchId }) => {
    const batch = store.findBatch(batchId);
    return batch === null ? noBatch(batchId) : use(batch);
  };
}

function noBatch(batchId: string): Failure {
  return fail('notFound', `There is no batch ${batchId}. \`bursar batch list\` shows those that there are.`, {
    batchId,
  });
}

async function reportOf({ store, clock }: CoreParts, batch: StoredBatch): Promise<BatchReport> {
  const byState = new Map(paymentStates.map((state) => [state, runningTotals()]));
  const fees = runningTotals();
  for await (const payments of pagesOfBatch(store, clock, batch.batchId)) {
    for (const { state, amount, currencyCode, fee } of payments) {
      byState.get(state)?.add({ amount, currencyCode });
      if (fee !== null && state === 'paid') fees.add(fee);
    }
  }
  const problems = store.problemPayments(batch.batchId, listedProblems + 1);
  return {
    ...toBatchSummary(store, batch),
    totalsByState: Array.from(byState, ([state, totals]) => ({ state, totals: totals.list() })).filter(
      ({ totals }) => totals.length > 0,
    ),
    fees: fees.list(),
    problems: problems.slice(0, listedProblems).map(toProblem),
    problemsLeftOut: Math.max(0, problems.length - listedProblems),
  };
}

/** A draft of the failed and rejected rows under new order IDs, each linked to the old one (DESIGN: The life of a payout). */
async function retryBatch(parts: CoreParts, batch: StoredBatch): Promise<Result<BatchSummary>> {
  const { store } = parts;
  // Whoever retries a batch twice is held like whoever releases a file twice.
  const fileHash = textHashOf(`retry of ${batch.batchId}`);
  const draft = store.batchesOfFile(batch.keyId, fileHash).find(({ state }) => state === 'draft');
  if (draft !== undefined) return succeed(toBatchSummary(store, draft));
  const isRetried = (state: string): boolean => state === 'failed' || state === 'rejected';
  const payments = store.problemPayments(batch.batchId, largestRetry).filter(({ state }) => isRetried(state));
  if (payments.length === 0)
    return fail('notReleasable', `No row of batch ${batch.batchId} failed or was rejected.`, {
      batchId: batch.batchId,
    });
  const { keyId, callbackUrl, fileName } = batch;
  const rows = payments.map((payment) => ({ ...payment, idPayout: '', retryOf: payment.idPayment }));
  return succeed(await storeDraft(parts, { keyId, fileName, fileHash, callbackUrl }, rows));
}
