import { minorUnitsOf } from '../../../contract/money/currencies.ts';
import type { ColumnMapping, PayoutColumn } from '../../../contract/batches/sheet.ts';
import { readAccountNumber } from '../cells/account.ts';
import { readAmount } from '../cells/amounts.ts';
import { emailFault } from '../cells/cells.ts';
import { columnOf } from './columns.ts';
import { textOf } from '../tables/table.ts';
import type { Cell } from '../tables/table.ts';

/** What the cells of a column look like, the surest signs first. */
const looks: readonly { readonly column: PayoutColumn; readonly is: (cell: Cell) => boolean }[] = [
  { column: 'accountNumber', is: (cell) => isIban(textOf(cell)) },
  { column: 'emailAddress', is: (cell) => textOf(cell) !== '' && emailFault(textOf(cell).trim()) === null },
  { column: 'currencyCode', is: (cell) => isCurrency(textOf(cell)) },
  { column: 'amount', is: isAmount },
  { column: 'paymentMethodCode', is: (cell) => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(textOf(cell).trim()) },
  {
    column: 'accountName',
    is: (cell) => /^\p{L}[\p{L}\p{M}.,'’&-]*(?: [\p{L}\p{M}.,'’&-]+)+$/u.test(textOf(cell).trim()),
  },
  { column: 'reference', is: (cell) => /\p{L}/u.test(textOf(cell)) },
];

/** How many of the filled cells of a column must look like it. */
const enough = 0.6;

function isIban(text: string): boolean {
  const reading = readAccountNumber(text.trim(), true);
  return reading.kind === 'account' && /^[A-Z]{2}\d{2}[A-Z0-9]{8,}$/.test(reading.accountNumber);
}

function isCurrency(text: string): boolean {
  return minorUnitsOf(text.trim().toUpperCase()) !== null || /^(?:BTC|ETH|USDT|USDC|LTC)$/i.test(text.trim());
}

/** A number of few digits: one of many is an account. */
function isAmount(cell: Cell): boolean {
  const text = textOf(cell).trim();
  const whole = text.replace(/[.,]\d{1,2}$/, '');
  return readAmount(text).kind !== 'fault' && whole.replaceAll(/\D/g, '').length <= 9;
}

/** Whether a first line holds what a payout would, so that it is no header. */
export function isData(cells: readonly Cell[]): boolean {
  if (cells.some((cell) => columnOf(textOf(cell)) !== null)) return false;
  return cells.some((cell) => {
    const text = textOf(cell).trim();
    return (
      typeof cell !== 'string' ||
      (text !== '' && (isAmount(cell) || isIban(text) || emailFault(text) === null))
    );
  });
}

/** Which column of a file fills what, by the names of its header and else by what stands in its first records. */
export function guessColumns(
  header: readonly string[],
  records: readonly (readonly Cell[])[],
): ColumnMapping {
  const mapping: ColumnMapping = header.map(() => null);
  const isTaken = (column: PayoutColumn): boolean => mapping.includes(column);
  for (const [place, name] of header.entries()) {
    const column = columnOf(name);
    if (column !== null && !isTaken(column)) mapping[place] = column;
  }
  for (const { column, is } of looks) {
    if (isTaken(column)) continue;
    const place = header.findIndex((_, index) => mapping[index] === null && fits(records, index, is));
    if (place !== -1) mapping[place] = column;
  }
  return mapping;
}

function fits(records: readonly (readonly Cell[])[], place: number, is: (cell: Cell) => boolean): boolean {
  const filled = records.map((cells) => cells[place] ?? '').filter((cell) => textOf(cell).trim() !== '');
  return filled.length > 0 && filled.filter(is).length >= filled.length * enough;
}
