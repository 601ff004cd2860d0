import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { countText } from '../../contract/text/numbers.ts';
import { useProgress } from '../events.ts';
import { CheckList } from '../kit/CheckList.tsx';
import { ErrorNotice } from '../kit/ErrorNotice.tsx';
import { Progress } from '../kit/Progress.tsx';
import { Section } from '../kit/Section.tsx';
import { useVerify } from './queries.ts';

/** Recomputes the chain of events, and tells what it found. */
export function AuditLog() {
  const verify = useVerify();
  const progress = useProgress('audit', verify.isPending);
  const run = () => verify.mutate({});
  const found = verify.data;
  return (
    <Section
      title="Log of events"
      about="Every change of state is an event that is chained to the one before. Verifying recomputes the whole chain, and every state from it."
      actions={
        <Button
          size="small"
          variant="outlined"
          disabled={verify.isPending}
          onClick={run}
          sx={{ flex: 'none' }}
        >
          Verify the log
        </Button>
      }
    >
      <Box role="status">
        {verify.isPending ? (
          <Progress done={progress?.done ?? 0} total={null} label="Verifying the log" />
        ) : null}
        {verify.error === null ? null : <ErrorNotice error={verify.error} onRetry={run} />}
        {found === undefined || verify.isPending ? null : (
          <CheckList
            label="What the log holds"
            checks={
              found.problems.length === 0
                ? [
                    {
                      name: 'The log is whole',
                      isFine: true,
                      found: `${countText(found.events)} events of ${countText(found.payments)} payouts agree with every state.`,
                    },
                  ]
                : found.problems.map((problem, index) => ({
                    name: `Problem ${index + 1}`,
                    isFine: false,
                    found: problem,
                  }))
            }
          />
        )}
      </Box>
    </Section>
  );
}
