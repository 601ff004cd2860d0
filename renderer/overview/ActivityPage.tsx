import Box from '@mui/material/Box';
import { Page } from '../kit/layout/Page.tsx';
import { Attention } from './Attention.tsx';
import { AuditLog } from './AuditLog.tsx';
import { Doctor } from './Doctor.tsx';
import { RecentChanges } from './RecentChanges.tsx';
import { RunningBatches } from './RunningBatches.tsx';

/** What goes on, and whether everything is in order: running batches, open matters, the log of events, the state of Bursar. */
export function ActivityPage() {
  return (
    <Page title="Activity" about="What is being sent, the audit log and the diagnostics.">
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(440px, 100%), 1fr))',
          columnGap: 5,
          rowGap: 4,
          alignItems: 'start',
        }}
      >
        <RecentChanges />
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, minWidth: 0 }}>
          <RunningBatches />
          <Attention />
          <AuditLog />
          <Doctor />
        </Box>
      </Box>
    </Page>
  );
}
