import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { IncomingKind } from '../../contract/receiving/incoming.ts';
import { CurrencyCode, currencyCodeOf } from '../../contract/money/money.ts';
import { DayField } from '../kit/fields/DayField.tsx';
import { CurrencyField } from '../kit/fields/CurrencyField.tsx';
import { dateChoices, SelectField, type Choices } from '../kit/fields/SelectField.tsx';
import { PausedSearch } from '../kit/fields/PausedSearch.tsx';
import { useReported } from '../kit/fields/useReported.ts';
import { StateMenu } from '../kit/states/StateMenu.tsx';
import { statesInOrder } from '../kit/states/states.ts';
import { Toolbar } from '../kit/layout/Toolbar.tsx';
import type { ChangeView } from '../kit/useAddressView.ts';
import { everything, exactTimesText, isNarrowed, localDayOf, type ReceiveFilter } from './filter.ts';

/** Creating one also releases it, so none is ever a draft. */
const incomingStates = statesInOrder.filter((state) => state !== 'draft');

const kinds: Choices<IncomingKind | 'any'> = [
  ['any', 'Any kind'],
  ['payin', 'Payins'],
  ['topup', 'Top-ups'],
];

type ReceiveFiltersProps = {
  readonly filter: ReceiveFilter;
  readonly profileName: string;
  readonly onShow: ChangeView<ReceiveFilter>;
};

/** Search and filters over the list. */
export function ReceiveFilters({ filter, profileName, onShow }: ReceiveFiltersProps) {
  const exactly = exactTimesText(filter);
  return (
    <Toolbar label="Search and filters">
      <PausedSearch
        label="Search name, order ID, e-mail, note"
        width={320}
        value={filter.search ?? ''}
        onSearch={(search) => onShow((now) => ({ ...now, search: search === '' ? null : search }), true)}
      />
      <TextField
        select
        size="small"
        value={filter.isOfAll ? 'all' : 'shown'}
        onChange={({ target }) => onShow((now) => ({ ...now, isOfAll: target.value === 'all' }))}
        sx={{ width: 140 }}
        slotProps={{
          select: {
            SelectDisplayProps: { 'aria-label': 'Profile' },
            renderValue: (value) => (value === 'all' ? 'All profiles' : profileName),
          },
        }}
      >
        <MenuItem value="shown">{profileName}</MenuItem>
        <MenuItem value="all">All profiles, also removed ones</MenuItem>
      </TextField>
      <SelectField
        isUnlabelled
        label="Kind"
        sx={{ width: 112 }}
        value={filter.kind ?? 'any'}
        choices={kinds}
        onChange={(kind) => onShow((now) => ({ ...now, kind: kind === 'any' ? null : kind }))}
      />
      <StateMenu
        offered={incomingStates}
        states={filter.states}
        onChange={(states) => onShow((now) => ({ ...now, states }))}
      />
      <CurrencyFilter
        currencyCode={filter.currencyCode}
        profileName={profileName}
        onChange={(currencyCode) => onShow((now) => ({ ...now, currencyCode }), true)}
      />
      {/* Where the line is too short for all filters, the three of the date begin the next one together. */}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <SelectField
          isUnlabelled
          label="Date"
          sx={{ width: 124 }}
          value={filter.dateOf}
          choices={dateChoices}
          onChange={(dateOf) => onShow((now) => ({ ...now, dateOf }))}
        />
        <DayField
          label="From"
          value={localDayOf(filter.from)}
          onChange={(from) => onShow((now) => ({ ...now, from }))}
        />
        <DayField
          label="To"
          value={localDayOf(filter.to, 1)}
          first={localDayOf(filter.from)}
          onChange={(to) => onShow((now) => ({ ...now, to }))}
        />
      </Box>
      {exactly === null ? null : <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{exactly}</Box>}
      {isNarrowed(filter) ? (
        <Button size="small" color="inherit" onClick={() => onShow(() => everything)}>
          Clear all
        </Button>
      ) : null}
    </Toolbar>
  );
}

type CurrencyFilterProps = {
  readonly currencyCode: string | null;
  readonly profileName: string;
  readonly onChange: (currencyCode: string | null) => void;
};

function CurrencyFilter({ currencyCode, profileName, onChange }: CurrencyFilterProps) {
  const [typed, setTyped] = useState(currencyCode ?? '');
  // Half a code may be a code (`usd` of `usdt`): text being typed is not changed.
  const report = useReported(currencyCode, onChange, (code) => setTyped(code ?? ''));
  const change = (text: string) => {
    setTyped(text);
    report(conditionOf(text));
  };
  return <CurrencyField profileName={profileName} value={typed} onChange={change} />;
}

/** Half a code is not a condition yet, and no more the one that it was. */
function conditionOf(text: string): string | null {
  const code = CurrencyCode.safeParse(currencyCodeOf(text)).data ?? '';
  return code.length > 2 ? code : null;
}
