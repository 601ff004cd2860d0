import type { PayoutColumn, SheetSummary } from '../../../../contract/batches/sheet.ts';
import type { Replacement, SheetView } from '../../../../contract/batches/sheet-change.ts';
import { columnLabel } from '../../../../contract/text/columns.ts';
import { counted } from '../../../../contract/text/numbers.ts';
import { readRowIds } from '../../../queries/sheets.ts';
import type { SheetLayout } from '../columns.ts';
import { rangeOf, type Place, type Selection } from '../selection.ts';
import type { ShownRows } from '../useShownRows.ts';
import type { Cells, SheetChanges } from '../useSheetChanges.ts';
import { planFillDown, planFillRight, planFillTo, sourcePlace, type Fill } from './plan-fill.ts';

export type FillOptions = {
  readonly sheetId: string;
  readonly view: SheetView;
  readonly shown: ShownRows;
  /** Rows of the view: no fill goes beyond them, so none adds a payout. */
  readonly rows: number;
  readonly selection: Selection;
  readonly layout: SheetLayout;
  readonly changes: SheetChanges;
  readonly setSelection: (selection: Selection) => void;
  readonly act: (work: () => Promise<void>) => void;
  readonly showWithUndo: (done: SheetSummary | null, text: string) => void;
};

type Filled = Awaited<ReturnType<SheetChanges['fill']>>;

/** Changes many cells of a view at once. Only existing rows are changed. */
export function useCellFills(options: FillOptions) {
  const { sheetId, view, shown, rows, selection, layout, changes, setSelection, act, showWithUndo } = options;
  const keysOf = (left: number, right: number): PayoutColumn[] =>
    layout.columns.slice(left, right + 1).map(({ key }) => key);
  const allRowIds = () => readRowIds(sheetId, view, 0, rows - 1);

  const fill = async (plan: Fill | null): Promise<Filled> => {
    if (plan === null) return null;
    const { source } = plan;
    const target = { ...plan.target, bottom: Math.min(plan.target.bottom, rows - 1) };
    if (target.top > target.bottom || source.top >= rows) return null;
    const targetIds = shown.readIds(target.top, target.bottom);
    const from = keysOf(source.left, source.right);
    const into = keysOf(target.left, target.right);
    const [only] = from;
    if (source.top === target.top && from.length === 1 && only !== undefined)
      return changes.fillAcross(await targetIds, only, into);
    const reading = shown.read(source.top, Math.min(source.bottom, rows - 1));
    const [rowIds, sourceRows] = await Promise.all([targetIds, reading]);
    const cellsAt = (place: number): Cells => {
      const row = sourceRows[sourcePlace(place, source.top, source.bottom) - source.top];
      const cells = into.map((column, index) => {
        const key = from[sourcePlace(target.left + index, source.left, source.right) - source.left] ?? column;
        return [column, row?.cells[key] ?? ''] as const;
      });
      return Object.fromEntries(cells);
    };
    if (source.top === source.bottom) return changes.fill(rowIds, cellsAt(target.top));
    const sheet = await changes.set(
      rowIds.map((rowId, index) => ({ rowId, cells: cellsAt(target.top + index) })),
    );
    return sheet === null ? null : { sheet, rows: rowIds.length };
  };

  /** Empties the selected columns of these rows. */
  const empty = async (rowIds: readonly number[]): Promise<void> => {
    const { left, right } = rangeOf(selection);
    if (rowIds.length > 0)
      await changes.fill(rowIds, Object.fromEntries(keysOf(left, right).map((key) => [key, ''])));
  };

  return {
    fillDown: () => act(async () => void (await fill(planFillDown(selection)))),
    fillRight: () => act(async () => void (await fill(planFillRight(selection)))),
    /** Fills from the selection to this cell, and selects both. */
    fillTo: (to: Place) =>
      act(async () => {
        const plan = planFillTo(selection, to);
        if (plan === null) return;
        const { source, target } = plan;
        setSelection({
          anchor: {
            row: Math.min(Math.max(source.bottom, target.bottom), Math.max(rows - 1, 0)),
            column: Math.max(source.right, target.right),
          },
          focus: {
            row: Math.min(source.top, target.top),
            column: Math.min(source.left, target.left),
          },
        });
        const done = await fill(plan);
        if (done !== null) showWithUndo(done.sheet, `${counted(done.rows, 'row')} filled.`);
      }),
    empty,
    /** Empties the selected cells. */
    clear: () =>
      act(async () => {
        const { top, bottom } = rangeOf(selection);
        if (top < rows) await empty(await shown.readIds(top, Math.min(bottom, rows - 1)));
      }),
    /** Writes a text into this column of every row that is shown. */
    setColumn: (column: PayoutColumn, text: string) =>
      act(async () => {
        if (rows === 0) return;
        const done = await changes.fillAll(allRowIds, { [column]: text });
        if (done !== null)
          showWithUndo(done.sheet, `${columnLabel(column)} set in ${counted(done.rows, 'row')}.`);
      }),
    /** Replaces a text in the rows that are shown. */
    replace: (wanted: Replacement) =>
      act(async () => {
        if (rows === 0) return;
        const done = await changes.replace(wanted, allRowIds);
        if (done !== null) showWithUndo(done.sheet, `Replaced in ${counted(done.rows, 'row')}.`);
      }),
  };
}
