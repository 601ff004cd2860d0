import type { Problem } from '../../../contract/errors.ts';
import { succeed } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Clock } from '../../core/ports/index.ts';
import { findTable, piecesOf } from './csv-table.ts';
import { openText } from './open-text.ts';
import type { Piece } from './table.ts';
import { isPacked, openWorkbook } from './xlsx-table.ts';

/** A file taken for a table, whatever its kind. Iterating fails by throwing a `TableFailure`. */
export type Table = {
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
  readonly notes: Problem[];
};

/** Opens a CSV or XLSX file, told apart by content; `name` is fit to be shown. Errors are `fileUnreadable` and `fileHasErrors`. */
export async function openTable(bytes: Uint8Array, name: string, clock: Clock): Promise<Result<Table>> {
  if (isPacked(bytes)) {
    const workbook = await openWorkbook(bytes, name);
    return workbook.ok ? succeed({ pieces: workbook.value, notes: [] }) : workbook;
  }
  const opened = await openText(bytes, name, clock);
  if (!opened.ok) return opened;
  const table = findTable(opened.value.bytes, opened.value.encoding, name);
  await clock.turn();
  return table.ok ? succeed({ pieces: piecesOf(table.value), notes: opened.value.notes }) : table;
}
