import TextField from '@mui/material/TextField';
import { daysReversedText } from '../../../contract/text/clock.ts';

type DayFieldProps = {
  readonly label: string;
  /** As `2026-03-14`, local; empty: none. */
  readonly value: string;
  /** Of a last day: the first one. */
  readonly first?: string;
  readonly onChange: (day: string) => void;
};

/** Why two days match nothing; null: they can match. */
export function dayOrderFault(first: string, last: string): string | null {
  return first !== '' && last !== '' && last < first ? daysReversedText : null;
}

/** A day in a line of filters. */
export function DayField({ label, value, first = '', onChange }: DayFieldProps) {
  return (
    <TextField
      type="date"
      label={label}
      size="small"
      value={value}
      error={dayOrderFault(first, value) !== null}
      onChange={({ target }) => onChange(target.value)}
      sx={{ width: 150 }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
