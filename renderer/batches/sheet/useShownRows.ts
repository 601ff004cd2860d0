import { useMemo, useRef } from 'react';
import type { SheetRow } from '../../../contract/batches/sheet.ts';
import type { SheetView } from '../../../contract/batches/sheet-change.ts';
import { CallError } from '../../call-error.ts';
import { readRowIds, readRows } from '../../queries/sheets.ts';
import type { SheetChanges } from './useSheetChanges.ts';

/** In the place of the rowId of a row that is typed and not stored yet. */
export const beingSaved = -1;

/**
 * Reads rows of the view by position, as long as they are those that the person sees there, with everything that was typed before: it
 * waits until that is stored.
 */
export type ShownRows = {
  /** Tells which row the screen shows at each position; null: not loaded yet; `beingSaved`: not stored yet. */
  show(idAt: (place: number) => number | null): void;
  /** The rowIds from one position to another, inclusive. */
  readIds(from: number, to: number): Promise<number[]>;
  /** The same with their cells. */
  read(from: number, to: number): Promise<SheetRow[]>;
};

/** Another window may have added or removed a row that this one does not show yet: then nothing is changed, and a message says so. */
export function useShownRows(sheetId: string, view: SheetView, settled: SheetChanges['settled']): ShownRows {
  const shown = useRef<(place: number) => number | null>(() => null);
  return useMemo(() => {
    const check = async <Item>(
      from: number,
      to: number,
      readItems: () => Promise<Item[]>,
      idOf: (item: Item) => number,
    ): Promise<Item[]> => {
      // The rows on screen when the person acted, before the answer arrives.
      const seen = Array.from({ length: to - from + 1 }, (_, index) => shown.current(from + index));
      if (seen.includes(beingSaved))
        throw refusal('The row after the last one is still being saved, so nothing was changed.');
      if (!(await settled())) throw refusal('The last change was not saved, so nothing more was changed.');
      const found = await readItems();
      const isSeen = (item: Item, index: number) => seen[index] === null || seen[index] === idOf(item);
      if (found.length === seen.length && found.every(isSeen)) return found;
      throw refusal('The rows changed after they were shown, so nothing was changed.');
    };
    return {
      show: (idAt) => {
        shown.current = idAt;
      },
      readIds: (from, to) =>
        check(
          from,
          to,
          () => readRowIds(sheetId, view, from, to),
          (rowId) => rowId,
        ),
      read: (from, to) =>
        check(
          from,
          to,
          () => readRows(sheetId, view, from, to),
          ({ rowId }) => rowId,
        ),
    };
  }, [sheetId, view, settled]);
}

function refusal(what: string): CallError {
  return new CallError({
    code: 'inputInvalid',
    message: `${what} Check the selected rows, then try again.`,
    details: {},
  });
}
