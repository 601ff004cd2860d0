import TextField from '@mui/material/TextField';

type LimitFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly width: number;
  readonly problem: string | null;
  readonly onChange: (value: string) => void;
};

/** An amount field that shows its problem below. */
export function LimitField({ label, value, width, problem, onChange }: LimitFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      autoComplete="off"
      error={problem !== null}
      helperText={problem}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { spellCheck: false } }}
      sx={{ width, maxWidth: '100%' }}
    />
  );
}
