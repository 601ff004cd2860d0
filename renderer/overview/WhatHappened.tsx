import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Profile } from '../../contract/profile.ts';
import { sampleBatchName } from '../../contract/batches/sample-batch.ts';
import { moneyOutcomes } from '../../contract/text/outcome.ts';
import { whatHappened } from '../../contract/batches/what-happened.ts';
import { availableOf } from '../../contract/treasury/available.ts';
import { Section } from '../kit/layout/Section.tsx';
import { countIn, leavingStates } from '../../contract/payments/payment.ts';
import { useStoredBalances } from '../queries/balances.ts';
import { useBatchReport, useNewestBatches, type BatchSummary } from '../queries/batches.ts';
import { shortTime } from '../kit/times.ts';

/** The batch whose outcome was dismissed, as long as the page is open: the overview is left and opened again. */
let dismissed: string | null = null;

/** The outcome of the trial's batch, in five lines, until it is dismissed or another batch is created. */
export function WhatHappened({ profile }: { readonly profile: Profile }) {
  const [dismissedNow, setDismissed] = useState(dismissed);
  const newest = useNewestBatches(2, { isEnabled: profile.environment === 'sandbox' }).data ?? [];
  const [sample] = newest;
  const isTold =
    newest.length === 1 &&
    sample?.fileName === sampleBatchName &&
    sample.profileName === profile.name &&
    sample.releasedAt !== null &&
    countIn(sample.byState, leavingStates) === 0;
  if (!isTold || dismissedNow === sample.batchId) return null;
  const dismiss = () => {
    dismissed = sample.batchId;
    setDismissed(dismissed);
  };
  return <Lines batch={sample} onDismiss={dismiss} />;
}

function Lines({ batch, onDismiss }: { readonly batch: BatchSummary; readonly onDismiss: () => void }) {
  const { batchId, profileName, rows, byState } = batch;
  const report = useBatchReport(batch).data;
  const stored = useStoredBalances(profileName).data;
  if (report === undefined) return null;
  const paid = moneyOutcomes(report).flatMap((line) => (line.paid === null ? [] : [line.paid]));
  const [first] = paid;
  const read = stored?.balances.find(({ currencyCode }) => currencyCode === first?.currencyCode);
  const amount = read === undefined ? null : availableOf(read);
  const balance =
    read === undefined || amount === null || stored === undefined || stored.asOf === null
      ? null
      : { amount, currencyCode: read.currencyCode, at: shortTime(stored.asOf) };
  return (
    <Section
      title="What just happened"
      about="Bursar sent a batch of sample payouts through the test gateway on this computer. No money moved."
      actions={
        <>
          <Button component={Link} to={`/batches/${batchId}`} variant="outlined" size="small">
            Open batch
          </Button>
          <Button size="small" color="inherit" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: '84px 1fr',
          rowGap: '6px',
          fontSize: 13,
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {whatHappened({ rows, byState, paid, fees: report.fees, balance }).map(({ name, text }) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ fontWeight: 600 }}>
              {name}
            </Box>
            <Box component="dd" sx={{ m: 0 }}>
              {text}
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
