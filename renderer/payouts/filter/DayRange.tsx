import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { dayRanges } from './day-ranges.ts';

type DayRangeProps = {
  readonly from: TextFieldProps;
  readonly to: TextFieldProps;
  readonly onRange: (range: { readonly from: string; readonly to: string }) => void;
};

/** Two days, inclusive, and the most common ranges. */
export function DayRange({ from, to, onRange }: DayRangeProps) {
  const slotProps = { inputLabel: { shrink: true } };
  return (
    <>
      <Box sx={{ gridColumn: 'span 2', display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {dayRanges(new Date()).map(({ title, ...range }) => (
          <Button key={title} size="small" color="inherit" variant="outlined" onClick={() => onRange(range)}>
            {title}
          </Button>
        ))}
      </Box>
      <TextField {...from} type="date" slotProps={slotProps} />
      <TextField {...to} type="date" slotProps={slotProps} />
    </>
  );
}
