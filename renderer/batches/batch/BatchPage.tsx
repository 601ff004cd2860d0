import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Empty } from '../../kit/messages/Empty.tsx';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { Page } from '../../kit/layout/Page.tsx';
import { useOlderRecords } from '../../queries/attention.ts';
import { useBatch, type BatchSummary } from '../../queries/batches.ts';
import { DraftBatch, type DraftQuestion } from './DraftBatch.tsx';
import { goneBatchText } from './older-records.ts';
import { isUnreleased } from './release-text.ts';
import { SentBatch } from './SentBatch.tsx';

/** One batch: before its release the planned payouts, afterwards their outcome. */
export function BatchPage() {
  const { batchId = '' } = useParams();
  const batch = useBatch(batchId);
  const navigate = useNavigate();
  // Data from before the draft was deleted is no longer valid.
  const isGone = batch.error?.appError.code === 'notFound';
  const older = useOlderRecords(isGone);
  if (batch.data !== undefined && !isGone) return <ShownBatch key={batchId} batch={batch.data} />;
  if (batch.error === null) return <Page title="Batch">{null}</Page>;
  return (
    <Page title="Batch">
      {isGone ? (
        <Empty
          title="Batch not found"
          text={goneBatchText(older)}
          action={<Button onClick={() => void navigate('/batches')}>Go to the batches</Button>}
        />
      ) : (
        <ErrorNotice error={batch.error} onRetry={() => void batch.refetch()} />
      )}
    </Page>
  );
}

/** A draft that is released or discarded elsewhere stays until an open question about it has said so. */
function ShownBatch({ batch }: { readonly batch: BatchSummary }) {
  const [question, setQuestion] = useState<DraftQuestion | null>(null);
  return isUnreleased(batch) || question !== null ? (
    <DraftBatch batch={batch} question={question} onAsk={setQuestion} />
  ) : (
    <SentBatch batch={batch} />
  );
}
