import type { ReleasedPayee, ReleaseSummary } from '../../../contract/batches/batch.ts';
import type { PayeeFindings } from '../../../contract/payees/findings.ts';
import type { CoreContext } from '../context/context.ts';
import { payeeSums } from '../approvals/payee-sums.ts';
import { catchUpKeys } from '../payments/payee.ts';
import { contentPagesOfBatch, pagesFrom } from '../payments/pages.ts';
import type { StoredBatch } from '../ports/index.ts';

const rowsAtOnce = 500;

/** The payees of a batch: the release dialog's selection, and, for whom asks, the complete list, the largest of each currency first. */
export async function releasePayees(
  context: CoreContext,
  { batchId }: Pick<StoredBatch, 'batchId'>,
  { counts: findings }: Pick<PayeeFindings, 'counts'>,
  signal: AbortSignal,
): Promise<{ readonly payees: ReleaseSummary['payees']; readonly all: () => readonly ReleasedPayee[] }> {
  const firstTimeRows = await firstTimeRowsOf(context, batchId, signal);
  const sums = payeeSums();
  for await (const page of contentPagesOfBatch(context.store, context.clock, batchId))
    for (const payment of page) sums.add(payment, firstTimeRows.has(payment.rowNumber));
  return {
    payees: { ...sums.count(), findings, largest: await sums.largest(context.clock) },
    all: () => sums.all(),
  };
}

/** Rows whose payee this profile never paid. */
async function firstTimeRowsOf(
  context: CoreContext,
  batchId: string,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const { store, clock } = context;
  await catchUpKeys(context, signal);
  const found = new Set<number>();
  const pages = pagesFrom(clock, 0, (afterRowNumber: number) =>
    store.firstTimePayees(batchId, { afterRowNumber, limit: rowsAtOnce }),
  );
  for await (const { rows } of pages) for (const { rowNumber } of rows) found.add(rowNumber);
  return found;
}
