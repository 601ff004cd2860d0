import Button from '@mui/material/Button';
import type { ReleaseLimit } from '../../contract/treasury.ts';
import { useCurrentProfile } from '../queries/profiles.ts';
import { CurrencyField } from '../kit/fields/CurrencyField.tsx';
import { FormRows } from '../kit/fields/FormRows.tsx';
import { OutdatedNotice } from '../kit/fields/OutdatedNotice.tsx';
import { useFields } from '../kit/fields/useFields.ts';
import { Section } from '../kit/layout/Section.tsx';
import { LimitField } from './LimitField.tsx';
import {
  amountProblem,
  codeProblem,
  currencyName,
  emptyLimit,
  limitOf,
  rowOf,
  type LimitRow,
} from './limit-rows.ts';
import { useSaveSettings } from '../queries/settings.ts';
import { Form } from '../kit/fields/Form.tsx';

/** The largest payout and the largest batch that may be released, per currency. The program itself enforces them. */
export function ReleaseLimits({ stored }: { readonly stored: readonly ReleaseLimit[] }) {
  const { profile } = useCurrentProfile();
  const form = useFields(stored, (each): readonly LimitRow[] => each.map(rowOf));
  const save = useSaveSettings(form, 'The limits are saved.', ({ releaseLimits }) => releaseLimits);
  const { fields: rows, setFields: setRows } = form;
  const limits = rows.map(limitOf);
  const isRight =
    limits.every((limit) => limit !== null) && !rows.some((row) => codeProblem(row, rows) !== null);
  const isChanged = JSON.stringify(limits) !== JSON.stringify(stored);
  return (
    <Section
      title="Release"
      about="The largest payout and the largest batch that may be released, per currency. Bursar refuses what is over a limit; an empty field sets none."
    >
      <Form
        onSubmit={() => {
          if (isRight) save({ releaseLimits: limits.filter((limit) => limit !== null) });
        }}
        sx={{ display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start', marginTop: 1 }}
      >
        <FormRows
          rows={rows}
          onRows={setRows}
          empty={emptyLimit}
          addLabel="Add currency"
          removeLabel={({ currencyCode }) => `Remove the limits for ${currencyName(currencyCode)}`}
          fields={(row, { hasFocus, change }) => (
            <>
              <CurrencyField
                profileName={profile?.name ?? null}
                value={row.currencyCode}
                problem={codeProblem(row, rows)}
                hasFocus={hasFocus}
                onChange={(currencyCode) => change({ currencyCode })}
              />
              <LimitField
                label="Largest payout"
                width={220}
                value={row.largestPayout}
                problem={amountProblem(row.largestPayout, row.currencyCode)}
                onChange={(largestPayout) => change({ largestPayout })}
              />
              <LimitField
                label="Largest batch"
                width={220}
                value={row.largestBatch}
                problem={amountProblem(row.largestBatch, row.currencyCode)}
                onChange={(largestBatch) => change({ largestBatch })}
              />
            </>
          )}
          notice={<OutdatedNotice of={form} />}
          save={
            isChanged || rows.length !== stored.length ? (
              <Button type="submit" variant="contained" disabled={!isRight}>
                Save limits
              </Button>
            ) : null
          }
        />
      </Form>
    </Section>
  );
}
