import TextField from '@mui/material/TextField';

type DayFieldProps = {
  readonly label: string;
  /** As `2026-03-14`, local; empty: none. */
  readonly value: string;
  readonly onChange: (day: string) => void;
};

/** A day in a line of filters. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <TextField
      type="date"
      label={label}
      size="small"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      sx={{ width: 150 }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
