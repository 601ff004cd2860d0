import { addDecimals, compareDecimals, parseDecimal } from '../../../contract/money/decimal.ts';
import type { SheetCells } from '../../../contract/batches/sheet.ts';

const totalWord = /^(?:grand |sub)?(?:total|totals|sum|summe|gesamt|gesamtsumme|totale|suma|somme)\b/iu;

/** More rows than this are not added up: the process would stand still for it. */
const mostSummed = 10_000;

/**
 * The number of the last row where it looks like the total of the others: it has no account, and one of its texts says so, or it has no
 * name either and its amount is their sum. Null where it looks like a payout.
 */
export function totalRowOf(rows: readonly SheetCells[]): number | null {
  const last = rows.at(-1);
  if (last === undefined || rows.length < 2) return null;
  if (last.accountNumber !== '' || last.emailAddress !== '') return null;
  const { amount, ...texts } = last;
  if (Object.values(texts).some((text) => totalWord.test(text.trim()))) return rows.length;
  if (last.accountName !== '' || rows.length > mostSummed) return null;
  const total = parseDecimal(amount);
  if (total === null) return null;
  let sum = { digits: 0n, scale: 0 };
  for (const row of rows.slice(0, -1)) {
    const one = parseDecimal(row.amount);
    if (one === null) return null;
    sum = addDecimals(sum, one);
  }
  return compareDecimals(total, sum) === 0 ? rows.length : null;
}
