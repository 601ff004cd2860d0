import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import type { ReleaseLimit } from '../../contract/treasury.ts';
import { useCurrentProfile } from '../queries/profiles.ts';
import { CodeField } from '../kit/fields/CodeField.tsx';
import { OutdatedNotice } from '../kit/fields/OutdatedNotice.tsx';
import { useFields } from '../kit/fields/useFields.ts';
import { Section } from '../kit/layout/Section.tsx';
import { useKnownCodes } from '../queries/reference.ts';
import { LimitField } from './LimitField.tsx';
import { amountProblem, codeProblem, emptyLimit, limitOf, rowOf, type LimitRow } from './limit-rows.ts';
import { useSaveSettings } from '../queries/settings.ts';

/** The largest payout and the largest batch that may be released, per currency. The program itself enforces them. */
export function ReleaseLimits({ stored }: { readonly stored: readonly ReleaseLimit[] }) {
  const { profile } = useCurrentProfile();
  const currencies = useKnownCodes(profile?.name ?? null, 'currencies').codes;
  const form = useFields(stored, (each): readonly LimitRow[] => each.map(rowOf));
  const save = useSaveSettings(form, 'The limits are saved.', ({ releaseLimits }) => releaseLimits);
  const { fields: rows, setFields: setRows } = form;
  const [added, setAdded] = useState<string | null>(null);
  const limits = rows.map(limitOf);
  const isRight =
    limits.every((limit) => limit !== null) && !rows.some((row) => codeProblem(row, rows) !== null);
  const isChanged = JSON.stringify(limits) !== JSON.stringify(stored);
  const change = (key: string, part: Partial<LimitRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <Section
      title="Release"
      about="The largest payout and the largest batch that may be released, per currency. Bursar refuses what is over a limit; an empty field sets none."
    >
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRight) return;
          save({ releaseLimits: limits.filter((limit) => limit !== null) });
        }}
        sx={{ display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start', marginTop: 1 }}
      >
        {rows.map((row) => (
          <Box
            key={row.key}
            data-row
            sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', maxWidth: '100%' }}
          >
            <CodeField
              label="Currency"
              width={120}
              codes={currencies}
              value={row.currencyCode}
              problem={codeProblem(row, rows)}
              hasFocus={row.key === added}
              onChange={(value) => change(row.key, { currencyCode: value })}
            />
            <LimitField
              label="Largest payout"
              width={220}
              value={row.largestPayout}
              problem={amountProblem(row.largestPayout, row.currencyCode)}
              onChange={(value) => change(row.key, { largestPayout: value })}
            />
            <LimitField
              label="Largest batch"
              width={220}
              value={row.largestBatch}
              problem={amountProblem(row.largestBatch, row.currencyCode)}
              onChange={(value) => change(row.key, { largestBatch: value })}
            />
            <IconButton
              aria-label={`Remove the limits for ${row.currencyCode === '' ? 'this currency' : row.currencyCode}`}
              onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Box>
        ))}
        <OutdatedNotice of={form} />
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            color="inherit"
            data-add-row
            startIcon={<AddIcon />}
            onClick={() => {
              const row = emptyLimit();
              setAdded(row.key);
              setRows([...rows, row]);
            }}
          >
            Add currency
          </Button>
          {isChanged || rows.length !== stored.length ? (
            <Button type="submit" variant="contained" disabled={!isRight}>
              Save limits
            </Button>
          ) : null}
        </Box>
      </Box>
    </Section>
  );
}
