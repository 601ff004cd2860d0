import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { CheckList } from '../kit/CheckList.tsx';
import { ErrorNotice } from '../kit/ErrorNotice.tsx';
import { Progress } from '../kit/Progress.tsx';
import { Section } from '../kit/Section.tsx';
import { useDoctor } from './queries.ts';

/** Looks over everything that Bursar stands on. */
export function Doctor() {
  const doctor = useDoctor();
  const run = () => doctor.mutate({});
  return (
    <Section
      title="State of Bursar"
      about="Looks at the database, the keychain, the clock and the profiles. It changes nothing."
      actions={
        <Button
          size="small"
          variant="outlined"
          disabled={doctor.isPending}
          onClick={run}
          sx={{ flex: 'none' }}
        >
          Look it over
        </Button>
      }
    >
      <Box role="status">
        {doctor.isPending ? <Progress done={0} total={null} label="Looking it over" /> : null}
        {doctor.error === null ? null : <ErrorNotice error={doctor.error} onRetry={run} />}
        {doctor.data === undefined || doctor.isPending ? null : (
          <CheckList checks={doctor.data} label="What was found" />
        )}
      </Box>
    </Section>
  );
}
