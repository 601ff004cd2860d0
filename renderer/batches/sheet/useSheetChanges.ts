import type { DecimalSign } from '../../../contract/batches/fault.ts';
import type { CodeCorrection } from '../../../contract/batches/file-note.ts';
import { useMemo, useRef, useState } from 'react';
import { correctionsText } from '../../../contract/batches/corrections.ts';
import type { RowsToSetAside } from '../../../contract/batches/set-aside.ts';
import type { PayoutColumn, SheetSummary, TwoReadings } from '../../../contract/batches/sheet.ts';
import type { Replacement, SheetChange } from '../../../contract/batches/sheet-change.ts';

import { useToast } from '../../kit/messages/useToast.tsx';
import {
  changeSheet,
  readSheet,
  redoChange,
  setAside,
  undoChange,
  useSheetCache,
} from '../../queries/sheets.ts';

export type Cells = Partial<Record<PayoutColumn, string>>;
/** New values for cells of a row; `was`: only if they still have the value that a person saw. */
type ChangedRow = { readonly rowId: number; readonly cells: Cells; readonly was?: Cells };

type Changed = {
  readonly sheet: SheetSummary;
  readonly rowIds: number[];
  readonly rows: number;
  readonly corrections: readonly CodeCorrection[];
  readonly doubtful?: TwoReadings | undefined;
};

/** The row after the last one, which is created as soon as something is typed into it, until it was read with the others. `rowId`: null until then. */
type NewRow = {
  readonly id: number;
  readonly rowId: number | null;
  readonly place: number;
  readonly cells: Cells;
};

/** The sheet after a change; null if it failed, which is reported. */
type Outcome = Promise<SheetSummary | null>;

/** Also returns how many rows a change touched. */
type Counted = Promise<{ readonly sheet: SheetSummary; readonly rows: number } | null>;

export type SheetChanges = {
  /** Sets the same cells in each of these rows. */
  fill(rowIds: readonly number[], cells: Cells): Counted;
  /** The same, where reading the rows is part of the change, which is being saved from the beginning. */
  fillAll(rowIds: () => Promise<number[]>, cells: Cells): Counted;
  /** Copies one column over others. */
  fillAcross(rowIds: readonly number[], from: PayoutColumn, columns: readonly PayoutColumn[]): Counted;
  /** Replaces a text; reading the rows is part of the change. */
  replace(wanted: Replacement, rowIds: () => Promise<number[]>): Counted;
  /** Applies the suggestion to every cell of the column with this problem. */
  useSuggestions(column: PayoutColumn, fault: string): Counted;
  /** Sets cells of rows, each amount as it stands. */
  set(rows: readonly ChangedRow[]): Outcome;
  /** Sets cells, and adds rows after the last one, as one step; or asks about an amount, and changes nothing. */
  paste(
    rows: readonly ChangedRow[],
    added: readonly Cells[],
    decimalSign: DecimalSign | null | undefined,
  ): Promise<{ readonly sheet: SheetSummary; readonly doubtful: TwoReadings | null } | null>;
  /** Saves a cell of the row after the last one; the first such cell creates the row. `newRowId`: the new row that the cell was opened in; null: none yet. */
  setInNewRow(place: number, cells: Cells, newRowId: number | null): Outcome;
  append(rows: readonly Cells[]): Outcome;
  insertAfter(rowId: number | null): Outcome;
  duplicate(rowIds: readonly number[]): Outcome;
  remove(rowIds: readonly number[]): Outcome;
  setAside(rows: RowsToSetAside): Counted;
  /** Undoes a change, unless another came after it. */
  undoOnly(version: number): Outcome;
  undo(): Outcome;
  redo(): Outcome;
  /** Whether the newest sheet that is known, which may not be on screen yet, has a change to undo or redo. */
  canTurn(way: 'undo' | 'redo'): boolean;
  /** Whether it has a row with a problem, as far as is known. */
  mayHaveProblems(): boolean;
  /** Which codes the change that led to this version corrected, in words; empty: none; null: the last call changed nothing. */
  correctionsOf(version: number): string | null;
  /** Resolves once every change so far is stored or has failed; false if the last one failed. */
  settled(): Promise<boolean>;
};

/**
 * Changes a sheet: one change after the other, each shown at once and confirmed by the program's answer. If a change fails, the error is
 * shown and the sheet is read again, so that the screen never keeps unsaved data; as long as it cannot be read, the screen says so.
 */
export function useSheetChanges(sheetId: string): {
  changes: SheetChanges;
  newRow: NewRow | null;
  isSaving: boolean;
  /** The rows on the screen may hold changes that are not stored. */
  isUnsaved: boolean;
} {
  const cache = useSheetCache(sheetId);
  const toast = useToast();
  const [newRow, setNewRow] = useState<NewRow | null>(null);
  const [waiting, setWaiting] = useState(0);
  const [isUnsaved, setUnsaved] = useState(false);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const inLine = useRef(0);
  const corrected = useRef<{ version: number | null; text: string }>({ version: null, text: '' });
  const newRowIds = useRef(0);
  const madeRow = useRef<{ id: number; rowId: number } | null>(null);

  const changes = useMemo((): SheetChanges => {
    const inTurn = (work: () => Promise<Changed>): Outcome => {
      inLine.current += 1;
      setWaiting(inLine.current);
      const before = line.current;
      const turn = (async () => {
        await before;
        let outcome: SheetSummary | null = null;
        try {
          const { sheet, rows, corrections } = await work();
          cache.take(sheet);
          outcome = sheet;
          corrected.current = {
            version: rows === 0 ? null : sheet.version,
            text: correctionsText(corrections),
          };
          if (corrections.length > 0) toast.show(corrected.current.text);
        } catch (thrown) {
          setNewRow(null);
          setUnsaved(true);
          toast.error(thrown);
        }
        inLine.current -= 1;
        setWaiting(inLine.current);
        return outcome;
      })();
      line.current = turn;
      return readAfter(turn);
    };
    // A caller that waits for a change continues once its rows are on screen; the next change does not wait for that.
    const readAfter = async (turn: Outcome): Outcome => {
      const outcome = await turn;
      if (inLine.current > 0) return outcome;
      cache.endEcho();
      if (await cache.readAgain()) {
        setUnsaved(false);
        // The row that was typed is among those read, which reach the screen by a timer that was set before this one.
        setTimeout(() => {
          if (line.current === turn) setNewRow(null);
        });
      }
      return outcome;
    };
    const change = (wanted: SheetChange) => changeSheet(sheetId, wanted);
    const apart = (work: () => Promise<Changed>) =>
      inTurn(() => {
        madeRow.current = null;
        return work();
      });
    const setAndAdd = (
      rows: readonly ChangedRow[],
      added: readonly Cells[],
      decimalSign?: DecimalSign | null,
    ): Promise<Changed> =>
      change({
        kind: 'set',
        rows: [...rows],
        ...(added.length === 0 ? {} : { added: [...added] }),
        ...(decimalSign === undefined ? {} : { decimalSign }),
      });
    const counted = async (work: () => Promise<Changed>): Counted => {
      let rows = 0;
      const sheet = await apart(async () => {
        const done = await work();
        rows = done.rows;
        return done;
      });
      return sheet === null ? null : { sheet, rows };
    };
    return {
      fill: (rowIds, cells) => {
        cache.echo(new Map(rowIds.map((rowId) => [rowId, cells])));
        return counted(() => change({ kind: 'fill', rowIds: [...rowIds], cells }));
      },
      fillAll: (rowIds, cells) =>
        counted(async () => change({ kind: 'fill', rowIds: await rowIds(), cells })),
      fillAcross: (rowIds, from, columns) =>
        counted(() => change({ kind: 'fillAcross', rowIds: [...rowIds], from, columns: [...columns] })),
      replace: (wanted, rowIds) =>
        counted(async () => change({ kind: 'replace', ...wanted, rowIds: await rowIds() })),
      useSuggestions: (column, fault) => counted(() => change({ kind: 'useSuggestions', column, fault })),
      set: (rows) => {
        cache.echo(new Map(rows.map(({ rowId, cells }) => [rowId, cells])));
        return inTurn(() => setAndAdd(rows, [], null));
      },
      paste: async (rows, added, decimalSign) => {
        let doubtful: TwoReadings | null = null;
        cache.echo(new Map(rows.map(({ rowId, cells }) => [rowId, cells])));
        const sheet = await (added.length === 0 ? inTurn : apart)(async () => {
          const done = await setAndAdd(rows, added, decimalSign);
          doubtful = done.doubtful ?? null;
          return done;
        });
        return sheet === null ? null : { sheet, doubtful };
      },
      setInNewRow: (place, cells, newRowId) => {
        const id = newRowId ?? (newRowIds.current += 1);
        setNewRow((sofar) => ({
          id,
          rowId: madeRow.current?.id === id ? madeRow.current.rowId : null,
          place,
          cells: sofar?.id === id ? { ...sofar.cells, ...cells } : cells,
        }));
        if (madeRow.current?.id === id) cache.echo(new Map([[madeRow.current.rowId, cells]]));
        return inTurn(async () => {
          if (madeRow.current?.id === id) return setAndAdd([{ rowId: madeRow.current.rowId, cells }], []);
          const made = await setAndAdd([], [cells]);
          const rowId = made.rowIds[0];
          madeRow.current = rowId === undefined ? null : { id, rowId };
          setNewRow((sofar) => (sofar?.id === id ? { ...sofar, rowId: rowId ?? null } : sofar));
          return made;
        });
      },
      append: (rows) => apart(() => setAndAdd([], rows)),
      insertAfter: (afterRowId) => apart(() => change({ kind: 'insert', afterRowId, rows: [{}] })),
      duplicate: (rowIds) => apart(() => change({ kind: 'duplicate', rowIds: [...rowIds] })),
      remove: (rowIds) => apart(() => change({ kind: 'remove', rowIds: [...rowIds] })),
      setAside: (wanted) =>
        counted(async () => {
          const done = await setAside(sheetId, wanted);
          return { sheet: done.sheet, rowIds: [], rows: done.rows, corrections: [] };
        }),
      undoOnly: (version) =>
        apart(async () => {
          const sheet = await readSheet(sheetId);
          if (sheet.version === version) return undoChange(sheetId);
          toast.show('The rows have changed since. Use Undo above the rows.');
          return { sheet, rowIds: [], rows: 0, corrections: [] };
        }),
      undo: () => apart(() => undoChange(sheetId)),
      redo: () => apart(() => redoChange(sheetId)),
      mayHaveProblems: () => cache.newest()?.problemRows !== 0,
      canTurn: (way) => (cache.newest()?.[way] ?? null) !== null,
      correctionsOf: (version) => (corrected.current.version === version ? corrected.current.text : null),
      settled: async () => {
        const isWaiting = inLine.current > 0;
        return (await line.current) !== null || !isWaiting;
      },
    };
  }, [cache, sheetId, toast]);

  return { changes, newRow, isSaving: waiting > 0, isUnsaved };
}
