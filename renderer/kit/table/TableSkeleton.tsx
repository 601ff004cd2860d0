import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

const shownRows = 8;

/** Placeholders for rows that are not loaded yet. */
export function TableSkeleton({
  columns,
  rowHeight,
}: {
  readonly columns: number;
  readonly rowHeight: number;
}) {
  return (
    <Box aria-hidden>
      {Array.from({ length: shownRows }, (_, row) => (
        <Box
          key={row}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'var(--table-columns)',
            alignItems: 'center',
            height: rowHeight,
          }}
        >
          {Array.from({ length: columns }, (_cell, column) => (
            <Skeleton key={column} sx={{ margin: '0 12px', maxWidth: 120 }} />
          ))}
        </Box>
      ))}
    </Box>
  );
}
