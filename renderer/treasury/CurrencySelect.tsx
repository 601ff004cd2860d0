import { SelectField } from '../kit/fields/SelectField.tsx';

type CurrencySelectProps = {
  readonly currencies: readonly string[];
  readonly value: string;
  readonly onChange: (currencyCode: string) => void;
};

/** A selection of one currency, in the given order. */
export function CurrencySelect({ currencies, value, onChange }: CurrencySelectProps) {
  return (
    <SelectField
      label="Currency"
      sx={{ width: 120 }}
      value={value}
      choices={currencies.map((code) => [code, code])}
      onChange={onChange}
    />
  );
}
