import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { Settings } from '../../contract/settings.ts';
import { OutdatedNotice } from '../kit/fields/OutdatedNotice.tsx';
import { useFields } from '../kit/fields/useFields.ts';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { BalanceAmounts } from './BalanceAmounts.tsx';
import { ReleaseLimits } from './ReleaseLimits.tsx';
import { useSaveSettings, useSettings, withAmount } from '../queries/settings.ts';
import { Form } from '../kit/fields/Form.tsx';

/** Release limits, low balance alerts, floors, and the search window for duplicates. */
export function Limits() {
  const settings = useSettings();
  const fault = <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />;
  if (settings.data === undefined) return fault;
  return (
    <>
      {fault}
      <ReleaseLimits stored={settings.data.releaseLimits} />
      <BalanceAmounts
        title="Low balances"
        about="When a balance falls below its limit, the overview shows an alert under “Needs attention”."
        noun="limit"
        label="Alert below"
        stored={settings.data.lowBalanceLimits}
        updateOf={(balance, amount) =>
          ({ lowBalanceLimits }) => ({
            lowBalanceLimits: withAmount(lowBalanceLimits, balance, amount),
          })}
      />
      <BalanceAmounts
        title="Floors"
        about="Bursar holds a batch before the payout that would take the available balance below its floor, and continues when the balance allows it."
        noun="floor"
        label="Keep at least"
        stored={settings.data.floors}
        updateOf={(balance, amount) =>
          ({ floors }) => ({ floors: withAmount(floors, balance, amount) })}
      />
      <DuplicateWindow days={settings.data.duplicateWindowDays} />
    </>
  );
}

function DuplicateWindow({ days }: { readonly days: number }) {
  const form = useFields(days, String);
  const save = useSaveSettings(form, 'Saved.', ({ duplicateWindowDays }) => duplicateWindowDays);
  const { fields: typed, setFields: setTyped } = form;
  const parsed = Settings.shape.duplicateWindowDays.safeParse(/^\d+$/.test(typed) ? Number(typed) : null);
  const isChanged = parsed.success && parsed.data !== days;
  return (
    <Section
      title="Duplicates"
      about="A row that repeats a payout released within this time is a duplicate, one that repeats an older payout a possible duplicate. Bursar holds both until you confirm them."
    >
      <Form
        onSubmit={() => {
          if (isChanged) save({ duplicateWindowDays: parsed.data });
        }}
        sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', marginTop: 1 }}
      >
        <TextField
          label="Days"
          value={typed}
          error={!parsed.success}
          helperText={parsed.success ? ' ' : 'From 1 to 3650 days.'}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          sx={{ width: 160 }}
        />
        <Button type="submit" variant="outlined" disabled={!isChanged} sx={{ height: 36 }}>
          Save
        </Button>
      </Form>
      <OutdatedNotice of={form} />
    </Section>
  );
}
