import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { offeredCodes, type OfferedCode } from './offered-codes.ts';

export type CodeFieldProps = {
  readonly label: string;
  /** Its name where several have the same label. */
  readonly accessibleName?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Suggested codes. Any other may be typed anyway: new ones appear without notice. */
  readonly codes: readonly OfferedCode[];
  /** The problem of the text, under the field; null: none. */
  readonly problem?: string | null;
  readonly placeholder?: string;
  readonly width?: number | string;
  readonly hasFocus?: boolean;
};

const longestTyped = 100;

/** A field for a code: typing finds known ones by code and name, the arrows choose, and any typed text stays. */
export function CodeField(props: CodeFieldProps) {
  const { label, value, onChange, codes, problem = null, placeholder = '', width, hasFocus = false } = props;
  const { accessibleName } = props;
  const nameOf = new Map(codes.map(({ code, name }) => [code, name]));
  return (
    <Autocomplete
      freeSolo
      disableClearable
      forcePopupIcon={false}
      handleHomeEndKeys={false}
      options={codes.map(({ code }) => code)}
      filterOptions={(_options, { inputValue }) => offeredCodes(codes, inputValue).map(({ code }) => code)}
      value={value}
      inputValue={value}
      onInputChange={(_event, typed) => onChange(typed)}
      renderInput={({ slotProps, ...input }) => (
        <TextField
          {...input}
          label={label}
          placeholder={placeholder}
          autoFocus={hasFocus}
          error={problem !== null}
          helperText={problem}
          slotProps={{
            ...slotProps,
            htmlInput: {
              ...slotProps.htmlInput,
              spellCheck: false,
              maxLength: longestTyped,
              'aria-label': accessibleName,
            },
          }}
        />
      )}
      renderOption={({ key, ...option }, code) => (
        <Box component="li" key={key} {...option}>
          <Box component="span" sx={{ flex: 1, fontSize: 13 }}>
            {code}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary', fontSize: 13 }}>
            {nameOf.get(code)}
          </Box>
        </Box>
      )}
      slotProps={{
        // A floating element outside all landmarks needs its own, like menus.
        popper: { role: 'region', 'aria-label': 'Choices' },
        paper: { sx: { width: 'max-content', minWidth: '100%', maxWidth: 380 } },
        listbox: { sx: { maxHeight: 260, '& li': { gap: 2 } } },
      }}
      sx={{
        ...(width === undefined ? {} : { width }),
        // As high as the fields beside it.
        '& .MuiInputBase-sizeSmall .MuiAutocomplete-input.MuiAutocomplete-input': {
          height: 20,
          padding: '2px 4px 2px 8px',
        },
      }}
    />
  );
}
