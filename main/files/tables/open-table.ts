import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { TablePlace } from '../../../contract/batches/sheet.ts';
import type { Clock } from '../../core/ports/index.ts';
import { findTable, piecesOf } from './csv-table.ts';
import { openText } from './open-text.ts';
import type { Table } from './table.ts';
import { openMessage } from '../messages/pain-001.ts';
import { isXml } from '../xml/xml-decoder.ts';
import type { MethodRule } from '../../../contract/batches/source.ts';
import { isPacked, openWorkbook } from './xlsx-table.ts';

/** A table in a file of any kind. */
export const anyPlace: TablePlace = { worksheet: null, headerRow: null };

/**
 * Opens a CSV or XLSX file or a pain.001, distinguished by content; `rules` choose the methods of the latter; `name` is safe to
 * show. Errors are `fileUnreadable` and `fileHasErrors`.
 */
export async function openTable(
  bytes: Uint8Array,
  name: string,
  rules: readonly MethodRule[],
  { worksheet, headerRow }: TablePlace,
  clock: Clock,
): Promise<Result<Table>> {
  if (isPacked(bytes)) return openWorkbook(bytes, name, worksheet);
  if (worksheet !== null)
    return fail('inputInvalid', `${name} is not a workbook, so it has no worksheet “${worksheet}”.`);
  if (isXml(bytes))
    return headerRow === null
      ? openMessage(bytes, name, rules)
      : fail('inputInvalid', `${name} is a payment file, so it has no header row.`);
  const opened = await openText(bytes, name, clock);
  if (!opened.ok) return opened;
  const table = findTable(opened.value.bytes, opened.value.encoding, name);
  await clock.turn();
  if (!table.ok) return table;
  const hasOpenEnd = !'\r\n"'.includes(String.fromCharCode(opened.value.bytes.at(-1) ?? 0));
  return succeed({ pieces: piecesOf(table.value), notes: opened.value.notes, hasOpenEnd });
}
