import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { actorLabel } from '../../contract/text/activity/actor-text.ts';
import { DayField } from '../kit/fields/DayField.tsx';
import { FilterChip } from '../kit/fields/FilterChip.tsx';
import { SelectField, type Choices } from '../kit/fields/SelectField.tsx';
import { Toolbar } from '../kit/layout/Toolbar.tsx';
import type { ChangeView } from '../kit/useAddressView.ts';
import { useActors } from '../queries/activity.ts';
import { useBatchName } from '../queries/batches.ts';
import { usePayeeName } from '../queries/payees.ts';
import { everything, isNarrowed, type ActivityView } from './activity-filter.ts';
import { entityChoices, kindLabels } from './activity-labels.ts';

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
      <SelectField
        isUnlabelled
        label="About"
        sx={{ width: 150 }}
        value={view.entity ?? ''}
        choices={[['', 'About anything'], ...entityChoices]}
        onChange={(entity) => onShow((now) => ({ ...now, entity: entity === '' ? null : entity }))}
      />
      <SelectField
        isUnlabelled
        label="Kind"
        sx={{ width: 190 }}
        value={view.kind ?? ''}
        choices={[['', 'Any kind'], ...kindChoices(view.kind)]}
        onChange={(kind) => onShow((now) => ({ ...now, kind: kind === '' ? null : kind }))}
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

/** The kinds to choose from; an address may name one that is not offered. */
function kindChoices(shown: string | null): Choices<string> {
  const offered = Object.entries(kindLabels);
  return shown === null || shown in kindLabels ? offered : [...offered, [shown, shown]];
}

function PersonFilter({ view, onShow }: ActivityFiltersProps) {
  const { data: actors = [] } = useActors();
  const named = new Map(actors.map((actor) => [actor.name ?? actor.user ?? '', actorLabel(actor) ?? '']));
  if (view.person !== null && !named.has(view.person)) named.set(view.person, view.person);
  const choices = Array.from(named, ([each, label]): [string, string] => [`=${each}`, label]);
  const value = view.person === null ? (view.byPeople ? people : anybody) : `=${view.person}`;
  return (
    <SelectField
      isUnlabelled
      label="Person"
      sx={{ width: 190 }}
      value={value}
      choices={[[anybody, 'By anyone'], [people, 'By people'], ...choices]}
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

function BatchChip({ view, onShow }: ActivityFiltersProps) {
  const name = useBatchName(view.batchId);
  if (view.batchId === null) return null;
  return (
    <FilterChip
      label={`Batch ${name ?? view.batchId}`}
      onRemove={() => onShow((now) => ({ ...now, batchId: null }))}
    />
  );
}

function PayeeChip({ view, onShow }: ActivityFiltersProps) {
  const name = usePayeeName(view.payeeId);
  if (view.payeeId === null) return null;
  return (
    <FilterChip
      label={`Payee ${name ?? view.payeeId}`}
      onRemove={() => onShow((now) => ({ ...now, payeeId: null }))}
    />
  );
}
