import type { FaultAt } from '../../../contract/errors.ts';
import type { ColumnFault } from '../../../contract/batches/fault.ts';
import type { FileNote } from '../../../contract/batches/file-note.ts';
import { columnOf, headerKey, headerNames, requiredColumns, type PayoutColumn } from './columns.ts';
import { isCurrencySign, isMultiplier } from '../cells/currency-signs.ts';
import { shown } from '../problems.ts';

/** The position of each column of a file. */
export type Layout = {
  /** The position of each column in a record, from 0; columns that the file does not have are absent. */
  readonly places: Readonly<Partial<Record<PayoutColumn, number>>>;
  /** How many cells each record has. */
  readonly width: number;
  /** Whether the account column is headed IBAN. */
  readonly isIbanColumn: boolean;
  /** The currencies that the header of the amounts names, or their unit: `Amount (USD)`, `Amount (USD or EUR)`, `Amount in cents`. */
  readonly amountSigns: readonly string[];
  /** Indexes of columns without a name, which must be empty. */
  readonly unnamed: readonly number[];
  /** Columns that are ignored. */
  readonly notes: FileNote[];
};

/** The problem of a column in the header. */
type ColumnFaultAt = FaultAt & { readonly fault: ColumnFault };

type HeaderReading =
  | { readonly kind: 'layout'; readonly layout: Layout }
  | { readonly kind: 'problems'; readonly problems: readonly [ColumnFaultAt, ...ColumnFaultAt[]] };

/** A record counts as a header, also below a title, if Bursar knows this many of its names. */
export const fewestKnown = 2;

/** How many cells of a record are names of columns that Bursar knows. */
export function countKnownHeaders(cells: readonly string[]): number {
  return cells.filter((cell) => columnOf(cell) !== null).length;
}

/** Parses the header record on this line: the position of each column, or the problems of the header. */
export function readHeader(cells: readonly string[], line: number): HeaderReading {
  const places: Partial<Record<PayoutColumn, number>> = {};
  const unnamed: number[] = [];
  const notes: FileNote[] = [];
  const problems: ColumnFaultAt[] = [];
  for (const [place, cell] of cells.entries()) {
    const header = cell.trim();
    const column = columnOf(header);
    const earlier = column === null ? undefined : places[column];
    if (header === '') unnamed.push(place);
    else if (column === null) notes.push({ code: 'columnUnknown', line, header: shown(header) });
    else if (earlier === undefined) places[column] = place;
    else problems.push(doubled(column, cells[earlier]?.trim() ?? '', header, line));
  }
  for (const column of requiredColumns) {
    if (places[column] === undefined) problems.push(missing(column, cells, line));
  }
  const [first, ...others] = problems;
  if (first !== undefined) return { kind: 'problems', problems: [first, ...others] };
  return { kind: 'layout', layout: { ...saidByHeader(places, cells), width: cells.length, unnamed, notes } };
}

/** What the header says of the cells below it, besides which column they are. */
export function saidByHeader(
  places: Layout['places'],
  header: readonly string[],
): Pick<Layout, 'places' | 'isIbanColumn' | 'amountSigns'> {
  const headerOf = (place: number | undefined): string => (place === undefined ? '' : (header[place] ?? ''));
  const isIbanColumn = headerKey(headerOf(places.accountNumber)) === 'iban';
  const amounts = headerOf(places.amount);
  const signs = (amounts.match(signInHeader) ?? []).filter(isCurrencySign);
  const scale = scaleIn(amounts);
  return { places, isIbanColumn, amountSigns: scale === undefined ? signs : [scale] };
}

/** A letter before or after a currency, as in `k EUR`. */
const letterBesideCurrency =
  /(?<![\p{L}\d])[kKtTmM]\s?(\p{Sc}|[A-Z]{3})(?!\p{L})|(?<!\p{L})(\p{Sc}|[A-Z]{3})\s?[kKtTmM](?!\p{L})/gu;
/** As in `EUR '000` and `in 1,000 EUR`. */
const thousandInDigits = /['’]000(?!\d)|(?<![\d.,'’])000s?(?![\d\p{L}])|\bin 1[.,'’ ]?000(?!\d)/u;

/** The word by which a header says that its amounts are multiples or parts of a unit of the currency. */
function scaleIn(header: string): string | undefined {
  const word = (header.match(/\p{L}{2,}/gu) ?? []).find(isMultiplier);
  if (word !== undefined) return word;
  for (const [found, after, before = after] of header.matchAll(letterBesideCurrency))
    if (before !== undefined && isCurrencySign(before)) return found.replace(/\s/, '');
  return thousandInDigits.test(header) ? 'thousand' : undefined;
}

const signInHeader = /\p{L}{0,3}\p{Sc}\p{L}{0,2}|(?<![\p{L}\p{N}])[A-Z]{3}(?![\p{L}\p{N}])/gu;

function doubled(column: PayoutColumn, first: string, second: string, line: number): ColumnFaultAt {
  const fault = { code: 'columnDoubled', column, first: shown(first), second: shown(second) } as const;
  return { line, field: column, value: shown(second), fault };
}

function missing(column: PayoutColumn, cells: readonly string[], line: number): ColumnFaultAt {
  const found = shown(
    cells
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
      .join(', '),
  );
  const names = [column, ...headerNames[column].slice(0, 3)];
  return { line, field: column, value: found, fault: { code: 'columnMissing', column, names, found } };
}
