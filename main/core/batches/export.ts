import { aboutExport } from './about-export.ts';
import { isoTime, toProblemFields } from '../payments/convert.ts';
import type { CoreContext } from '../context.ts';
import { pagesOfBatch } from '../payments/pages.ts';
import type { StoredBatch, StoredPayment } from '../ports/index.ts';

export type Column = { readonly header: string; readonly cell: (payment: StoredPayment) => string };

/** The columns of an import first, so that an export can be read again; then what became of each payout. */
export const columns: readonly Column[] = [
  { header: 'amount', cell: ({ amount }) => amount },
  { header: 'currencyCode', cell: ({ currencyCode }) => currencyCode },
  { header: 'paymentMethodCode', cell: ({ paymentMethodCode }) => paymentMethodCode },
  { header: 'accountName', cell: ({ accountName }) => accountName },
  { header: 'accountNumber', cell: ({ accountNumber }) => accountNumber },
  { header: 'paymentOperatorCode', cell: ({ paymentOperatorCode }) => paymentOperatorCode },
  { header: 'emailAddress', cell: ({ emailAddress }) => emailAddress },
  { header: 'idPayout', cell: ({ idPayment }) => idPayment },
  { header: 'reference', cell: ({ reference }) => reference },
  { header: 'rowNumber', cell: ({ rowNumber }) => String(rowNumber) },
  { header: 'state', cell: ({ state }) => state },
  { header: 'gatewayStatus', cell: ({ gatewayStatus }) => gatewayStatus ?? '' },
  { header: 'feeAmount', cell: ({ fee }) => fee?.amount ?? '' },
  { header: 'feeCurrencyCode', cell: ({ fee }) => fee?.currencyCode ?? '' },
  { header: 'problemCode', cell: (payment) => toProblemFields(payment).problemCode ?? '' },
  { header: 'problemMessage', cell: (payment) => toProblemFields(payment).problemMessage ?? '' },
  { header: 'retryOf', cell: ({ retryOf }) => retryOf ?? '' },
  { header: 'ownId', cell: ({ source }) => source?.endToEndId ?? '' },
  { header: 'createdAt', cell: ({ createdAt }) => isoTime(createdAt) },
  { header: 'updatedAt', cell: ({ updatedAt }) => isoTime(updatedAt) },
];

/** A batch as CSV or XLSX, every row with what became of it (operation `batches.export`). */
export async function exportBatch(
  { store, files, clock }: CoreContext,
  { batchId, fileName, profileName, environment }: StoredBatch,
  format: 'csv' | 'xlsx',
): Promise<{ bytes: Uint8Array; rows: number }> {
  const table = files.beginTable(
    format,
    columns.map(({ header }) => header),
  );
  let rows = 0;
  const about = aboutExport();
  for await (const payments of pagesOfBatch(store, clock, batchId)) {
    rows += payments.length;
    about.add(payments);
    await table.add(payments.map((payment) => columns.map(({ cell }) => cell(payment))));
  }
  const what = [
    ['Batch', batchId],
    ['File', fileName],
    ['Profile', `${profileName} (${environment})`],
  ] as const;
  return { bytes: await table.finish(about.lines(what, clock.now())), rows };
}
