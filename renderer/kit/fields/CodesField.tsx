import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { asListed, offeredCodes, type OfferedCode } from './offered-codes.ts';

type CodesFieldProps = {
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
  /** Codes to offer. Any other may be typed all the same: new ones appear without notice. */
  readonly codes: readonly OfferedCode[];
  readonly problem?: string | null;
  readonly hasFocus?: boolean;
};

/** A field for several codes, each a chip: Enter takes what is typed, a comma or leaving the field does too. */
export function CodesField(props: CodesFieldProps) {
  const { label, values, onChange, codes, problem = null, hasFocus = false } = props;
  const nameOf = new Map(codes.map(({ code, name }) => [code, name]));
  return (
    // Left to inference, these four types cost an eighth of the type check of the page.
    <Autocomplete<string, true, true, true>
      multiple
      freeSolo
      autoSelect
      disableClearable
      forcePopupIcon={false}
      filterSelectedOptions
      // As high with its chips as without: nothing moves when what was typed becomes one, such as the button that is being clicked.
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
        // What floats outside every landmark is one of its own, as menus are.
        popper: { role: 'region', 'aria-label': 'Choices' },
        listbox: { sx: { maxHeight: 260, fontSize: 13 } },
      }}
    />
  );
}

/** What was typed may name several, in any case. */
function codesIn(texts: readonly string[], codes: readonly OfferedCode[]): string[] {
  const typed = texts.flatMap((text) => text.split(/[,;\s]+/)).filter((text) => text !== '');
  return [...new Set(typed.map((text) => asListed(codes, text)))];
}
