import {
  addDecimals,
  compareDecimals,
  parseDecimal,
  zeroDecimal,
} from '../../../../contract/money/decimal.ts';
import type { SheetCells } from '../../../../contract/batches/sheet.ts';
import { totalRowText } from '../../../../contract/text/files/total-row.ts';
import type { StoreContext } from '../../context/context.ts';
import { contentPagesOfBatch } from '../../payments/pages.ts';
import { cellsOf } from '../payout-cells.ts';
import type { StoredBatch, RowContent } from '../../ports/index.ts';

const totalWord = /^(?:grand |sub)?(?:total|totals|sum|summe|gesamt|gesamtsumme|totale|suma|somme)\b/iu;

/** Above this number of rows the sum is not computed, because it would block the process. */
const mostSummed = 10_000;

/** How many readable amounts a total must exceed if it cannot be compared exactly: exceeding one amount proves little. */
const fewestBelow = 2;

/**
 * The number of the last row if it looks like the total of the others: it has no account, and one of its texts says so, or it has no
 * name either and its amount is their sum, or at least the sum of those that can be read. `unread` are its texts in columns that are not
 * imported. Null where it looks like a payout.
 */
export function totalRowOf<Row>(
  rows: readonly Row[],
  cellsOfRow: (row: Row) => SheetCells,
  unread: readonly string[],
): number | null {
  const lastRow = rows.at(-1);
  if (lastRow === undefined || rows.length < 2) return null;
  const last = cellsOfRow(lastRow);
  if (hasAccount(last)) return null;
  if ([...Object.values(last), ...unread].some((text) => totalWord.test(text.trim()))) return rows.length;
  if (last.accountName !== '' || rows.length > mostSummed) return null;
  const total = parseDecimal(last.amount);
  if (total === null) return null;
  const others = rows.slice(0, -1).flatMap((row) => parseDecimal(cellsOfRow(row).amount) ?? []);
  const difference = compareDecimals(total, others.reduce(addDecimals, zeroDecimal));
  // A spreadsheet may or may not have included values that Bursar cannot read, such as "n/a" or "1.234,50".
  const isAbove = others.length < rows.length - 1 && others.length >= fewestBelow && difference > 0;
  return difference === 0 || isAbove ? rows.length : null;
}

function hasAccount({
  accountNumber,
  emailAddress,
}: Pick<SheetCells, 'accountNumber' | 'emailAddress'>): boolean {
  return accountNumber !== '' || emailAddress !== '';
}

/** The message about such a row. */
export const totalRowMessage = `${totalRowText(null)} Remove it if it is one.`;

/** The same for a draft; the texts of columns that were not imported are no longer known. */
export async function totalRowOfDraft(
  { store, clock }: StoreContext,
  { batchId, rows }: Pick<StoredBatch, 'batchId' | 'rows'>,
): Promise<number | null> {
  if (rows > mostSummed) return null;
  // Nearly every last row has an account: then no other is read.
  if (store.rowsOfBatch(batchId, rows - 1, 1).some(hasAccount)) return null;
  const payments: RowContent[] = [];
  for await (const page of contentPagesOfBatch(store, clock, batchId)) payments.push(...page);
  return totalRowOf(payments, (payment) => cellsOf(payment, ''), []);
}
