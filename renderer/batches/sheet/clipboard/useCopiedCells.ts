import type { DecimalSign } from '../../../../contract/batches/fault.ts';
import type { PayoutColumn, SheetRow, TwoReadings } from '../../../../contract/batches/sheet.ts';
import { ungroupedAmount } from '../../../../contract/money/amount.ts';
import { defuse, undefused } from '../../../../contract/text/files/defuse.ts';
import { counted } from '../../../../contract/text/numbers.ts';
import type { FillOptions } from '../fill/useCellFills.ts';
import { rangeOf, type Selection } from '../selection.ts';
import { planPaste } from './paste.ts';
import { readTsv, writeTsv } from './tsv.ts';

type CopyOptions = Pick<
  FillOptions,
  'shown' | 'rows' | 'selection' | 'layout' | 'changes' | 'showWithUndo'
> & {
  readonly act: (work: (moveTo: (next: Selection) => void) => Promise<string | void>) => void;
  /** Asks how the amounts of this paste are written. */
  readonly askDecimalSign: (text: string, doubtful: TwoReadings) => void;
};

/** Cells as text in spreadsheet format: the selected ones, and those to be written over them. */
export function useCopiedCells(options: CopyOptions) {
  const { shown, rows, selection, layout, changes, showWithUndo, act, askDecimalSign } = options;
  return {
    /** `decimalSign` is null for cells as they stand here. */
    paste: (text: string, decimalSign?: DecimalSign | null) =>
      act(async (moveTo) => {
        const cells = readTsv(text);
        const plan = planPaste(
          decimalSign === null ? cells : cells.map((row) => row.map(undefused)),
          selection,
          rows,
          layout.columns.map(({ key }) => key),
        );
        if (plan === null) return undefined;
        const reach = Math.min(plan.top + plan.changed.length, rows) - 1;
        const rowIds = reach < plan.top ? [] : await shown.readIds(plan.top, reach);
        const set = rowIds.map((rowId, index) => ({ rowId, cells: plan.changed[index] ?? {} }));
        const done = await changes.paste(set, plan.added, decimalSign);
        if (done === null) return '';
        if (done.doubtful !== null) {
          askDecimalSign(text, done.doubtful);
          return '';
        }
        moveTo(plan.selection);
        const said = [
          ...(plan.added.length > 0 ? [`${counted(plan.added.length, 'row')} added.`] : []),
          ...(plan.columnsLeftOut > 0
            ? [`${counted(plan.columnsLeftOut, 'column')} beyond the sheet not pasted.`]
            : []),
        ].join(' ');
        if (said !== '') showWithUndo(done.sheet, said);
        return undefined;
      }),
    /**
     * The selected cells for a spreadsheet, which would run a formula, `own` as they stand, and their rows. An amount that is a problem is no known
     * amount, and stays.
     */
    copyCells: async (): Promise<{ text: string; own: string; rowIds: number[] }> => {
      const { top, bottom, left, right } = rangeOf(selection);
      if (top >= rows) return { text: '', own: '', rowIds: [] };
      const found = await shown.read(top, Math.min(bottom, rows - 1));
      const copied = layout.columns.slice(left, right + 1);
      const write = (cellOf: (row: SheetRow, column: PayoutColumn) => string) =>
        writeTsv(found.map((row) => copied.map(({ key }) => cellOf(row, key))));
      return {
        text: write(({ cells, problems }, key) =>
          key === 'amount' && !problems.some(({ column }) => column === key)
            ? ungroupedAmount(cells[key])
            : defuse(cells[key]),
        ),
        own: write(({ cells }, key) => cells[key]),
        rowIds: found.map(({ rowId }) => rowId),
      };
    },
  };
}
