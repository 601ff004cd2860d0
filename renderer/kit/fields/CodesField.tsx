import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { listedCode } from '../../../contract/same-code.ts';
import { offeredCodes, type OfferedCode } from './offered-codes.ts';

type CodesFieldProps = {
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
  /** Suggested codes. Any other may be typed anyway: new ones appear without notice. */
  readonly codes: readonly OfferedCode[];
  readonly problem?: string | null;
  readonly hasFocus?: boolean;
};

/** A field for several codes, each a chip: Enter, a comma or leaving the field adds the typed text. */
export function CodesField(props: CodesFieldProps) {
  const { label, values, onChange, codes, problem = null, hasFocus = false } = props;
  const nameOf = new Map(codes.map(({ code, name }) => [code, name]));
  return (
    // Inferring these four types takes an eighth of the page's type check.
    <Autocomplete<string, true, true, true>
      multiple
      freeSolo
      autoSelect
      disableClearable
      forcePopupIcon={false}
      filterSelectedOptions
      // The same height with and without chips: nothing moves when text becomes one, such as the button being clicked.
      sx={{
        minWidth: 0,
        '& .MuiAutocomplete-inputRoot': {
          flexWrap: 'nowrap',
          overflowX: 'auto',
          scrollbarWidth: 'none',
          '& .MuiAutocomplete-tag': { marginY: 0, flexShrink: 0 },
        },
      }}
      options={codes.map(({ code }) => code)}
      filterOptions={(_options, { inputValue }) => offeredCodes(codes, inputValue).map(({ code }) => code)}
      getOptionLabel={(code) => code}
      value={[...values]}
      onChange={(_event, chosen) => onChange(codesIn(chosen, codes))}
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          autoFocus={hasFocus}
          error={problem !== null}
          helperText={problem}
        />
      )}
      renderOption={({ key, ...option }, code) => (
        <li key={key} {...option}>
          {code} {nameOf.get(code)}
        </li>
      )}
      slotProps={{
        chip: { size: 'small' },
        // A floating element outside all landmarks needs its own, like menus.
        popper: { role: 'region', 'aria-label': 'Choices' },
        listbox: { sx: { maxHeight: 260, fontSize: 13 } },
      }}
    />
  );
}

/** The typed text may name several, in any case. */
function codesIn(texts: readonly string[], codes: readonly OfferedCode[]): string[] {
  const typed = texts.flatMap((text) => text.split(/[,;\s]+/)).filter((text) => text !== '');
  const listed = codes.map(({ code }) => code);
  return [...new Set(typed.map((text) => listedCode(listed, text) ?? text))];
}
