import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RowsToSetAside } from '../../../contract/batches/set-aside.ts';
import type { PayoutColumn, SheetRow, SheetSummary, TwoReadings } from '../../../contract/batches/sheet.ts';
import type { SheetView } from '../../../contract/batches/sheet-change.ts';
import { counted, countText } from '../../../contract/text/numbers.ts';
import { useToast } from '../../kit/messages/useToast.tsx';
import { columnLabel } from '../../../contract/text/columns.ts';
import type { SheetCommand } from './held/held-keys.ts';
import { useHeldKeys } from './held/useHeldKeys.ts';
import { useCellFills } from './fill/useCellFills.ts';
import { placeIfShown, useSheetColumns } from './useSheetColumns.ts';
import { findNextProblem } from './next-problem.ts';
import { plainView, useViewCount } from '../../queries/sheets.ts';
import { keepInside, rangeOf, selectCell, type Extent, type Selection } from './selection.ts';
import { useCopiedCells } from './clipboard/useCopiedCells.ts';
import { useSheetChanges } from './useSheetChanges.ts';
import { useShownRows } from './useShownRows.ts';
import { useSheetFindings } from '../../queries/sheet-findings.ts';

/** State shared by the grid, the toolbar and the footer of one sheet. */
export type SheetEditor = ReturnType<typeof useSheetEditor>;

/** A menu or dialog over the rows; some open at the head of their column. */
type SheetPanel =
  | { readonly kind: 'column' | 'filter'; readonly column: PayoutColumn; readonly anchor: HTMLElement }
  | { readonly kind: 'setColumn'; readonly column: PayoutColumn }
  | { readonly kind: 'columns'; readonly anchor: HTMLElement }
  | { readonly kind: 'replace' }
  /** Asks how the amounts of this paste are written. */
  | { readonly kind: 'decimalSign'; readonly text: string; readonly doubtful: TwoReadings };

/** Rows per page key; the grid adjusts it to its height. */
const rowsOnScreen = 20;

/** `firstRow` is the number of the row that a person came for; null: none. */
export function useSheetEditor(sheet: SheetSummary, firstRow: number | null) {
  const { sheetId } = sheet;
  const toast = useToast();
  const [view, setView] = useState<SheetView>(plainView);
  const [start] = useState(() => selectCell({ row: Math.max(0, (firstRow ?? 1) - 1), column: 0 }));
  const [chosen, setSelection] = useState<Selection>(start);
  const { changes, isSaving, isUnsaved, ...typed } = useSheetChanges(sheetId);
  const stored = useViewCount(sheet, view);
  const findings = useSheetFindings(sheet);
  const shown = useShownRows(sheetId, view, changes.settled);
  const columns = useSheetColumns(sheet.profileName, sheet.repeats !== null);
  const { layout } = columns;
  const grid = useRef<HTMLDivElement>(null);
  const isFiltered = view.onlyProblems || view.search !== '' || view.filters.length > 0;
  const isWhole = !isFiltered && view.sort === null;
  const newRow = isWhole ? typed.newRow : null;
  const rows = newRow === null ? stored : Math.max(stored, newRow.place + 1);
  const extent = useMemo(
    (): Extent => ({ rows: rows + (isWhole ? 1 : 0), columns: layout.columns.length, rowsOnScreen }),
    [rows, isWhole, layout],
  );
  const selection = keepInside(chosen, extent);
  const { top: firstSelected, bottom: lastSelected } = rangeOf(selection);
  const selectedRows = Math.max(0, Math.min(lastSelected, stored - 1) - firstSelected + 1);

  const changeView = useCallback((change: Partial<SheetView>) => {
    // Changed rows keep their place until the view is requested again, through this.
    setView((sofar) => ({ ...sofar, ...change, pass: Math.max(Date.now(), (sofar.pass ?? 0) + 1) }));
    setSelection(({ focus }) => selectCell({ row: 0, column: focus.column }));
  }, []);

  /** The selected rows, that which is typed after the last one included; the empty one after it has no rowId. */
  const selectedRowIds = useCallback(async (): Promise<number[]> => {
    const { top, bottom } = rangeOf(selection);
    return top >= rows ? [] : shown.readIds(top, Math.min(bottom, rows - 1));
  }, [selection, shown, rows]);

  const { held, isHolding, during } = useHeldKeys();

  /**
   * Changes rows or moves the selection while input is buffered; `moveTo` moves it, unless the person has clicked elsewhere.
   * The work returns a text, which may be empty, if the selection did not reach its target.
   */
  const act = (work: (moveTo: (next: Selection) => void) => Promise<string | void>): void =>
    during((isElsewhere) =>
      work((next) => {
        // The rows that it is a place in reach the screen by a timer that was set before this one: it would follow a row that moves.
        setTimeout(() => {
          if (!isElsewhere()) setSelection(next);
        });
      }),
    );

  const addRow = () =>
    act(async (moveTo) => {
      if (!isWhole) changeView(plainView);
      const rowIds = isWhole && selection.focus.row < rows ? await selectedRowIds() : [];
      const afterRowId = rowIds.at(-1);
      if (afterRowId === undefined) {
        const added = await changes.append([{}]);
        if (added === null) return '';
        moveTo(selectCell({ row: added.rows - 1, column: 0 }));
        return undefined;
      }
      if ((await changes.insertAfter(afterRowId)) === null) return '';
      moveTo(selectCell({ row: rangeOf(selection).bottom + 1, column: 0 }));
      return undefined;
    });

  const duplicate = () =>
    act(async () => {
      const rowIds = await selectedRowIds();
      if (rowIds.length === 0) return;
      showWithUndo(await changes.duplicate(rowIds), `${counted(rowIds.length, 'row')} added.`);
    });

  const remove = () =>
    act(async (moveTo) => {
      const rowIds = await selectedRowIds();
      if (rowIds.length === 0) return undefined;
      const removed = await changes.remove(rowIds);
      if (removed === null) return '';
      moveTo(selectCell({ row: rangeOf(selection).top, column: selection.focus.column }));
      showWithUndo(removed, `${counted(rowIds.length, 'row')} removed.`);
      return undefined;
    });

  const removeRow = ({ rowId, rowNumber }: Pick<SheetRow, 'rowId' | 'rowNumber'>) =>
    act(async () => {
      showWithUndo(await changes.remove([rowId]), `Row ${countText(rowNumber)} removed.`);
    });

  const closeToast = useRef<() => void>(() => undefined);
  // Its Undo is for these rows: it disappears with them, however recently it was shown.
  useEffect(() => () => closeToast.current(), []);
  /** Shows what was done, with a button that undoes just that; where nothing was changed it would undo an earlier change. */
  const showWithUndo = (done: SheetSummary | null, text: string): void => {
    if (done === null) return;
    const corrections = changes.correctionsOf(done.version);
    const undo = { label: 'Undo', onClick: () => void changes.undoOnly(done.version) };
    const said = `${text} ${corrections ?? ''}`.trim();
    closeToast.current = toast.show(said, corrections === null ? undefined : undo);
  };

  const putAside = async (wanted: RowsToSetAside): Promise<void> => {
    const done = await changes.setAside(wanted);
    if (done !== null) showWithUndo(done.sheet, `${counted(done.rows, 'row')} set aside.`);
  };
  const setProblemsAside = () =>
    act(async () => {
      // They may be set aside already: the button was pressed twice.
      await changes.settled();
      if (changes.mayHaveProblems()) await putAside({ kind: 'problems' });
    });
  const setSelectedAside = () =>
    act(async (moveTo) => {
      const rowIds = await selectedRowIds();
      if (rowIds.length === 0) return;
      await putAside({ kind: 'rows', rowIds });
      moveTo(selectCell({ row: rangeOf(selection).top, column: selection.focus.column }));
    });

  /** Applies the suggestion to every cell of the column with this problem. */
  const acceptLike = (column: PayoutColumn, fault: string) =>
    act(async () => {
      const done = await changes.useSuggestions(column, fault);
      if (done !== null) showWithUndo(done.sheet, `${counted(done.rows, 'cell')} corrected.`);
    });

  const turn = (way: 'undo' | 'redo') => {
    // The message about the undone change no longer applies.
    closeToast.current();
    act(async () => {
      // A change that is still being saved can be undone too.
      await changes.settled();
      if (changes.canTurn(way)) return (await changes[way]()) === null ? '' : undefined;
      toast.show(`There is nothing to ${way}.`);
      return undefined;
    });
  };

  const [panel, openPanel] = useState<SheetPanel | null>(null);
  const goToNextProblem = () => {
    // A cell being edited is saved first; input from now on is for the cell with the problem.
    grid.current?.focus({ preventScroll: true });
    run('nextProblem');
  };
  const moveToNextProblem = async (moveTo: (next: Selection) => void): Promise<string | undefined> => {
    const columnsShown = layout.columns.map(({ key }) => key);
    const order = [...columnsShown, ...layout.hidden];
    await changes.settled();
    const sought = { order, read: shown.read };
    const find = () => findNextProblem(sheetId, view, selection.focus, rows, sought);
    let place = await find();
    if (place === null && (isSaving || !findings.isCurrent)) {
      await findings.search();
      place = await find();
    }
    if (place === null) return 'No problem or finding is left in these rows.';
    const hidden = place.column < columnsShown.length ? undefined : order[place.column];
    if (hidden !== undefined) {
      columns.setShown(hidden, true);
      toast.show(`${columnLabel(hidden)} is shown again: a cell of it has a problem.`);
    }
    moveTo(
      selectCell({
        row: place.row,
        column: hidden === undefined ? place.column : placeIfShown(columns.all, hidden),
      }),
    );
    return undefined;
  };

  const commands: Readonly<Record<SheetCommand, () => void>> = {
    nextProblem: () => act(moveToNextProblem),
    addRow,
    duplicate,
    remove,
    setSelectedAside,
    setProblemsAside,
    undo: () => turn('undo'),
    redo: () => turn('redo'),
  };
  const run = (name: SheetCommand) => held.inTurn({ kind: 'command', name }, commands[name]);

  const common = { shown, rows, selection, layout, changes, act, showWithUndo };
  const fills = useCellFills({ ...common, sheetId, view, setSelection });
  const copies = useCopiedCells({
    ...common,
    askDecimalSign: (text, doubtful) => openPanel({ kind: 'decimalSign', text, doubtful }),
  });

  return {
    sheet,
    view,
    showRows: shown.show,
    columns,
    layout,
    /** The focused element while a person works in the rows. */
    grid,
    ...fills,
    ...copies,
    /** The menu or dialog that is open over the rows. */
    panel,
    openPanel,
    closePanel: () => {
      openPanel(null);
      grid.current?.focus({ preventScroll: true });
    },
    isFiltered,
    changeView,
    findings,
    /** Stored rows of this view, without the row after the last one. */
    stored,
    /** Rows that are shown, without the row after the last one. */
    rows,
    hasNewRow: isWhole,
    newRow,
    extent,
    selection,
    /** Whether a person went to the cell that the keyboard is in. */
    isCellChosen: firstRow !== null || chosen !== start,
    /** How many stored rows the selection covers. */
    selectedRows,
    setSelection,
    changes,
    isSaving: isSaving || isHolding,
    isUnsaved,
    held,
    act,
    showWithUndo,
    removeRow,
    acceptLike,
    /** What keys do at once, with the rows that are selected then. */
    commands,
    /** The same for a button: in turn, after the keys that were pressed before it. */
    run,
    /** Goes to the next problem once everything before it is done. */
    goToNextProblem,
  };
}
