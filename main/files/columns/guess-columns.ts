import { minorUnitsOf } from '../../../contract/money/currencies.ts';
import type { ColumnMapping, PayoutColumn } from '../../../contract/batches/sheet.ts';
import { readAccountNumber } from '../cells/account.ts';
import { readAmount } from '../cells/amounts.ts';
import { emailFault } from '../cells/cells.ts';
import { withoutSigns } from '../cells/currency-signs.ts';
import { columnOf, headerKey } from './columns.ts';
import { textOf, type Cell } from '../tables/table.ts';

/** The appearance of a column's cells, the most reliable signs first. */
const looks: readonly { readonly column: PayoutColumn; readonly is: (cell: Cell) => boolean }[] = [
  { column: 'accountNumber', is: (cell) => isIban(textOf(cell)) },
  { column: 'emailAddress', is: (cell) => textOf(cell) !== '' && emailFault(textOf(cell).trim()) === null },
  { column: 'currencyCode', is: (cell) => isCurrency(textOf(cell)) },
  { column: 'amount', is: isAmount },
  { column: 'paymentMethodCode', is: (cell) => isCode(textOf(cell).trim()) },
  {
    column: 'accountName',
    is: (cell) => /^\p{L}[\p{L}\p{M}.,'’&-]*(?: [\p{L}\p{M}.,'’&-]+)+$/u.test(textOf(cell).trim()),
  },
  { column: 'reference', is: (cell) => /\p{L}/u.test(textOf(cell)) },
];

/** Words of a header that make it likely what its column holds: enough for a suggestion, not for reading the file without asking. */
const likely: readonly {
  readonly column: PayoutColumn;
  readonly words: RegExp;
  readonly is: (cell: Cell) => boolean;
}[] = [
  {
    column: 'accountName',
    words:
      /vendor|supplier|creditor|employee|lieferant|kreditor|mitarbeiter|fournisseur|proveedor|fornitore|leverancier/,
    // A code such as V-1001 is no name.
    is: (cell) => /\p{L}{2}.*\P{N}$|\p{L}{2}.* /u.test(textOf(cell).trim()),
  },
  {
    column: 'reference',
    words: /invoice|rechnung|facture|factura|fattura|factuur/,
    is: (cell) => textOf(cell).trim() !== '',
  },
];

/** Such as “Approved by”: a person, or their initials, who is not the payee. */
const namesColleague = /\P{L}(?:by|von|par|por|door)$/iu;

/** How many of the filled cells of a column must look like it. */
const enough = 0.6;

function isIban(text: string): boolean {
  const reading = readAccountNumber(text.trim(), true);
  return reading.kind === 'account' && /^[A-Z]{2}\d{2}[A-Z0-9]{8,}$/.test(reading.accountNumber);
}

/** In capitals, or in any case with an underscore, which no word has. */
function isCode(text: string): boolean {
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(text) || /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/i.test(text);
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

const dateShape = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/;

/** Digits, also beside a currency sign or between other signs, and of any length. Above a table may be its date. */
function isNumberLike(text: string): boolean {
  const { number } = withoutSigns(text) ?? { number: text };
  return /\d/.test(number) && !/\p{L}/u.test(number) && !dateShape.test(number);
}

/** Whether a first line contains payout data, so that it is not a header. */
export function isData(cells: readonly Cell[]): boolean {
  if (cells.some((cell) => columnOf(textOf(cell)) !== null)) return false;
  return cells.some((cell) => {
    const text = textOf(cell).trim();
    return (
      typeof cell !== 'string' ||
      (text !== '' && (isNumberLike(text) || isIban(text) || emailFault(text) === null))
    );
  });
}

/** Which column of a file fills which field, by the header names and otherwise by the content of its first records. */
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
  for (const { column, words, is } of likely) {
    const place = header.findIndex(
      (name, at) => mapping[at] === null && words.test(headerKey(name)) && fits(records, at, is),
    );
    if (place !== -1 && !isTaken(column)) mapping[place] = column;
  }
  for (const { column, is } of looks) {
    if (isTaken(column)) continue;
    // Any text may be a name or a reference, but a table without amounts, such as a worksheet of notes, has neither.
    if ((column === 'accountName' || column === 'reference') && !isTaken('amount')) continue;
    const places = [...header.keys()].filter(
      (place) =>
        mapping[place] === null &&
        !namesColleague.test((header[place] ?? '').trim()) &&
        fits(records, place, is),
    );
    const place = column === 'amount' ? amountPlace(records, places) : places[0];
    if (place !== undefined) mapping[place] = column;
  }
  return mapping;
}

/** Of the columns that may be amounts, the first with decimals, otherwise the first that does not number the rows. */
function amountPlace(records: readonly (readonly Cell[])[], places: readonly number[]): number | undefined {
  const textsAt = (place: number): string[] => records.map((cells) => textOf(cells[place] ?? '').trim());
  return (
    places.find((place) => textsAt(place).some((text) => /[.,]\d{1,2}$/.test(text))) ??
    places.find((place) => !isNumbering(textsAt(place)))
  );
}

/** Whether each number is one more than the previous one, such as 1, 2, 3. Words, such as TOTAL, are ignored. */
function isNumbering(texts: readonly string[]): boolean {
  const numbers = texts.filter((text) => /^\d{1,9}$/.test(text)).map(Number);
  return (
    (numbers.length > 1 || numbers[0] === 1) &&
    numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1)
  );
}

function fits(records: readonly (readonly Cell[])[], place: number, is: (cell: Cell) => boolean): boolean {
  const filled = records.map((cells) => cells[place] ?? '').filter((cell) => textOf(cell).trim() !== '');
  return filled.length > 0 && filled.filter(is).length >= filled.length * enough;
}
