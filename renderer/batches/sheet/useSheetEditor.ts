import { useCallback, useMemo, useRef, useState } from 'react';
import type { RowsToSetAside } from '../../../contract/batches/set-aside.ts';
import type { SheetSummary, SheetView } from '../../../contract/batches/sheet.ts';
import { counted } from '../../../contract/text/numbers.ts';
import { appErrorOf } from '../../call-error.ts';
import { useToast } from '../../kit/messages/useToast.tsx';
import { sheetColumns } from './columns.ts';
import { findNextProblem } from './next-problem.ts';
import { plainView, readRowIds, readRows, useViewCount } from '../../queries/sheets.ts';
import { keepInside, rangeOf, selectCell, type Extent, type Selection } from './selection.ts';
import { planPaste } from './clipboard/paste.ts';
import { readTsv, writeTsv } from './clipboard/tsv.ts';
import { useSheetChanges, type Cells } from './useSheetChanges.ts';
import { useSheetFindings } from '../../queries/sheet-findings.ts';

/** Everything that the grid, the toolbar and the footer of one sheet share. */
export type SheetEditor = ReturnType<typeof useSheetEditor>;

/** Rows that a page key moves by; the grid corrects it to what its height shows. */
const rowsOnScreen = 20;

/** `firstRow` is the number of the row that is selected first. */
export function useSheetEditor(sheet: SheetSummary, firstRow = 1) {
  const { sheetId } = sheet;
  const toast = useToast();
  const [view, setView] = useState<SheetView>(plainView);
  const [chosen, setSelection] = useState<Selection>(() =>
    selectCell({ row: Math.max(0, firstRow - 1), column: 0 }),
  );
  const { changes, newRow, isSaving } = useSheetChanges(sheetId);
  const stored = useViewCount(sheet, view);
  const findings = useSheetFindings(sheet);
  const isWhole = !view.onlyProblems && view.search === '' && view.sort === null;
  const rows = isWhole && newRow !== null ? Math.max(stored, newRow.place + 1) : stored;
  const extent = useMemo(
    (): Extent => ({ rows: rows + (isWhole ? 1 : 0), columns: sheetColumns.length, rowsOnScreen }),
    [rows, isWhole],
  );
  const selection = keepInside(chosen, extent);

  const { top: firstSelected, bottom: lastSelected } = rangeOf(selection);
  const selectedRows = Math.max(0, Math.min(lastSelected, stored - 1) - firstSelected + 1);

  const changeView = useCallback((change: Partial<SheetView>) => {
    // Rows that were fixed stay in a view of problems until it is asked for again.
    setView((sofar) => ({
      ...sofar,
      ...change,
      pass: change.onlyProblems === undefined ? sofar.pass : (sofar.pass ?? 0) + 1,
    }));
    setSelection(({ focus }) => selectCell({ row: 0, column: focus.column }));
  }, []);

  /** The rowIds of the selected rows; the row after the last one has none. */
  const selectedRowIds = useCallback(async (): Promise<number[]> => {
    const { top, bottom } = rangeOf(selection);
    if (top >= stored) return [];
    return readRowIds(sheetId, view, top, Math.min(bottom, stored - 1));
  }, [selection, sheetId, stored, view]);

  const act = useCallback(
    (work: () => Promise<void>) => {
      work().catch((thrown: unknown) => toast.error(appErrorOf(thrown)));
    },
    [toast],
  );

  const clear = () =>
    act(async () => {
      const { left, right } = rangeOf(selection);
      const cells: Cells = Object.fromEntries(
        sheetColumns.slice(left, right + 1).map(({ key }) => [key, '']),
      );
      const rowIds = await selectedRowIds();
      if (rowIds.length > 0) await changes.set(rowIds.map((rowId) => ({ rowId, cells })));
    });

  /** Moves the selection after a change, unless the person has moved it while the change was on its way. */
  const moveTo = (next: Selection) => setSelection((now) => (now === chosen ? next : now));

  const paste = (text: string) =>
    act(async () => {
      const plan = planPaste(readTsv(text), selection, stored);
      if (plan === null) return;
      const reach = Math.min(plan.top + plan.changed.length, stored) - 1;
      const rowIds = reach < plan.top ? [] : await readRowIds(sheetId, view, plan.top, reach);
      if (rowIds.length > 0)
        await changes.set(rowIds.map((rowId, index) => ({ rowId, cells: plan.changed[index] ?? {} })));
      if (plan.added.length > 0) await changes.append(plan.added);
      moveTo(plan.selection);
      if (plan.columnsLeftOut > 0)
        toast.say(`${plan.columnsLeftOut} columns beyond the sheet were left out.`);
    });

  /** The selected cells as a spreadsheet takes them. */
  const copyText = async (): Promise<string> => {
    const { top, bottom, left, right } = rangeOf(selection);
    if (top >= stored) return '';
    const found = await readRows(sheetId, view, top, Math.min(bottom, stored - 1));
    const columns = sheetColumns.slice(left, right + 1);
    return writeTsv(found.map((row) => columns.map(({ key }) => row.cells[key])));
  };

  const addRow = () =>
    act(async () => {
      if (!isWhole) changeView(plainView);
      const rowIds = isWhole && selection.focus.row < stored ? await selectedRowIds() : [];
      const afterRowId = rowIds.at(-1);
      if (afterRowId === undefined) {
        await changes.append([{}]);
        (isWhole ? moveTo : setSelection)(selectCell({ row: stored, column: 0 }));
        return;
      }
      await changes.insertAfter(afterRowId);
      moveTo(selectCell({ row: rangeOf(selection).bottom + 1, column: 0 }));
    });

  const duplicate = () =>
    act(async () => {
      const rowIds = await selectedRowIds();
      if (rowIds.length === 0) return;
      sayWithUndo(await changes.duplicate(rowIds), `${counted(rowIds.length, 'row')} added.`);
    });

  const remove = () =>
    act(async () => {
      const rowIds = await selectedRowIds();
      if (rowIds.length === 0) return;
      const removed = await changes.remove(rowIds);
      moveTo(selectCell({ row: rangeOf(selection).top, column: selection.focus.column }));
      sayWithUndo(removed, `${counted(rowIds.length, 'row')} removed.`);
    });

  const removeRow = (rowNumber: number) =>
    act(async () => {
      const rowIds = await readRowIds(sheetId, plainView, rowNumber - 1, rowNumber - 1);
      if (rowIds.length > 0) sayWithUndo(await changes.remove(rowIds), `Row ${rowNumber} removed.`);
    });

  /** Says what was done, with a way to undo just that. */
  const sayWithUndo = (done: SheetSummary | null, text: string): void => {
    if (done === null) return;
    toast.say(text, { label: 'Undo', onClick: () => void changes.undoOnly(done.version) });
  };

  const putAside = async (wanted: RowsToSetAside): Promise<void> => {
    const done = await changes.setAside(wanted);
    if (done !== null) sayWithUndo(done.sheet, `${counted(done.rows, 'row')} set aside.`);
  };
  const setProblemsAside = () => act(() => putAside({ kind: 'problems' }));
  const setSelectedAside = () =>
    act(async () => {
      const rowIds = await selectedRowIds();
      if (rowIds.length === 0) return;
      await putAside({ kind: 'rows', rowIds });
      moveTo(selectCell({ row: rangeOf(selection).top, column: selection.focus.column }));
    });

  const turn = (way: 'undo' | 'redo') => {
    // A change that is still on its way can be taken back too.
    if (sheet[way] === null && !isSaving) toast.say(`There is nothing to ${way}.`);
    else void changes[way]();
  };

  const isMoving = useRef(false);
  const goToNextProblem = () =>
    act(async () => {
      isMoving.current = true;
      try {
        const place = await findNextProblem(sheetId, view, selection.focus, stored);
        if (place === null) toast.say('No problem or finding is left in these rows.');
        else setSelection(selectCell(place));
      } finally {
        isMoving.current = false;
      }
    });

  return {
    sheet,
    view,
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
    /** How many stored rows the selection covers. */
    selectedRows,
    setSelection,
    changes,
    isSaving,
    clear,
    paste,
    copyText,
    addRow,
    duplicate,
    remove,
    removeRow,
    setProblemsAside,
    setSelectedAside,
    undo: () => turn('undo'),
    redo: () => turn('redo'),
    goToNextProblem,
    /** Whether the selection is about to move; until then what is typed would land in the cell that is left. */
    isMoving: () => isMoving.current,
  };
}
