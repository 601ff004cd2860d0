import { fail, type Result } from '../../contract/result.ts';
import type { Clock, PayoutFile, PayoutRules } from '../core/ports/index.ts';
import type { MethodRule } from '../../contract/batches/source.ts';
import { conclude } from './conclude.ts';
import type { TablePlace } from '../../contract/batches/sheet.ts';
import { layOutStrictly, placeNotes } from './columns/file-layout.ts';
import { anyPlace, openTable } from './tables/open-table.ts';
import { messageOf } from './tables/table.ts';
import { createProblemList, shown } from './problems.ts';
import { readTable } from './read-table.ts';
import { noRowsYet, readRow } from './rows.ts';

type How = {
  readonly onProgress: (rows: number, lines: readonly number[]) => void;
  readonly rules: PayoutRules;
  readonly methodRules: readonly MethodRule[] | undefined;
  readonly place: TablePlace | undefined;
};

/**
 * Reads a CSV or XLSX file of payouts, or a pain.001: all rows, or every problem. Errors are `fileUnreadable`, `fileHasErrors` and
 * `fileAmbiguous`, with the problems in the details. Other work can run after every few kilobytes.
 */
export async function readPayoutRows(
  bytes: Uint8Array,
  fileName: string,
  { onProgress, rules, methodRules = [], place = anyPlace }: How,
  clock: Clock,
): Promise<Result<PayoutFile>> {
  const name = shown(fileName);
  const table = await openTable(bytes, name, methodRules, place, clock);
  if (!table.ok) return table;
  const problems = createProblemList();
  const rowsRead = noRowsYet();
  const read = await readTable<never>(
    table.value,
    name,
    {
      lookedAt: 1,
      headerRow: place.headerRow,
      layOut: (begin) => layOutStrictly(begin, name),
      readRow: (record, layout) => readRow(record, layout, rowsRead, problems, rules),
      count: () => rowsRead.rows.length,
      onPiece: () => onProgress(rowsRead.rows.length, rowsRead.lines),
    },
    clock,
  );
  if (!read.ok) return read;
  const { fileLayout, fault } = read.value;
  if (fault !== null) problems.add(fault);
  if (fileLayout === null)
    return fail('fileHasErrors', `The header of ${name} cannot be read.`, problems.details());
  const notes = [
    ...table.value.notes,
    ...placeNotes(table.value, fileLayout),
    ...fileLayout.layout.notes,
    ...rowsRead.corrections.notes(),
  ];
  const message = messageOf(table.value, rowsRead.sources);
  return conclude(rowsRead, problems, { notes, name, message }, clock);
}
