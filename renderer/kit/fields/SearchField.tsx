import ClearIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useRef } from 'react';
import { Shortcut } from '../shortcuts/Shortcut.tsx';
import { useShortcut } from '../shortcuts/useShortcut.tsx';

export type SearchFieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
  readonly width?: number | string;
  /** Focused when Escape leaves the field. */
  readonly onLeave?: () => void;
};

/** A field to search the list: `/` focuses it, Escape empties it, and again leaves it. */
export function SearchField({ value, onChange, label = 'Search', width = 280, onLeave }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut(
    '/',
    () => {
      input.current?.focus();
      input.current?.select();
    },
    label,
  );
  return (
    <TextField
      size="small"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        if (value !== '') onChange('');
        else if (onLeave === undefined) input.current?.blur();
        else onLeave();
      }}
      inputRef={input}
      placeholder={label}
      sx={{ width, maxWidth: '100%' }}
      slotProps={{
        htmlInput: {
          'aria-label': label,
          type: 'text',
          role: 'searchbox',
          autoComplete: 'off',
          maxLength: 250,
        },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon sx={{ fontSize: 18 }} />
            </InputAdornment>
          ),
          endAdornment: (
            <InputAdornment position="end">
              {value === '' ? (
                <Shortcut keys="/" />
              ) : (
                <IconButton
                  size="small"
                  aria-label="Clear the search"
                  onClick={() => onChange('')}
                  edge="end"
                >
                  <ClearIcon sx={{ fontSize: 16 }} />
                </IconButton>
              )}
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
