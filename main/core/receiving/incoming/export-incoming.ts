import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import { aboutExport, filterLines } from '../../batches/about-export.ts';
import type { Column } from '../../batches/export.ts';
import type { CoreContext } from '../../context.ts';
import { isoTime, toProblemFields } from '../../payments/convert.ts';
import { brokenOff, piecesOf } from './list-incoming.ts';

const writtenAtOnce = 200;
/** Rows below the header that a sheet of Excel can have. */
const largestXlsxRows = 1_048_575;

const columns: readonly Column[] = [
  { header: 'amount', cell: ({ amount }) => amount },
  { header: 'currencyCode', cell: ({ currencyCode }) => currencyCode },
  { header: 'kind', cell: ({ kind }) => kind },
  { header: 'origin', cell: ({ origin }) => origin ?? '' },
  { header: 'state', cell: ({ state }) => state },
  { header: 'gatewayStatus', cell: ({ gatewayStatus }) => gatewayStatus ?? '' },
  { header: 'feeAmount', cell: ({ fee }) => fee?.amount ?? '' },
  { header: 'feeCurrencyCode', cell: ({ fee }) => fee?.currencyCode ?? '' },
  { header: 'paymentMethodCode', cell: ({ paymentMethodCode }) => paymentMethodCode },
  { header: 'paymentOperatorCode', cell: ({ paymentOperatorCode }) => paymentOperatorCode },
  { header: 'accountName', cell: ({ accountName }) => accountName },
  { header: 'accountNumber', cell: ({ accountNumber }) => accountNumber },
  { header: 'emailAddress', cell: ({ emailAddress }) => emailAddress },
  { header: 'note', cell: ({ reference }) => reference },
  { header: 'idPayment', cell: ({ idPayment }) => idPayment },
  { header: 'problemCode', cell: (payment) => toProblemFields(payment).problemCode ?? '' },
  { header: 'problemMessage', cell: (payment) => toProblemFields(payment).problemMessage ?? '' },
  { header: 'createdAt', cell: ({ createdAt }) => isoTime(createdAt) },
  { header: 'updatedAt', cell: ({ updatedAt }) => isoTime(updatedAt) },
  { header: 'profileName', cell: ({ profileName }) => profileName },
];

/** Payins and top-ups as CSV or XLSX, the newest first (operation `incoming.export`). */
export async function exportIncoming(
  context: Pick<CoreContext, 'store' | 'clock' | 'files' | 'emit'>,
  { format, ...filter }: ParsedInput<'incoming.export'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'incoming.export'>>> {
  const { files, emit, clock } = context;
  const table = files.beginTable(
    format,
    columns.map(({ header }) => header),
  );
  const about = aboutExport();
  let rows = 0;
  for await (const { found } of piecesOf(context, { filter, after: null, limit: () => writtenAtOnce })) {
    if (signal.aborted) return brokenOff();
    rows += found.length;
    if (format === 'xlsx' && rows > largestXlsxRows)
      return fail(
        'inputInvalid',
        `An Excel sheet has at most ${largestXlsxRows} rows below its header. Narrow the filter, or export CSV.`,
      );
    about.add(found);
    await table.add(found.map((payment) => columns.map(({ cell }) => cell(payment))));
    emit({ kind: 'progress', id: 'export', done: rows, total: null });
  }
  const lines = about.lines(filterLines(filter), clock.now(), 'payment');
  return succeed({ bytes: await table.finish(lines), rows });
}
