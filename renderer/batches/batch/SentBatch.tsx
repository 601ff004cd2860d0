import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { PaymentState } from '../../../contract/payment.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { When } from '../../kit/When.tsx';
import { useDownload } from '../../kit/useDownload.ts';
import { useToast } from '../../kit/useToast.tsx';
import { Page } from '../../kit/Page.tsx';
import { useCancelBatch, useExportReport, useOpenSheet, usePause, type BatchSummary } from '../queries.ts';
import { counted, profileText } from '../words.ts';
import { BatchFigures } from './BatchFigures.tsx';
import { PayoutTable } from './PayoutTable.tsx';
import { ProblemList } from './ProblemList.tsx';
import { SendingPanel } from './SendingPanel.tsx';
import { countIn, problemStates, repairableStates } from './sending.ts';

/** A batch that was released: how far it is, what went wrong, and every payout of it. */
export function SentBatch({ batch }: { batch: BatchSummary }) {
  const { batchId } = batch;
  const navigate = useNavigate();
  const toast = useToast();
  const download = useDownload();
  const [states, setStates] = useState<readonly PaymentState[]>([]);
  const [isCancelling, setCancelling] = useState(false);
  const { pause, resume } = usePause();
  const cancel = useCancelBatch((count) => {
    setCancelling(false);
    toast.say(
      count === 0
        ? 'Everything was on its way already: nothing was cancelled.'
        : `${counted(count, 'payout')} cancelled.`,
    );
  });
  const repair = useOpenSheet((opening) => {
    if (opening.kind === 'opened') void navigate(`/sheets/${opening.sheet.sheetId}`);
  });
  const report = useExportReport((bytes) => void download(`${reportName(batch.fileName)}.csv`, bytes));
  const queued = batch.byState.queued ?? 0;
  const repairable = countIn(batch, repairableStates);
  const problems = countIn(batch, problemStates);

  return (
    <Page
      title={batch.fileName}
      about={
        <>
          {profileText(batch)}
          {batch.releasedAt === null ? (
            ' · discarded before its release'
          ) : (
            <>
              {' '}
              · released <When at={batch.releasedAt} />
            </>
          )}
        </>
      }
      actions={
        <>
          {queued > 0 && (
            <Button color="inherit" onClick={() => setCancelling(true)}>
              Cancel what is not sent
            </Button>
          )}
          {queued > 0 && (
            <Button
              variant="outlined"
              disabled={pause.isPending || resume.isPending}
              onClick={() => (batch.isPaused ? resume : pause).mutate({ batchId })}
            >
              {batch.isPaused ? 'Resume' : 'Pause'}
            </Button>
          )}
          <Button variant="outlined" disabled={report.isPending} onClick={() => report.mutate({ batchId })}>
            {report.isPending ? 'Writing …' : 'Export report'}
          </Button>
          {repairable > 0 && (
            <Button
              variant="contained"
              disabled={repair.isPending}
              onClick={() =>
                repair.mutate({ profileName: batch.profileName, source: { kind: 'retryBatch', batchId } })
              }
            >
              Repair and send {counted(repairable, 'payout')} again
            </Button>
          )}
        </>
      }
    >
      <BatchFigures batch={batch} />
      <SendingPanel batch={batch} chosen={states} onChoose={setStates} />
      {problems > 0 && <ProblemList batch={batch} problems={problems} />}
      <PayoutTable batch={batch} states={states} onStates={setStates} />
      <ConfirmDialog
        isOpen={isCancelling}
        title="Cancel what is not sent?"
        text={`${counted(queued, 'payout')} that did not leave yet will not be sent. What is on its way goes on, and is followed to its end.`}
        action={`Cancel ${counted(queued, 'payout')}`}
        onConfirm={() => cancel.mutate({ batchId })}
        onCancel={() => setCancelling(false)}
      />
    </Page>
  );
}

const reportName = (fileName: string) => `${fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')}-report`;
