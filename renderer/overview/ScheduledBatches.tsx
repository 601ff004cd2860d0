import Box from '@mui/material/Box';
import { useState } from 'react';
import { counted } from '../../contract/text/numbers.ts';
import { BatchStateDot } from '../batches/BatchStateDot.tsx';
import { Totals } from '../batches/Totals.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { When } from '../kit/When.tsx';
import { BatchName } from './BatchName.tsx';
import { ShowMore } from '../kit/layout/ShowMore.tsx';
import { useScheduledBatches, type BatchSummary } from '../queries/batches.ts';

const mostShown = 8;

/** Scheduled drafts, earliest first; empty if there are none. */
export function ScheduledBatches() {
  const { data: batches = [], error, refetch } = useScheduledBatches();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? batches : batches.slice(0, mostShown);
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (batches.length === 0) return null;
  return (
    <Section title="Scheduled">
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {shown.map((batch) => (
          <ScheduledBatch key={batch.batchId} batch={batch} />
        ))}
      </Box>
      <ShowMore count={batches.length - shown.length} onShow={() => setIsWhole(true)} />
    </Section>
  );
}

function ScheduledBatch({ batch }: { readonly batch: BatchSummary }) {
  const { rows, totals, scheduledFor, heldSchedule } = batch;
  const at = scheduledFor ?? heldSchedule?.scheduledFor ?? null;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: 2,
        padding: '9px 0',
        borderBottom: '1px solid',
        borderColor: 'hairline',
        fontSize: 13,
      }}
    >
      <BatchName {...batch} />
      <Box sx={{ textAlign: 'right' }}>
        <Totals totals={totals} most={1} />
      </Box>
      <Box sx={{ color: 'text.secondary' }}>
        <BatchStateDot batch={batch} /> {at === null ? null : <When at={at} />}
      </Box>
      <Box sx={{ color: 'text.secondary', textAlign: 'right' }}>{counted(rows, 'payout')}</Box>
    </Box>
  );
}
