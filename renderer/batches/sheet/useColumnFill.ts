import { useState } from 'react';
import {
  largestSheetRows,
  type ColumnMapping,
  type PayoutColumn,
  type SheetRow,
} from '../../../contract/batches/sheet.ts';
import { columnLabel } from '../../../contract/text/columns.ts';
import { useToast } from '../../kit/messages/useToast.tsx';
import { counted } from '../../../contract/text/numbers.ts';
import { openSheet, plainView, readRowIds, readRows, useRemoveSheet } from '../../queries/sheets.ts';
import { keepMapping, type Import, type Readable } from '../new/last-imports.ts';
import type { SheetEditor } from './useSheetEditor.ts';

/** The columns that this mapping reads in addition to all previous ones; null: it reads something differently. */
export function addedColumns(before: ColumnMapping, mapping: ColumnMapping): PayoutColumn[] | null {
  if (before.some((field, place) => field !== null && field !== mapping[place])) return null;
  const added = mapping.flatMap((field, place) => (field !== null && before[place] === null ? [field] : []));
  return added.length === 0 ? null : added;
}

/**
 * Fills columns that were not imported into rows that a person has changed since: the source, which is in memory, is read again, and each row
 * is identified by its number there. Cells with content are not changed.
 */
export function useColumnFill(editor: SheetEditor) {
  const { sheet, changes, showWithUndo } = editor;
  const [isFilling, setFilling] = useState(false);
  const toast = useToast();
  const remove = useRemoveSheet(() => undefined);

  const emptyCells = async (column: PayoutColumn): Promise<Set<number>> => {
    const view = { ...plainView, filters: [{ kind: 'isEmpty' as const, column }] };
    return new Set(await readRowIds(sheet.sheetId, view, 0, largestSheetRows - 1));
  };

  const write = async (read: readonly SheetRow[], added: readonly PayoutColumn[]) => {
    await changes.settled();
    const empty = await Promise.all(added.map(emptyCells));
    const rows = read.flatMap(({ rowId, cells }) => {
      const filled = added.filter((column, index) => cells[column] !== '' && empty[index]?.has(rowId));
      if (filled.length === 0) return [];
      return [
        {
          rowId,
          cells: Object.fromEntries(filled.map((column) => [column, cells[column]])),
          was: Object.fromEntries(filled.map((column) => [column, ''])),
        },
      ];
    });
    if (rows.length === 0) {
      toast.show('There is nothing to fill in.');
      return sheet;
    }
    const done = await changes.set(rows);
    if (done !== null)
      showWithUndo(done, `${added.map(columnLabel).join(', ')} filled in ${counted(rows.length, 'row')}.`);
    return done;
  };

  /** Resolves with false if the source asks a question or returns other rows with these columns, so that they cannot be added. */
  const fill = async (
    { rows }: Import,
    source: Readable,
    mapping: ColumnMapping,
    added: readonly PayoutColumn[],
  ): Promise<boolean> => {
    setFilling(true);
    try {
      const opening = await openSheet(source, sheet.profileName, new AbortController().signal);
      if (opening.kind !== 'opened') return false;
      const { sheetId } = opening.sheet;
      const read = opening.sheet.rows === rows ? await readRows(sheetId, plainView, 0, rows - 1) : null;
      remove.mutate({ sheetId });
      if (read === null) return false;
      const written = await write(read, added);
      if (written !== null) keepMapping(sheet.sheetId, written, mapping);
    } catch (thrown) {
      toast.error(thrown);
    } finally {
      setFilling(false);
      // So that Ctrl+Z applies to the rows.
      editor.grid.current?.focus({ preventScroll: true });
    }
    return true;
  };
  return { isFilling, fill };
}
