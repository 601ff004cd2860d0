import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { checkLine } from '../../contract/text/maintenance/check-text.ts';
import { useProgress } from '../events.ts';
import { CheckList } from '../kit/CheckList.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Progress } from '../kit/messages/Progress.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { useDoctor, useRebuild } from '../queries/maintenance.ts';

/** Checks the foundations of Bursar, and rebuilds derived data. */
export function Doctor() {
  const doctor = useDoctor();
  const checking = useProgress('doctor', doctor.isPending);
  const run = () => doctor.mutate({});
  const rebuild = useRebuild(run);
  const rebuilding = useProgress('rebuild', rebuild.isPending);
  const isBusy = doctor.isPending || rebuild.isPending;
  return (
    <Section
      title="Diagnostics"
      about="Checks the database, the data folder, the keychain, the settings and derived data. Rebuilding derives the history index, search, counts and payees again from the payments, and changes nothing else."
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, flex: '0 1 auto' }}>
          <Button size="small" color="inherit" disabled={isBusy} onClick={() => rebuild.mutate({})}>
            Rebuild derived data
          </Button>
          <Button size="small" variant="outlined" disabled={isBusy} onClick={run}>
            Run diagnostics
          </Button>
        </Box>
      }
    >
      <Box role="status">
        {doctor.isPending ? (
          <Progress
            done={checking?.done ?? 0}
            total={null}
            label="Running diagnostics"
            onCancel={doctor.stop}
          />
        ) : null}
        {rebuild.isPending ? (
          <Progress
            done={rebuilding?.done ?? 0}
            total={null}
            label="Rebuilding derived data"
            onCancel={rebuild.stop}
          />
        ) : null}
        <ErrorNotice error={doctor.error} onRetry={run} />
        {doctor.data === undefined || isBusy ? null : (
          <CheckList checks={doctor.data.map(checkLine)} label="What was found" />
        )}
      </Box>
    </Section>
  );
}
