import type { Problem } from '../../../contract/errors.ts';
import { columnOf, headerKey, headerNames, requiredColumns } from './columns.ts';
import type { PayoutColumn } from './columns.ts';
import { shown } from '../problems.ts';

/** Where each column of a file stands. */
export type Layout = {
  /** Place of each column in a record, from 0; a column that the file has not is missing here. */
  readonly places: Readonly<Partial<Record<PayoutColumn, number>>>;
  /** Cells that every record has. */
  readonly width: number;
  /** Whether the account column is headed IBAN. */
  readonly isIbanColumn: boolean;
  /** Places of columns without a name, in which nothing may stand. */
  readonly unnamed: readonly number[];
  /** Columns that are ignored. */
  readonly notes: Problem[];
};

type HeaderReading =
  | { readonly kind: 'layout'; readonly layout: Layout }
  | { readonly kind: 'problems'; readonly problems: Problem[] };

/** How many cells of a record are names of columns that Bursar knows. */
export function countKnownHeaders(cells: readonly string[]): number {
  return cells.filter((cell) => columnOf(cell) !== null).length;
}

/** Reads the header record, which stands on this line: where each column is, or what is wrong with the header. */
export function readHeader(cells: readonly string[], line: number): HeaderReading {
  const places: Partial<Record<PayoutColumn, number>> = {};
  const unnamed: number[] = [];
  const notes: Problem[] = [];
  const problems: Problem[] = [];
  for (const [place, cell] of cells.entries()) {
    const header = cell.trim();
    const column = columnOf(header);
    const earlier = column === null ? undefined : places[column];
    if (header === '') unnamed.push(place);
    else if (column === null) notes.push(ignored(header, line));
    else if (earlier === undefined) places[column] = place;
    else problems.push(doubled(column, cells[earlier]?.trim() ?? '', header, line));
  }
  for (const column of requiredColumns) {
    if (places[column] === undefined) problems.push(missing(column, cells, line));
  }
  if (problems.length > 0) return { kind: 'problems', problems };
  const accountHeader = places.accountNumber === undefined ? '' : (cells[places.accountNumber] ?? '');
  const isIbanColumn = headerKey(accountHeader) === 'iban';
  return { kind: 'layout', layout: { places, width: cells.length, isIbanColumn, unnamed, notes } };
}

function ignored(header: string, line: number): Problem {
  const message = `The column “${shown(header)}” is not one that Bursar knows. It was ignored.`;
  return { line, field: shown(header), message };
}

function doubled(column: PayoutColumn, first: string, second: string, line: number): Problem {
  return {
    line,
    field: column,
    value: shown(second),
    message: `The columns “${shown(first)}” and “${shown(second)}” both mean ${column}.`,
    expected: 'one column for each meaning: remove or rename the other',
  };
}

function missing(column: PayoutColumn, cells: readonly string[], line: number): Problem {
  const found = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const names = [column, ...headerNames[column].slice(0, 3)].map((name) => `“${name}”`).join(', ');
  return {
    line,
    field: column,
    value: shown(found.join(', ')),
    message: `The column ${column} is missing from the header; found were: ${shown(found.join(', '))}.`,
    expected: `a column headed ${names} or the like`,
  };
}
