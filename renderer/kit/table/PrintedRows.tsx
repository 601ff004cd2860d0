import Box from '@mui/material/Box';
import { countText } from '../../../contract/text/numbers.ts';

type PrintedRowsProps = {
  /** The places of the first and last row that are on the page, from 0. */
  readonly first: number;
  readonly last: number;
  /** How many rows the list has. */
  readonly rows: number;
};

/** Says on paper which rows are on it: only those around the screen are on the page. */
export function PrintedRows({ first, last, rows }: PrintedRowsProps) {
  if (last - first + 1 >= rows) return null;
  return (
    <Box sx={{ display: 'none', paddingTop: 1, '@media print': { display: 'block' } }}>
      Only rows {countText(first + 1)} to {countText(last + 1)} of this list are printed.
    </Box>
  );
}
