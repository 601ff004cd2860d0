import Button from '@mui/material/Button';
import { useState } from 'react';
import { counted } from '../../../contract/text/numbers.ts';
import { useOvertaken } from '../../kit/messages/useOvertaken.ts';
import { useToast } from '../../kit/messages/useToast.tsx';
import { DecideDialog } from '../../payments/DecideDialog.tsx';
import { useDecideBatch, type BatchReport } from '../../queries/batches.ts';

/** One decision about all payouts of a batch that were sent outside Bursar; empty if there are none. */
export function DecideOutside({ report }: { readonly report: BatchReport }) {
  const { batchId, byState, outsideHash } = report;
  const [isOpen, setOpen] = useState(false);
  const toast = useToast();
  const decide = useDecideBatch((decidedRows) => {
    setOpen(false);
    toast.show(`Decision saved for ${counted(decidedRows, 'payout')}.`);
  });
  const left = byState.outside ?? 0;
  const outside = counted(left, 'payout');
  useOvertaken(
    { isOpen, isLeft: left > 0, isBusy: decide.isPending, close: () => setOpen(false) },
    'The payouts changed meanwhile: there is nothing left to decide.',
  );
  if (left === 0) return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Decide about {outside} …
      </Button>
      {isOpen ? (
        <DecideDialog
          // If there are others now, the choice was not about them.
          key={outsideHash}
          title={`Decide about ${outside} sent outside Bursar`}
          kind="payout"
          about="By its answers, the gateway had these order IDs before Bursar's first request, so they were probably created outside this history. Each payout says how Bursar knows."
          decisions={['adopt', 'payAgain'] as const}
          isBusy={decide.isPending}
          onDecide={(decision) => decide.mutate({ batchId, decision, outsideHash })}
          onCancel={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
