import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { Column, Sort } from './table.ts';

type TableHeadProps<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly minWidth: number;
  readonly height: number;
  readonly sort: Sort | null;
  readonly onSort?: (key: string) => void;
};

/** The titles of the columns: they stay in view, and sort if possible. */
export function TableHead<Row>({ columns, minWidth, height, sort, onSort }: TableHeadProps<Row>) {
  return (
    <Box role="rowgroup" sx={{ position: 'sticky', top: 0, zIndex: 2 }} style={{ minWidth }}>
      <Box
        role="row"
        aria-rowindex={1}
        sx={{
          display: 'grid',
          gridTemplateColumns: 'var(--table-columns)',
          height,
          alignItems: 'center',
          backgroundColor: 'background.default',
          borderBottom: '1px solid',
          borderColor: 'divider',
          color: 'text.secondary',
          fontSize: 12,
          fontWeight: 500,
        }}
      >
        {columns.map(({ key, title, align = 'left', isSortable = false }) => {
          const isSorted = sort?.key === key;
          const isDescending = isSorted && sort.isDescending;
          const Arrow = isDescending ? DownIcon : UpIcon;
          return (
            <Box
              key={key}
              role="columnheader"
              {...(isSorted ? { 'aria-sort': isDescending ? 'descending' : 'ascending' } : {})}
              sx={{
                padding: '0 var(--cell-padding)',
                textAlign: align,
                whiteSpace: 'nowrap',
                overflow: 'hidden',
              }}
            >
              {isSortable && onSort !== undefined ? (
                <ButtonBase
                  onClick={() => onSort(key)}
                  sx={{ font: 'inherit', borderRadius: '4px', gap: '2px', color: 'inherit' }}
                >
                  {title}
                  <Arrow sx={{ fontSize: 14, visibility: isSorted ? 'visible' : 'hidden' }} />
                </ButtonBase>
              ) : (
                title
              )}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
