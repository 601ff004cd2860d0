import { fail, succeed, type Result } from '../../../contract/result.ts';
import { retriableStates } from '../../../contract/payments/life.ts';
import { retriedText } from '../../../contract/text/batch-problems.ts';
import { largestXlsxRows, tooManyRowsText } from '../../../contract/text/export-columns.ts';
import { gatewayMomentOf } from '../../../contract/payments/gateway-time.ts';
import { aboutExport, batchLines } from './about-export.ts';
import type { BatchReport } from '../../../contract/batches/batch.ts';
import { logFacts, setAsideTexts } from './print-report.ts';
import { paidTooAmong } from './repeats/paid-twice.ts';
import { isoTime, retriedByFinder, toProblemFields } from '../payments/convert.ts';
import type { CoreContext, EmittingContext, StoreContext } from '../context/context.ts';
import { exportStopped, rowProgress } from '../context/exports.ts';
import { Refused } from '../context/refused.ts';
import { pagesOfBatch, withEach } from '../payments/pages.ts';
import type { AboutLine, StoredBatch, StoredPayment } from '../ports/index.ts';

export type Column = { readonly header: string; readonly cell: (payment: StoredPayment) => string };

/** When the gateway finished a payment, by the gateway's clock, in UTC; unparseable times unchanged. */
export function processedAtOf({ processedAt }: StoredPayment): string {
  return processedAt === null ? '' : gatewayMomentOf(processedAt);
}

/** The columns of an import first, so that an export can be imported again; then the outcome of each payout. */
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
  { header: 'processedAt', cell: processedAtOf },
  { header: 'createdAt', cell: ({ createdAt }) => isoTime(createdAt) },
  { header: 'updatedAt', cell: ({ updatedAt }) => isoTime(updatedAt) },
];

/** The headers of the cells of `outcomesOf`. */
export const outcomeHeaders: readonly string[] = [
  ...columns.map(({ header }) => header),
  'retriedBy',
  'retriedByState',
  'paidToo',
];

/** Payments as rows of a table, each with its outcome and that of its retries, and in words which other payout its row has. */
export async function outcomesOf(
  context: StoreContext,
  payments: readonly StoredPayment[],
): Promise<
  { readonly payment: StoredPayment; readonly cells: readonly string[]; readonly otherPayout: string }[]
> {
  const paidToo = await paidTooAmong(context, payments);
  const isUnpaid = ({ state }: StoredPayment): boolean => retriableStates.has(state);
  const retriedByOf = retriedByFinder(context.store, payments.filter(isUnpaid));
  return payments.map((payment) => {
    const retriedBy = isUnpaid(payment) ? retriedByOf(payment) : null;
    const alsoPaid = paidToo.get(payment.paymentId) ?? '';
    return {
      payment,
      cells: [
        ...columns.map(({ cell }) => cell(payment)),
        retriedBy?.idPayout ?? '',
        retriedBy?.state ?? '',
        alsoPaid,
      ],
      otherPayout:
        retriedBy === null ? alsoPaid && `Its row was also paid by ${alsoPaid}` : retriedText(retriedBy),
    };
  });
}

type PaymentExport = {
  readonly format: 'csv' | 'xlsx';
  readonly columns: readonly Column[];
  /** One of the payments. */
  readonly noun: string;
  /** What the sheet About says of the filter. */
  readonly what: readonly AboutLine[];
  /** How many there are, if known. */
  readonly total: number | null;
};

/** The payments that a filter finds, as a table, piece by piece; reports progress as `export`. */
export async function exportPayments(
  { files, clock, emit }: Pick<CoreContext, 'files' | 'clock' | 'emit'>,
  pieces: AsyncIterable<readonly StoredPayment[]>,
  { format, columns: written, noun, what, total }: PaymentExport,
  signal: AbortSignal,
): Promise<Result<{ bytes: Uint8Array; rows: number }>> {
  const isTooMany = (rows: number): boolean => format === 'xlsx' && rows > largestXlsxRows;
  const refusal = fail('inputInvalid', tooManyRowsText(`${noun}s`));
  if (isTooMany(total ?? 0)) return refusal;
  const table = files.beginTable(
    format,
    written.map(({ header }) => header),
  );
  const about = aboutExport();
  let rows = 0;
  for await (const payments of pieces) {
    if (signal.aborted) return exportStopped();
    rows += payments.length;
    if (isTooMany(rows)) return refusal;
    about.add(payments);
    await table.add(payments.map((payment) => written.map(({ cell }) => cell(payment))));
    emit({ kind: 'progress', id: 'export', done: rows, total });
  }
  if (signal.aborted) return exportStopped();
  return succeed({ bytes: await table.finish(about.lines(what, clock.now(), noun)), rows });
}

/** The rows of a batch for a file about it, page by page; reports progress as `export`, and throws once the signal aborts. */
export async function* pagesToExport(
  { store, clock, emit }: EmittingContext,
  { batchId, rows: total }: StoredBatch,
  signal: AbortSignal,
): AsyncGenerator<StoredPayment[]> {
  const report = rowProgress(emit, 'export');
  let done = 0;
  for await (const page of pagesOfBatch(store, clock, batchId)) {
    if (signal.aborted) throw new Refused(exportStopped());
    yield page;
    done += page.length;
    report(done, total);
  }
}

/**
 * A batch as CSV or XLSX, every row with its outcome and that of its retries (operation `batches.export`). Only a workbook
 * describes its content, so only that format needs the report, which is of the same rows.
 */
export async function exportBatch(
  context: CoreContext,
  { batchId, fileName, profileName, environment }: StoredBatch,
  format: 'csv' | 'xlsx',
  pages: AsyncIterable<StoredPayment[]>,
  reportOf: (pages: AsyncIterable<StoredPayment[]>) => Promise<BatchReport>,
): Promise<{ bytes: Uint8Array; rows: number }> {
  const { files, clock } = context;
  const table = files.beginTable(format, outcomeHeaders);
  let rows = 0;
  const about = aboutExport();
  const add = async (payments: readonly StoredPayment[]): Promise<void> => {
    rows += payments.length;
    about.add(payments);
    await table.add((await outcomesOf(context, payments)).map(({ cells }) => cells));
  };
  if (format === 'csv') {
    for await (const payments of pages) await add(payments);
    return { bytes: await table.finish(), rows };
  }
  const report = await reportOf(withEach(pages, add));
  const what = [
    ['Batch', batchId],
    ['File', fileName],
    ['Profile', `${profileName} (${environment})`],
  ] as const;
  const lines = [
    ...about.lines(what, clock.now()),
    ...batchLines(context, report),
    ...setAsideTexts(context, batchId).map((text): AboutLine => ['Rows set aside', text]),
    ...logFacts(context, report),
  ];
  return { bytes: await table.finish(lines), rows };
}
