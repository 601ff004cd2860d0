import { faultText } from '../../../../contract/text/files/fault-text.ts';
import { amountIn } from '../../../../contract/text/numbers.ts';
import { memo } from 'react';
import type { CellProblem, PayoutColumn, RowFinding, SheetRow } from '../../../../contract/batches/sheet.ts';
import { figureSize, rowNumberWidth, type SheetLayout } from '../columns.ts';
import { columnLabel } from '../../../../contract/text/columns.ts';

/** The ID of the cell with the keyboard. Only that one has an ID, because IDs of all cells would change with every scroll. */
export const cellId = (row: number, column: number) => `sheet-${row}-${column}`;

const numberStyle = { width: rowNumberWidth };

type Props = {
  readonly layout: SheetLayout;
  /** Null while the row is not read yet. */
  readonly row: SheetRow | null;
  /** Whether this is the row after the last one, into which the next payout is typed. */
  readonly isNew: boolean;
  readonly place: number;
  readonly top: number;
  /** Selected columns, inclusive; -1: none. */
  readonly left: number;
  readonly right: number;
  /** Columns that the handle is being dragged over. */
  readonly fillLeft: number;
  readonly fillRight: number;
  /** The column at whose end the handle of the selection is; -1: it is in another row. */
  readonly handle: number;
  /** The column that the keyboard is in; -1: it is in another row. */
  readonly active: number;
};

/** One row of the sheet. Its props are plain values, so that it is rendered again only if it changed. */
export const SheetGridRow = memo(function SheetGridRow(props: Props) {
  const { layout, row, isNew, place, top, left, right, active } = props;
  const isOfRow = ({ column }: { readonly column: PayoutColumn | null }) =>
    column === null || layout.hidden.includes(column);
  const rowProblem = row?.problems.find(isOfRow);
  const rowFindings = row?.findings.filter(isOfRow) ?? [];
  const rowMark =
    rowProblem !== undefined ? ' isProblem' : rowFindings.length > 0 ? findingMark(rowFindings) : '';
  const isSelected = left !== -1;
  const isWaiting = row === null && !isNew;
  return (
    <div
      role="row"
      className={isWaiting ? 'row isWaiting' : 'row'}
      aria-rowindex={place + 2}
      data-row={place}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        data-column={-1}
        className={`cell number${isSelected ? ' isSelected' : ''}${rowMark}`}
        style={numberStyle}
        title={rowText(rowProblem, rowFindings)}
      >
        {isNew ? '+' : (row?.rowNumber ?? place + 1)}
      </div>
      {layout.columns.map((column, index) => {
        const isProblem = row?.problems.some((problem) => problem.column === column.key) ?? false;
        const ofCell = row?.findings.filter(({ column: at }) => at === column.key) ?? [];
        const isIn = index >= left && index <= right;
        const isHint = row === null && isNew && index === 0;
        let classes = index === 0 ? 'cell isFrozen' : 'cell';
        if (column.isNumeric) classes += ' isNumeric';
        if (column.isMonospaced) classes += ' isMonospaced';
        if (isProblem) classes += ' isProblem';
        else if (ofCell.length > 0) classes += findingMark(ofCell);
        if (isIn) classes += ' isSelected';
        if (index === active) classes += ' isActive';
        if (index >= props.fillLeft && index <= props.fillRight) classes += ' isFilling';
        if (isHint) classes += ' isHint';
        if (index === props.handle) classes += ' hasHandle';
        const text = shownText(row, column.key);
        const size = column.isNumeric ? figureSize(text, column.width, isProblem) : null;
        return (
          <div
            key={column.key}
            role="gridcell"
            id={index === active ? cellId(place, index) : undefined}
            aria-colindex={index + 2}
            aria-selected={isIn}
            aria-invalid={isProblem || undefined}
            data-column={index}
            // A name in Arabic or Hebrew begins at its right: where it is too long, its end is cut, not its beginning.
            {...(column.isNumeric ? {} : { dir: 'auto' })}
            className={classes}
            style={size === null ? column.style : { ...column.style, fontSize: size }}
          >
            {column.key === 'amount' && row !== null && row.lastMoney !== null && (
              <span className="before">{lastText(row)}</span>
            )}
            {isHint ? 'type or paste' : text}
            {index === props.handle && <span className="handle" data-handle aria-hidden />}
          </div>
        );
      })}
    </div>
  );
});

const plainAmount = /^\d+(\.\d+)?$/;

/** A plain amount is written as everywhere else, so that amounts below each other line up; everything else is shown unchanged. */
function shownText(row: SheetRow | null, column: PayoutColumn): string {
  const text = row?.cells[column] ?? '';
  return row !== null && column === 'amount' && plainAmount.test(text)
    ? amountIn(text, row.cells.currencyCode)
    : text;
}

/** What the row of the earlier batch paid, with its currency if that is different now. */
function lastText({ lastMoney, cells }: SheetRow): string {
  if (lastMoney === null) return '';
  const { amount, currencyCode } = lastMoney;
  const before = `was ${amountIn(amount, currencyCode)} `;
  return currencyCode === cells.currencyCode ? before : `${before}${currencyCode} `;
}

/** How findings are marked: by the most serious of them. */
function findingMark(findings: readonly RowFinding[]): string {
  return findings.some(({ level }) => level !== 'info') ? ' isFinding' : ' isInformed';
}

/** The problems or findings of the whole row, or of a hidden cell in it. */
function rowText(problem: CellProblem | undefined, findings: readonly RowFinding[]): string | undefined {
  const texts = [
    ...(problem === undefined ? [] : [withColumn(problem.column, faultText(problem.fault).message)]),
    ...findings.map(({ column, message }) => withColumn(column, message)),
  ];
  return texts.length === 0 ? undefined : texts.join('\n');
}

function withColumn(column: PayoutColumn | null, message: string): string {
  return column === null ? message : `${columnLabel(column)} (hidden): ${message}`;
}
