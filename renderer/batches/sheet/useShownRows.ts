import { useMemo, useRef } from 'react';
import type { SheetRow } from '../../../contract/batches/sheet.ts';
import type { SheetView } from '../../../contract/batches/sheet-change.ts';
import { CallError } from '../../call-error.ts';
import { readRowIds, readRows } from '../../queries/sheets.ts';

/** Reads rows of the view by position, as long as they are those that the person sees there. */
export type ShownRows = {
  /** Tells which row the screen shows at each position; null: not loaded yet. */
  show(idAt: (place: number) => number | null): void;
  /** The rowIds from one position to another, inclusive. */
  readIds(from: number, to: number): Promise<number[]>;
  /** The same with their cells. */
  read(from: number, to: number): Promise<SheetRow[]>;
};

/** Another window may have added or removed a row that this one does not show yet: then nothing is changed, and a message says so. */
export function useShownRows(sheetId: string, view: SheetView): ShownRows {
  const shown = useRef<(place: number) => number | null>(() => null);
  return useMemo(() => {
    const check = async <Item>(
      from: number,
      to: number,
      items: Promise<Item[]>,
      idOf: (item: Item) => number,
    ): Promise<Item[]> => {
      // The rows on screen when the person acted, before the answer arrives.
      const seen = Array.from({ length: to - from + 1 }, (_, index) => shown.current(from + index));
      const found = await items;
      const isSeen = (item: Item, index: number) => seen[index] === null || seen[index] === idOf(item);
      if (found.length === seen.length && found.every(isSeen)) return found;
      throw new CallError({
        code: 'inputInvalid',
        message:
          'The rows changed after they were shown, so nothing was changed. Check the selected rows, then try again.',
        details: {},
      });
    };
    return {
      show: (idAt) => {
        shown.current = idAt;
      },
      readIds: (from, to) => check(from, to, readRowIds(sheetId, view, from, to), (rowId) => rowId),
      read: (from, to) => check(from, to, readRows(sheetId, view, from, to), ({ rowId }) => rowId),
    };
  }, [sheetId, view]);
}
