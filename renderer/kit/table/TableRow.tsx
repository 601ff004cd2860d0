import { styled } from '@mui/material/styles';
import { rowOnPaper, type Column } from './table.ts';

const Line = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 0,
  left: 0,
  width: '100%',
  display: 'grid',
  gridTemplateColumns: 'var(--table-columns)',
  alignItems: 'center',
  boxSizing: 'border-box',
  borderBottom: `1px solid ${theme.vars?.palette.hairline}`,
  '&[data-opens="true"]': { cursor: 'pointer' },
  '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
  '&[aria-selected="true"]': { backgroundColor: theme.vars?.palette.action.selected },
  '@media print': rowOnPaper,
  '[role="grid"]:focus-visible &[data-active="true"]': {
    outline: `2px solid ${theme.vars?.palette.primary.main}`,
    outlineOffset: -2,
  },
}));

const Cell = styled('div')({
  padding: '0 var(--cell-padding)',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  // A figure is never truncated: if too wide, it extends into the space on its left.
  '&[data-align="right"]': { display: 'flex', justifyContent: 'flex-end', overflow: 'visible' },
});

type TableRowProps<Row> = {
  readonly id: string;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly start: number;
  readonly height: number;
  readonly rowIndex: number;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onActive: () => void;
};

/** One row of a table. Controls inside it keep their own meaning. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { id, row, columns, start, height, rowIndex, isSelected, isActive, onOpen, onActive } = props;
  return (
    <Line
      id={id}
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      data-active={isActive}
      data-opens={onOpen !== undefined}
      style={{ height, transform: `translateY(${start}px)` }}
      onMouseOver={({ target }) => {
        if (target instanceof Element) showFullText(target.closest<HTMLElement>('[role=gridcell]'));
      }}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('button, a, input, label') !== null) return;
        onActive();
        onOpen?.(row);
      }}
    >
      {columns.map(({ key, align = 'left', text, render = text }) => (
        // A name in Arabic or Hebrew begins at its right: where it is too long, its end is cut, not its beginning.
        <Cell key={key} role="gridcell" data-align={align} {...(align === 'left' ? { dir: 'auto' } : {})}>
          {render?.(row)}
        </Cell>
      ))}
    </Line>
  );
}

/** The complete text of a truncated cell, on hover. */
function showFullText(cell: HTMLElement | null): void {
  if (cell === null) return;
  const title = cell.scrollWidth > cell.clientWidth ? cell.innerText : '';
  if (cell.title !== title) cell.title = title;
}
