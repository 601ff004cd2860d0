import PauseIcon from '@mui/icons-material/Pause';
import ResumeIcon from '@mui/icons-material/PlayArrow';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { StateBar } from '../kit/states/StateBar.tsx';
import { useJustChanged } from '../kit/layout/useJustChanged.ts';
import { isLeftToSend } from '../../contract/batches/waiting.ts';
import { progressText } from '../../contract/text/progress.ts';
import { useFloorHold, usePausedBecause } from '../queries/attention.ts';
import { pauseAction } from '../batches/batch/sending.ts';
import { BatchName } from './BatchName.tsx';
import { useBatch, usePause, useRunner } from '../queries/batches.ts';

const mostShown = 8;

/** Batches that still have something to send or to poll. */
export function RunningBatches() {
  const runner = useRunner();
  const batchIds = runner.data?.batchIds ?? [];
  return (
    <Section title="Being sent">
      <ErrorNotice error={runner.error} onRetry={() => void runner.refetch()} />
      {runner.data !== undefined && batchIds.length === 0 ? (
        <Box sx={{ color: 'text.secondary', padding: '8px 0' }}>
          No batch is being sent. Released batches show their progress here.
        </Box>
      ) : null}
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {batchIds.slice(0, mostShown).map((batchId) => (
          <RunningBatch key={batchId} batchId={batchId} />
        ))}
      </Box>
      {batchIds.length > mostShown ? (
        <Box sx={{ padding: '8px 0' }}>
          <MuiLink component={Link} to="/batches">
            and {batchIds.length - mostShown} more
          </MuiLink>
        </Box>
      ) : null}
    </Section>
  );
}

function RunningBatch({ batchId }: { readonly batchId: string }) {
  const batch = useBatch(batchId).data;
  const hold = useFloorHold(batch);
  const { pause, resume } = usePause();
  const because = usePausedBecause(batchId, batch?.isPaused === true);
  const isOpposite = useJustChanged(String(batch?.isPaused));
  if (batch === undefined) return <Box component="li" sx={{ height: 68 }} />;
  const { fileName, byState, rows, isPaused } = batch;
  const action = pauseAction(batch, because);
  const label = action === 'resume' ? 'Resume' : 'Pause';
  return (
    <Box
      component="li"
      sx={{ padding: '9px 0', borderBottom: '1px solid', borderColor: 'hairline', fontSize: 13 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 30 }}>
        <BatchName {...batch} />
        <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {isPaused && isLeftToSend(batch) ? 'Paused · ' : hold === null ? '' : 'Waits for money · '}
          {progressText(byState, rows)}
        </Box>
        {action === null ? null : (
          <Button
            size="small"
            color="inherit"
            startIcon={action === 'resume' ? <ResumeIcon /> : <PauseIcon />}
            aria-label={`${label} ${fileName}`}
            disabled={pause.isPending || resume.isPending || isOpposite}
            onClick={() => (action === 'resume' ? resume : pause).mutate({ batchId })}
          >
            {label}
          </Button>
        )}
      </Box>
      <Box sx={{ marginTop: '4px' }}>
        <StateBar byState={byState} rows={rows} />
      </Box>
    </Box>
  );
}
