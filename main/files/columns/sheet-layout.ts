import { fail, succeed } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { ColumnMapping } from '../../../contract/batches/sheet.ts';
import type { SheetAnswers, SheetReading } from '../../core/ports/index.ts';
import type { PayoutColumn } from './columns.ts';
import { guessColumns, isData } from './guess-columns.ts';
import { headerKey } from './columns.ts';
import { readHeader } from './header.ts';
import type { Layout } from './header.ts';
import { largestColumns } from '../limits.ts';
import { unreadable } from '../tables/open-text.ts';
import { shown } from '../problems.ts';
import { isBlankRecord, textOf } from '../tables/table.ts';
import type { TableRecord } from '../tables/table.ts';

/** How many rows are shown to whoever says which column is which. */
const sampleRows = 8;

type SheetLayout =
  | {
      readonly kind: 'layout';
      readonly layout: Layout;
      /** As it stands in the file; null where the first line is a row already. */
      readonly header: string[] | null;
    }
  | Extract<SheetReading, { kind: 'columnsNeeded' }>;

/**
 * Decides where everything stands in a table that begins with these records: as a person says, as a person said of the same header, or
 * as the header says; else asks, with a suggestion.
 */
export function layOut(
  begin: readonly TableRecord[],
  answers: SheetAnswers,
  name: string,
): Result<SheetLayout> {
  const filled = begin.filter(({ cells }) => !isBlankRecord(cells));
  const [first] = filled;
  if (first === undefined) return unreadable(`${name} is empty. Choose the file that holds the payouts.`);
  const width = first.cells.length;
  if (width > largestColumns)
    return unreadable(
      `${name} has more than ${largestColumns} columns. Remove those that payouts do not need.`,
    );
  const header = isData(first.cells) ? null : first.cells.map((cell) => textOf(cell).trim());
  const remembered = header === null ? null : answers.remembered(header);
  const columns = answers.columns ?? (remembered?.length === width ? remembered : null);
  if (columns !== null) {
    const layout = layoutOf(columns, width, header, name);
    return layout.ok ? succeed({ kind: 'layout', layout: layout.value, header }) : layout;
  }
  const reading = header === null ? null : readHeader(header, first.line);
  if (reading?.kind === 'layout') return succeed({ kind: 'layout', layout: reading.layout, header });
  const rows = (header === null ? filled : filled.slice(1)).slice(0, sampleRows);
  const names = header ?? first.cells.map(() => '');
  return succeed({
    kind: 'columnsNeeded',
    header: names,
    sample: rows.map(({ cells }) => cells.map((cell) => textOf(cell).trim())),
    suggestion: guessColumns(
      names,
      filled.slice(header === null ? 0 : 1).map(({ cells }) => cells),
    ),
    message:
      reading === null
        ? `${name} has no header. Choose what each column holds.`
        : `The header of ${name} does not name all needed columns. ${reading.problems[0]?.message ?? ''} Choose what each column holds.`,
  });
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
  const accountPlace = places.accountNumber;
  const isIbanColumn = accountPlace !== undefined && headerKey(header?.[accountPlace] ?? '') === 'iban';
  const notes = ignored.map((cell) => ({ message: `The column “${shown(cell)}” was not read.` }));
  return succeed({ places, width, isIbanColumn, unnamed: [], notes });
}
