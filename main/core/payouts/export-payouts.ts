import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import type { Result } from '../../../contract/result.ts';
import { columns, exportPayments, type Column } from '../batches/export.ts';
import type { CoreContext, EmittingContext } from '../context/context.ts';
import { filterLines } from '../batches/about-export.ts';
import { foundBy, toHistoryFilter } from './read-payout.ts';
import type { StoredPayment } from '../ports/index.ts';

const writtenAtOnce = 200;

const historyColumns: readonly Column[] = [
  ...columns,
  { header: 'batchId', cell: ({ batchId }) => batchId },
  { header: 'profileName', cell: ({ profileName }) => profileName },
];

/** The payouts that a filter finds, in order, as a file (operation `payouts.export`). */
export async function exportPayouts(
  context: Pick<CoreContext, 'store' | 'clock' | 'files' | 'emit'>,
  { filter, order, format }: ParsedInput<'payouts.export'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'payouts.export'>>> {
  const asked = toHistoryFilter(context, filter);
  const total = asked === null ? null : context.store.countIndexed(asked);
  const reading = { filter, order, after: null, expected: writtenAtOnce, signal };
  const wanted = {
    format,
    columns: historyColumns,
    noun: 'payout',
    what: filterLines(context, filter),
    total,
  };
  return exportPayments(context, paymentsOf(context, reading), wanted, signal);
}

async function* paymentsOf(
  context: EmittingContext,
  reading: Parameters<typeof foundBy>[1],
): AsyncGenerator<readonly StoredPayment[], undefined> {
  for await (const found of foundBy(context, reading)) yield found.map(({ payment }) => payment);
}
