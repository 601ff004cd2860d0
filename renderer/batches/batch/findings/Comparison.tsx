import Box from '@mui/material/Box';
import { ErrorNotice } from '../../../kit/messages/ErrorNotice.tsx';
import { useComparison } from '../../../queries/batches.ts';
import { Changes } from '../Changes.tsx';
import { Finding } from './Finding.tsx';
import { comparisonHeading } from './finding-text.ts';

/** The difference of a batch from the last comparable one; empty if none was released before. */
export function Comparison({ batchId }: { batchId: string }) {
  const { data: comparison = null, error, refetch } = useComparison(batchId);
  if (comparison === null && error !== null)
    return (
      <Finding
        title="Last batch"
        heading={{ standing: 'open', text: 'This batch could not be compared with it.' }}
      >
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Finding>
    );
  if (comparison === null) return null;
  const { newPayees, missingPayees, changedAccounts, changedAmounts } = comparison;
  const changes = newPayees.length + missingPayees.length + changedAccounts.length + changedAmounts.length;
  return (
    <Finding title="Last batch" heading={comparisonHeading(comparison)}>
      {changes > 0 && (
        <Box component="details" open={changedAccounts.length > 0} sx={{ mt: 0.5, fontSize: 13 }}>
          <summary>Show what changed</summary>
          <Changes comparison={comparison} />
        </Box>
      )}
    </Finding>
  );
}
