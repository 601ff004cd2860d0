/** The type of the cells of an export column; `text` is never taken for a number. */
export type ExportKind = 'text' | 'amount' | 'count' | 'time' | 'day';

type ExportColumn = { readonly title: string; readonly kind: ExportKind };

/** The columns of every exported table, by their names in CSV. Columns that can be imported have titles that an import recognises. */
const columns: Readonly<Record<string, readonly [title: string, kind?: ExportKind]>> = {
  amount: ['Amount', 'amount'],
  currencyCode: ['Currency'],
  paymentMethodCode: ['Method'],
  accountName: ['Name'],
  accountNumber: ['Account'],
  paymentOperatorCode: ['Operator'],
  emailAddress: ['E-mail'],
  idPayout: ['Order ID'],
  reference: ['Reference'],
  rowNumber: ['Row', 'count'],
  state: ['State'],
  gatewayStatus: ['Gateway status'],
  feeAmount: ['Fee', 'amount'],
  feeCurrencyCode: ['Fee currency'],
  problemCode: ['Problem code'],
  problemMessage: ['Problem'],
  origin: ['Origin'],
  idPayment: ['Order ID'],
  retryOf: ['Retry of'],
  retriedBy: ['Retried as'],
  retriedByState: ['State of retry'],
  paidToo: ['Also paid by'],
  ownId: ['Own ID'],
  processedAt: ['Processed (UTC)', 'time'],
  createdAt: ['Created (UTC)', 'time'],
  updatedAt: ['Last changed (UTC)', 'time'],
  batchId: ['Batch ID'],
  profileName: ['Profile'],
  at: ['Time (UTC)', 'time'],
  day: ['Day (UTC)', 'day'],
  date: ['Date (UTC)', 'day'],
  kind: ['Kind'],
  id: ['Order ID of payment'],
  payee: ['Payee'],
  fee: ['Fee', 'amount'],
  balance: ['Balance', 'amount'],
  available: ['Available', 'amount'],
  reserved: ['Reserved', 'amount'],
  booked: ['Booked', 'amount'],
  firstDay: ['First day (UTC)', 'day'],
  lastDay: ['Last day (UTC)', 'day'],
  in: ['In', 'amount'],
  out: ['Out', 'amount'],
  fees: ['Fees', 'amount'],
  net: ['Net', 'amount'],
  payoutsPaid: ['Payouts paid', 'count'],
  payoutsFailed: ['Payouts failed', 'count'],
  payoutsRejected: ['Payouts rejected', 'count'],
  debitAccount: ['Debit account'],
  creditAccount: ['Credit account'],
  sequence: ['Event', 'count'],
  time: ['Time (UTC)', 'time'],
  person: ['Person'],
  systemUser: ['System user'],
  about: ['About'],
  subject: ['Which'],
  fileName: ['File'],
  event: ['What happened'],
  detail: ['Detail'],
  from: ['From'],
  to: ['To'],
  hash: ['Hash'],
  note: ['Note'],
  payeeId: ['Payee ID'],
  environment: ['Environment'],
  otherNames: ['Other names'],
  firstPaidAt: ['First paid (UTC)', 'time'],
  lastPaidAt: ['Last paid (UTC)', 'time'],
  payments: ['Payouts', 'count'],
  totals: ['Total paid'],
  verifiedAt: ['Verified (UTC)', 'time'],
  verifiedBy: ['Verified by'],
  verifiedHow: ['Verified how'],
  verifiedNote: ['Verification note'],
  isBlocked: ['Blocked'],
};

/** The title and kind of an export column; one that is not listed keeps its name and is text. */
export function exportColumn(header: string): ExportColumn {
  const [title, kind = 'text'] = columns[header] ?? [header];
  return { title, kind };
}

/** The most rows below the header of an Excel sheet. */
export const largestXlsxRows = 1_048_575;

/** Why an export with more rows than fit into a sheet is refused; `plural` names the rows. */
export function tooManyRowsText(plural: string): string {
  return `An Excel sheet has at most ${largestXlsxRows} rows below its header, and there are more ${plural}. Narrow the filter or the period, or export CSV.`;
}
