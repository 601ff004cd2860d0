import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { EventEntity } from '../../contract/audit.ts';
import { actorLabel } from '../../contract/text/activity/actor-text.ts';
import { DayField } from '../kit/fields/DayField.tsx';
import { Toolbar } from '../kit/layout/Toolbar.tsx';
import type { ChangeView } from '../kit/useAddressView.ts';
import { useActors } from '../queries/activity.ts';
import { useBatchName } from '../queries/batches.ts';
import { usePayeeName } from '../queries/payees.ts';
import { everything, isNarrowed, type ActivityView } from './activity-filter.ts';
import { entityOptions, kindLabels } from './activity-labels.ts';

type ActivityFiltersProps = {
  readonly view: ActivityView;
  readonly onShow: ChangeView<ActivityView>;
  /** Controls at the right end. */
  readonly children?: ReactNode;
};

const anybody = '';
const people = 'people';

/** Filters by person, subject, kind, batch or payee, and time. */
export function ActivityFilters({ view, onShow, children }: ActivityFiltersProps) {
  return (
    <Toolbar label="Filters">
      <PersonFilter view={view} onShow={onShow} />
      <Choice
        label="About"
        width={150}
        value={view.entity ?? ''}
        usual="About anything"
        options={entityOptions}
        onChange={(value) => onShow((now) => ({ ...now, entity: EventEntity.safeParse(value).data ?? null }))}
      />
      <Choice
        label="Kind"
        width={190}
        value={view.kind ?? ''}
        usual="Any kind"
        options={kindOptions}
        onChange={(value) => onShow((now) => ({ ...now, kind: value === '' ? null : value }))}
      />
      <DayField label="From" value={view.from} onChange={(from) => onShow((now) => ({ ...now, from }))} />
      <DayField
        label="To"
        value={view.to}
        first={view.from}
        onChange={(to) => onShow((now) => ({ ...now, to }))}
      />
      <BatchChip view={view} onShow={onShow} />
      <PayeeChip view={view} onShow={onShow} />
      {isNarrowed(view) ? (
        <Button size="small" color="inherit" onClick={() => onShow(() => everything)}>
          Clear all
        </Button>
      ) : null}
      <Box sx={{ flex: 1 }} />
      {children}
    </Toolbar>
  );
}

const kindOptions = Object.entries(kindLabels).map(([value, label]) => ({ value, label }));

function PersonFilter({ view, onShow }: ActivityFiltersProps) {
  const { data: actors = [] } = useActors();
  const named = new Map(actors.map((actor) => [actor.name ?? actor.user ?? '', actorLabel(actor) ?? '']));
  if (view.person !== null && !named.has(view.person)) named.set(view.person, view.person);
  const options = Array.from(named, ([value, label]) => ({ value: `=${value}`, label }));
  const value = view.person === null ? (view.byPeople ? people : anybody) : `=${view.person}`;
  return (
    <Choice
      label="Person"
      width={190}
      value={value}
      usual="By anyone"
      options={[{ value: people, label: 'By people' }, ...options]}
      onChange={(chosen) =>
        onShow((now) => ({
          ...now,
          byPeople: chosen === people,
          person: chosen.startsWith('=') ? chosen.slice(1) : null,
        }))
      }
    />
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly width: number;
  readonly value: string;
  /** The option for no condition. */
  readonly usual: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
};

function Choice({ label, width, value, usual, options, onChange }: ChoiceProps) {
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <TextField
      select
      size="small"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      sx={{ width }}
      slotProps={{ select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': label } } }}
    >
      <MenuItem value="">{usual}</MenuItem>
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
      {isKnown ? null : <MenuItem value={value}>{value}</MenuItem>}
    </TextField>
  );
}

function BatchChip({ view, onShow }: ActivityFiltersProps) {
  const name = useBatchName(view.batchId);
  if (view.batchId === null) return null;
  return (
    <Chip
      label={`Batch ${name ?? view.batchId}`}
      onDelete={() => onShow((now) => ({ ...now, batchId: null }))}
    />
  );
}

function PayeeChip({ view, onShow }: ActivityFiltersProps) {
  const name = usePayeeName(view.payeeId);
  if (view.payeeId === null) return null;
  return (
    <Chip
      label={`Payee ${name ?? view.payeeId}`}
      onDelete={() => onShow((now) => ({ ...now, payeeId: null }))}
    />
  );
}
