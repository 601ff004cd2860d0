import type { FaultAt } from '../../../contract/errors.ts';
import type { ColumnFault } from '../../../contract/batches/fault.ts';
import type { FileNote } from '../../../contract/batches/file-note.ts';
import { columnOf, headerKey, headerNames, requiredColumns } from './columns.ts';
import type { PayoutColumn } from './columns.ts';
import { shown } from '../problems.ts';

/** The position of each column of a file. */
export type Layout = {
  /** The position of each column in a record, from 0; columns that the file does not have are absent. */
  readonly places: Readonly<Partial<Record<PayoutColumn, number>>>;
  /** How many cells each record has. */
  readonly width: number;
  /** Whether the account column is headed IBAN. */
  readonly isIbanColumn: boolean;
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
  const accountHeader = places.accountNumber === undefined ? '' : (cells[places.accountNumber] ?? '');
  const isIbanColumn = headerKey(accountHeader) === 'iban';
  return { kind: 'layout', layout: { places, width: cells.length, isIbanColumn, unnamed, notes } };
}

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
