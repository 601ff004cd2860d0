import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';

type CurrencySelectProps = {
  readonly currencies: readonly string[];
  readonly value: string;
  readonly onChange: (currencyCode: string) => void;
};

/** A selection of one currency, in the given order. */
export function CurrencySelect({ currencies, value, onChange }: CurrencySelectProps) {
  return (
    <TextField
      select
      size="small"
      label="Currency"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      sx={{ width: 120 }}
    >
      {currencies.map((code) => (
        <MenuItem key={code} value={code}>
          {code}
        </MenuItem>
      ))}
    </TextField>
  );
}
