import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import { columns, type Column } from '../batches/export.ts';
import type { CoreContext } from '../context.ts';
import { aboutExport, filterLines } from '../batches/about-export.ts';
import { brokenOff } from './list-payouts.ts';
import { foundBy, toHistoryFilter } from './read-payout.ts';

const writtenAtOnce = 200;
/** Rows below the header that a sheet of Excel can have. */
const largestXlsxRows = 1_048_575;

const historyColumns: readonly Column[] = [
  ...columns,
  { header: 'batchId', cell: ({ batchId }) => batchId },
  { header: 'profileName', cell: ({ profileName }) => profileName },
];

/** What a filter finds, in order, as a file (operation `payouts.export`). */
export async function exportPayouts(
  context: Pick<CoreContext, 'store' | 'clock' | 'files' | 'emit'>,
  { filter, order, format }: ParsedInput<'payouts.export'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'payouts.export'>>> {
  const { store, files, emit, clock } = context;
  const asked = toHistoryFilter(context, filter);
  const total = asked === null ? null : store.countIndexed(asked);
  if (format === 'xlsx' && total !== null && total > largestXlsxRows) return tooManyRows();
  const table = files.beginTable(
    format,
    historyColumns.map(({ header }) => header),
  );
  let rows = 0;
  const about = aboutExport();
  const reading = { filter, order, after: null, expected: writtenAtOnce, signal };
  for await (const found of foundBy(context, reading)) {
    rows += found.length;
    about.add(found.map(({ payment }) => payment));
    if (format === 'xlsx' && rows > largestXlsxRows) return tooManyRows();
    await table.add(found.map(({ payment }) => historyColumns.map(({ cell }) => cell(payment))));
    emit({ kind: 'progress', id: 'export', done: rows, total });
  }
  if (signal.aborted) return brokenOff();
  return succeed({ bytes: await table.finish(about.lines(filterLines(filter), clock.now())), rows });
}

function tooManyRows(): Failure {
  return fail(
    'inputInvalid',
    `An Excel sheet has at most ${largestXlsxRows} rows below its header, and this filter finds more payouts. Narrow the filter, or export CSV.`,
  );
}
