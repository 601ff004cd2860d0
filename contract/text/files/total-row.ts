import { countText } from '../numbers.ts';

/** That a row looks like the total of the others; null: the row beside which this is shown. */
export function totalRowText(rowNumber: number | null): string {
  const row = rowNumber === null ? 'This row' : `Row ${countText(rowNumber)}`;
  return `${row} looks like the total of the rows above, not like a payout.`;
}
