import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { checkLine } from '../../contract/text/maintenance/check-text.ts';
import { CheckList } from '../kit/CheckList.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Progress } from '../kit/messages/Progress.tsx';
import { useTestConnection } from '../queries/profiles.ts';

type ConnectionTestProps = { readonly profileName: string; readonly isPrimary?: boolean };

/** Tests the connection of a profile and shows the result of each step. */
export function ConnectionTest({ profileName, isPrimary = false }: ConnectionTestProps) {
  const test = useTestConnection();
  const run = () => test.mutate({ profileName });
  const isFine = test.data?.every((check) => check.isFine) ?? false;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, alignItems: 'flex-start' }}>
      <Box data-actions sx={{ display: 'contents' }}>
        <Button
          variant={isPrimary && !isFine ? 'contained' : 'outlined'}
          disabled={test.isPending}
          onClick={run}
        >
          {test.data === undefined ? 'Test connection' : 'Test again'}
        </Button>
      </Box>
      <Box role="status" sx={{ width: '100%' }}>
        {test.isPending ? <Progress done={0} total={null} label="Testing the connection" /> : null}
        {test.data !== undefined && !test.isPending ? (
          <CheckList checks={test.data.map(checkLine)} label="What each step found" />
        ) : null}
        <ErrorNotice error={test.error} onRetry={run} />
      </Box>
    </Box>
  );
}
