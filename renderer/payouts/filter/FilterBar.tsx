import FilterIcon from '@mui/icons-material/FilterList';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import type { PayoutFilter, PayoutOrder } from '../../../contract/payments/history.ts';
import { FilterChip } from '../../kit/fields/FilterChip.tsx';
import { PausedSearch } from '../../kit/fields/PausedSearch.tsx';
import { SelectField, type Choices } from '../../kit/fields/SelectField.tsx';
import { StateMenu } from '../../kit/states/StateMenu.tsx';
import { payoutStates } from '../../kit/states/states.ts';
import { FormPopover } from '../../kit/messages/FormPopover.tsx';
import { Toolbar } from '../../kit/layout/Toolbar.tsx';
import type { ChangeView } from '../../kit/useAddressView.ts';
import { useShortcut } from '../../kit/shortcuts/useShortcut.tsx';
import { conditionsOf } from './conditions.ts';
import { FilterForm } from './FilterForm.tsx';
import { useBatchName } from '../../queries/batches.ts';
import { usePayeeName } from '../../queries/payees.ts';
import type { PayoutView } from '../view.ts';

type FilterBarProps = {
  readonly view: PayoutView;
  readonly currentProfile: string | null;
  readonly onShow: ChangeView<PayoutView>;
  readonly onClear: () => void;
};

/** Search, filters, active conditions, and the order. */
export function FilterBar({ view, currentProfile, onShow, onClear }: FilterBarProps) {
  const { filter, order } = view;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const batch = useBatchName(filter.batchId);
  const payee = usePayeeName(filter.payeeId);
  const showFilter = (change: (filter: PayoutFilter) => PayoutFilter, isReplacing = false) =>
    onShow((now) => ({ ...now, filter: change(now.filter) }), isReplacing);
  const conditions = conditionsOf(filter, currentProfile, { batch, payee });
  useShortcut('f', () => setIsOpen(true), 'Filter the payouts');

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Toolbar label="Search and filters">
        <PausedSearch
          label="Search name, account, order ID, reference"
          value={filter.search ?? ''}
          onSearch={(search) => showFilter((now) => ({ ...now, search: search || null }), true)}
        />
        <StateMenu
          offered={payoutStates}
          states={filter.states}
          onChange={(states) => showFilter((now) => ({ ...now, states: [...states] }))}
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
        {isOpen && (
          <FormPopover
            anchorEl={() => button.current}
            onClose={() => setIsOpen(false)}
            anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
            slotProps={{ paper: { role: 'dialog', 'aria-label': 'Filters', sx: { width: 420, mt: 0.5 } } }}
          >
            <FilterForm
              filter={filter}
              onApply={(next) => {
                setIsOpen(false);
                // The form has no field for these.
                showFilter(({ search, states, payeeId }) => ({ ...next, search, states, payeeId }));
              }}
              onCancel={() => setIsOpen(false)}
            />
          </FormPopover>
        )}
        <Box sx={{ flex: 1 }} />
        <SelectField
          isUnlabelled
          label="Order"
          sx={{ width: 210 }}
          value={order}
          choices={orders}
          onChange={(next) => onShow((now) => ({ ...now, order: next }))}
        />
      </Toolbar>
      {conditions.length === 0 ? null : (
        <Box component="ul" aria-label="Filters that are set" sx={chipList}>
          {conditions.map(({ label, remove }) => (
            <li key={label}>
              <FilterChip label={label} onRemove={() => showFilter(remove)} />
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

const orders: Choices<PayoutOrder> = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['amountDown', 'Largest amount first'],
  ['amountUp', 'Smallest amount first'],
  ['name', 'By name'],
];
