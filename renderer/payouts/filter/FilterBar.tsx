import FilterIcon from '@mui/icons-material/FilterList';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Popover from '@mui/material/Popover';
import { useEffect, useRef, useState } from 'react';
import { SearchField } from '../../kit/SearchField.tsx';
import { Toolbar } from '../../kit/Toolbar.tsx';
import { useShortcut } from '../../kit/useShortcut.tsx';
import { OrderSelect } from './OrderSelect.tsx';
import { conditionsOf } from './conditions.ts';
import { FilterForm } from './FilterForm.tsx';
import { StateMenu } from './StateMenu.tsx';
import type { PayoutView } from '../view.ts';

/** How long a person may pause while typing before the search goes on. */
const typingMs = 200;

type FilterBarProps = {
  readonly view: PayoutView;
  readonly currentProfile: string | null;
  readonly onShow: (view: PayoutView, isTyping?: boolean) => void;
  readonly onClear: () => void;
};

/** Search, filters, what is set of them, and the order. */
export function FilterBar({ view, currentProfile, onShow, onClear }: FilterBarProps) {
  const { filter, order } = view;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const conditions = conditionsOf(filter, currentProfile);
  useShortcut('f', () => setIsOpen(true), 'Filter the payouts');

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Toolbar label="Search and filters">
        <Search
          value={filter.search ?? ''}
          onSearch={(search) => onShow({ ...view, filter: { ...filter, search: search || null } }, true)}
        />
        <StateMenu
          states={filter.states}
          onChange={(states) => onShow({ ...view, filter: { ...filter, states: [...states] } })}
        />
        <Button
          ref={button}
          variant="outlined"
          color="inherit"
          startIcon={<FilterIcon />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(true)}
        >
          Filters
        </Button>
        <Popover
          open={isOpen}
          anchorEl={() => button.current}
          onClose={() => setIsOpen(false)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': 'Filters', sx: { width: 420, mt: 0.5 } } }}
        >
          <FilterForm
            filter={filter}
            onApply={(next) => {
              setIsOpen(false);
              onShow({ ...view, filter: next });
            }}
            onCancel={() => setIsOpen(false)}
          />
        </Popover>
        <Box sx={{ flex: 1 }} />
        <OrderSelect order={order} onChange={(next) => onShow({ ...view, order: next })} />
      </Toolbar>
      {conditions.length === 0 ? null : (
        <Box component="ul" aria-label="Filters that are set" sx={chipList}>
          {conditions.map(({ label, without }) => (
            <li key={label}>
              <Chip
                size="small"
                label={label}
                title={label}
                onClick={() => onShow({ ...view, filter: without })}
                onDelete={() => onShow({ ...view, filter: without })}
                aria-label={`Remove the filter ${label}`}
                sx={{ maxWidth: 360 }}
              />
            </li>
          ))}
          <li>
            <Button size="small" color="inherit" onClick={onClear}>
              Clear all
            </Button>
          </li>
        </Box>
      )}
    </Box>
  );
}

const chipList = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 0.75,
  listStyle: 'none',
  margin: 0,
  padding: 0,
};

type SearchProps = { readonly value: string; readonly onSearch: (text: string) => void };

/** Shows what is typed at once, and searches when the typing pauses. */
function Search({ value, onSearch }: SearchProps) {
  const [typed, setTyped] = useState(value);
  const searched = useRef(value);
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useEffect(() => {
    // The address changed by other means than typing: Back, a saved view, a chip.
    if (value !== searched.current) setTyped(value);
    searched.current = value;
  }, [value]);
  useEffect(() => {
    const text = typed.trim();
    if (text === searched.current) return undefined;
    const timer = setTimeout(() => {
      searched.current = text;
      latest.current(text);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <SearchField
      value={typed}
      onChange={setTyped}
      label="Search name, account, order ID, reference"
      width={390}
    />
  );
}
