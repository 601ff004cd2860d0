import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { visuallyHidden } from '../kit/layout/visually-hidden.ts';
import { isFor, paletteKeys } from '../kit/shortcuts/key-patterns.ts';
import type { PaletteEntry } from './matching.ts';
import { PaletteList } from './PaletteList.tsx';
import { useEntries } from './useEntries.ts';

const typingMs = 150;

type PaletteDialogProps = {
  /** Text typed while the palette was loading. */
  readonly typedBefore: string;
  readonly here: readonly PaletteEntry[];
  readonly onClose: () => void;
  readonly onHelp: () => void;
};

/** A field and a list: typing narrows it, arrows choose, Enter runs the entry, Escape closes. */
export function PaletteDialog({ typedBefore, here, onClose, onHelp }: PaletteDialogProps) {
  const [typed, setTyped] = useState(typedBefore);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const searched = useWhenStill(typed.trim(), typingMs);
  const { entries, isSearching } = useEntries(typed, searched, onHelp, here);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const found = entries.findIndex(({ key }) => key === chosenKey);
  const chosen = found === -1 ? 0 : found;

  const run = (entry: PaletteEntry) => {
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (isFor(paletteKeys, event)) {
      event.preventDefault();
      return onClose();
    }
    const entry = entries[chosen];
    const to = placeAfter(event.key, chosen, entries.length);
    if (to !== null) {
      event.preventDefault();
      setChosenKey(entries[to]?.key ?? null);
    } else if (event.key === 'Enter' && entry !== undefined) {
      event.preventDefault();
      run(entry);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={`${listId}-title`}
      fullWidth
      maxWidth="sm"
      slotProps={{
        container: { sx: { alignItems: 'flex-start' } },
        paper: { sx: { marginTop: '12vh', maxHeight: '68vh' } },
      }}
    >
      <Box component="h2" id={`${listId}-title`} sx={visuallyHidden}>
        Search or do anything
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 2,
          borderBottom: '1px solid',
          borderColor: 'divider',
        }}
      >
        <SearchIcon sx={{ fontSize: 20, color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          inputRef={input}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setChosenKey(null);
          }}
          onKeyDown={onKeyDown}
          placeholder="Search payouts, batches, screens, actions"
          sx={{ height: 52, fontSize: 15 }}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-label': 'Search or do anything',
              'aria-expanded': true,
              'aria-controls': listId,
              'aria-autocomplete': 'list',
              autoComplete: 'off',
              spellCheck: false,
              maxLength: 250,
              ...(entries.length === 0 ? {} : { 'aria-activedescendant': `${listId}-${chosen}` }),
            },
          }}
        />
      </Box>
      <PaletteList
        id={listId}
        entries={entries}
        chosen={chosen}
        onChoose={(entry) => setChosenKey(entry.key)}
        onRun={run}
        emptyText={isSearching || searched !== typed.trim() ? '' : 'No matches.'}
      />
    </Dialog>
  );
}

function placeAfter(key: string, chosen: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (chosen + 1) % count;
    case 'ArrowUp':
      return (chosen - 1 + count) % count;
    case 'PageDown':
      return Math.min(count - 1, chosen + 8);
    case 'PageUp':
      return Math.max(0, chosen - 8);
    default:
      return null;
  }
}

/** The debounced value of a text. */
function useWhenStill(text: string, forMs: number): string {
  const [still, setStill] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setStill(text), forMs);
    return () => clearTimeout(timer);
  }, [text, forMs]);
  return still;
}
