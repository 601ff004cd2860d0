import { fail, succeed, type Result } from '../../../contract/result.ts';
import { faultText } from '../../../contract/text/files/fault-text.ts';
import type { FileNote } from '../../../contract/batches/file-note.ts';
import {
  payoutColumns,
  type ColumnMapping,
  type FoundTable,
  type ReadColumns,
} from '../../../contract/batches/sheet.ts';
import type { SheetAnswers, SheetReading } from '../../core/ports/index.ts';
import type { PayoutColumn } from './columns.ts';
import { guessColumns, isData } from './guess-columns.ts';
import { countKnownHeaders, fewestKnown, readHeader, saidByHeader, type Layout } from './header.ts';
import { largestColumns } from '../limits.ts';
import { tooManyColumns, unreadable } from '../tables/open-text.ts';
import { shown } from '../problems.ts';
import { textOf } from '../tables/table.ts';
import type { Table, TableRecord, WorksheetLooks, Worksheets } from '../tables/table.ts';

/** How many rows the question about columns shows. */
export const sampleRows = 8;

/** A part of such a cell may pass for the whole of another one. */
const wrongIfCut = ['amount', 'accountNumber', 'emailAddress'] as const;

export type FileLayout = {
  readonly kind: 'layout';
  readonly layout: Layout;
  /** As in the file; null if the first line is already a row. */
  readonly header: string[] | null;
  /** The row of the header; null if there is none. */
  readonly headerRow: number | null;
  /** How many of the first records are not payouts: those above the header, and the header. */
  readonly rowsAt: number;
};

/** The layout found for a table, and the alternatives that a person can choose. */
export function columnsOf(
  { layout, header, headerRow }: FileLayout,
  sample: string[][],
  worksheets: Worksheets | null,
): ReadColumns {
  const mapping: (PayoutColumn | null)[] = Array.from({ length: layout.width }, () => null);
  for (const column of payoutColumns) {
    const place = layout.places[column];
    if (place !== undefined) mapping[place] = column;
  }
  const table = foundTable(worksheets, headerRow);
  return { header: header ?? mapping.map(() => ''), sample, mapping, table };
}

function foundTable(worksheets: Worksheets | null, headerRow: number | null): FoundTable {
  return { worksheets: [...(worksheets?.names ?? [])], worksheet: worksheets?.name ?? null, headerRow };
}

/** Notes about where the table was found: nothing is left out silently. */
export function placeNotes({ worksheets, hasOpenEnd = false }: Table, fileLayout: FileLayout): FileNote[] {
  const { headerRow, rowsAt, layout } = fileLayout;
  const { names = [], name = null, looks } = worksheets?.() ?? {};
  const notes: FileNote[] = [];
  if (name !== null && names.length > 1)
    notes.push({ code: 'worksheetRead', name, others: names.length - 1 });
  if (headerRow !== null && rowsAt > 1)
    notes.push({ code: 'headerBelow', row: headerRow, above: rowsAt - 1 });
  const column = wrongIfCut.find((each) => layout.places[each] === layout.width - 1);
  if (hasOpenEnd && column !== undefined) notes.push({ code: 'openEnd', column });
  return looks === undefined ? notes : [...notes, ...looksNotes(looks, fileLayout)];
}

/** Of hidden columns and merged cells, only those that are read count. */
function looksNotes(
  { hiddenColumns, tallCells }: WorksheetLooks,
  { layout, header, headerRow }: FileLayout,
): FileNote[] {
  const places = Object.values(layout.places);
  const headers = places
    .filter((place) => hiddenColumns.has(place))
    .map((place) => shown(header?.[place] ?? `${place + 1}`));
  const cells = tallCells.filter(
    ({ columns: [first, last], lastRow }) =>
      lastRow > (headerRow ?? 0) && places.some((place) => place >= first && place <= last),
  ).length;
  return [
    ...(headers.length === 0 ? [] : [{ code: 'columnsHidden', headers } as const]),
    ...(cells === 0 ? [] : [{ code: 'cellsMerged', cells } as const]),
  ];
}

type ColumnsNeeded = Extract<SheetReading, { kind: 'columnsNeeded' }>;

/** Lays out a table by its header alone, which has to name every column that payouts need. */
export function layOutStrictly([first]: readonly TableRecord[], name: string): Result<FileLayout> {
  const checked = firstOf(first, name);
  if (!checked.ok) return checked;
  const { cells, line } = checked.value;
  const header = cells.map((cell) => textOf(cell).trim());
  const reading = readHeader(header, line);
  if (reading.kind === 'layout')
    return succeed({ kind: 'layout', layout: reading.layout, header, headerRow: line, rowsAt: 1 });
  const [{ fault }] = reading.problems;
  const message = `The header of ${name} on line ${line} does not name all needed columns. ${faultText(fault).message} Correct it and import the file again.`;
  return fail('fileHasErrors', message, { problems: [...reading.problems] });
}

/**
 * Lays out a table that begins with these records: as a person chose for it or for the same header before, or by the header;
 * otherwise asks, with a suggestion.
 */
export function layOut(
  begin: readonly TableRecord[],
  answers: SheetAnswers,
  name: string,
  worksheets: Worksheets | null,
): Result<FileLayout | ColumnsNeeded> {
  const isHeaderRowGiven = typeof answers.place?.headerRow === 'number';
  const at = isHeaderRowGiven ? 0 : headerAt(begin);
  const checked = firstOf(begin[at], name);
  if (!checked.ok) return checked;
  const first = checked.value;
  const width = first.cells.length;
  const header =
    isData(first.cells) && !isHeaderRowGiven ? null : first.cells.map((cell) => textOf(cell).trim());
  const remembered = header === null ? null : answers.remembered(header);
  const headerRow = header === null ? null : first.line;
  const rowsAt = header === null ? at : at + 1;
  const columns = answers.columns ?? (remembered?.length === width ? remembered : null);
  if (columns !== null) {
    const layout = layoutOf(columns, width, header, name);
    const found = { header, headerRow, rowsAt };
    if (!layout.ok) return layout;
    if (answers.isAsking !== true) return succeed({ kind: 'layout', layout: layout.value, ...found });
  }
  const reading = header === null ? null : readHeader(header, first.line);
  if (reading?.kind === 'layout' && answers.isAsking !== true)
    return succeed({ kind: 'layout', layout: reading.layout, header, headerRow, rowsAt });
  const rows = begin.slice(rowsAt);
  const names = header ?? first.cells.map(() => '');
  return succeed({
    kind: 'columnsNeeded',
    header: names,
    sample: rows.slice(0, sampleRows).map(({ cells }) => cells.map((cell) => textOf(cell).trim())),
    suggestion:
      columns ??
      guessColumns(
        names,
        rows.map(({ cells }) => cells),
      ),
    table: foundTable(worksheets, headerRow),
    fault: reading?.kind === 'problems' ? reading.problems[0].fault : null,
  });
}

/**
 * Where the header is among the first records: the first of them, unless one further down, as below the title of a report, names all
 * needed columns, or at least two and more than any above it. Titles, each alone in its row, are no header where a row of words follows.
 */
function headerAt(begin: readonly TableRecord[]): number {
  if (begin[0] === undefined || isData(begin[0].cells)) return 0;
  const row = begin.findIndex(({ cells }) => cells.filter((cell) => textOf(cell).trim() !== '').length > 1);
  const belowTitles = row > 0 && !isData(begin[row]?.cells ?? []) ? row : 0;
  let best = { at: belowTitles, known: fewestKnown - 1 };
  for (const [at, { cells, line }] of begin.entries()) {
    if (isData(cells)) continue;
    const header = cells.map((cell) => textOf(cell).trim());
    if (readHeader(header, line).kind === 'layout') return at;
    const known = countKnownHeaders(header);
    if (known > best.known) best = { at, known };
  }
  return best.at;
}

/** The first record of a table, whose cells determine the width. */
function firstOf(first: TableRecord | undefined, name: string): Result<TableRecord> {
  if (first === undefined) return unreadable(`${name} is empty. Choose another file.`);
  if (first.cells.length > largestColumns) return tooManyColumns(name);
  return succeed(first);
}

/** The layout that a person chose. */
function layoutOf(
  columns: ColumnMapping,
  width: number,
  header: readonly string[] | null,
  name: string,
): Result<Layout> {
  if (columns.length !== width)
    return fail(
      'inputInvalid',
      `${name} has ${width} columns, but ${columns.length} were given. Choose the columns again.`,
    );
  const places: Partial<Record<PayoutColumn, number>> = {};
  for (const [place, column] of columns.entries()) {
    if (column === null) continue;
    if (places[column] !== undefined)
      return fail('inputInvalid', `Two columns of ${name} were chosen as ${column}. Choose one of them.`);
    places[column] = place;
  }
  if (Object.keys(places).length === 0)
    return fail('inputInvalid', `No column of ${name} was chosen. Choose at least the amount column.`);
  const ignored = (header ?? []).filter((cell, place) => columns[place] === null && cell !== '');
  const notes = ignored.map((cell): FileNote => ({ code: 'columnNotRead', header: shown(cell) }));
  return succeed({ ...saidByHeader(places, header ?? []), width, unnamed: [], notes });
}
