import type { OperationOutput, ParsedInput } from '../../../../contract/operations.ts';
import type { Result } from '../../../../contract/result.ts';
import { filterLines } from '../../batches/about-export.ts';
import { exportPayments, processedAtOf, type Column } from '../../batches/export.ts';
import type { CoreContext } from '../../context/context.ts';
import { isoTime, toProblemFields } from '../../payments/convert.ts';
import type { StoredPayment } from '../../ports/index.ts';
import { piecesOf } from './list-incoming.ts';

const writtenAtOnce = 200;

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
  { header: 'processedAt', cell: processedAtOf },
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
  const wanted = { format, columns, noun: 'payment', what: filterLines(context, filter), total: null };
  return exportPayments(context, paymentsOf(context, filter), wanted, signal);
}

async function* paymentsOf(
  context: Parameters<typeof piecesOf>[0],
  filter: Parameters<typeof piecesOf>[1]['filter'],
): AsyncGenerator<readonly StoredPayment[], undefined> {
  for await (const { found } of piecesOf(context, { filter, after: null, limit: () => writtenAtOnce }))
    yield found;
}
