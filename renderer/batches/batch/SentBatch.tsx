import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { useState } from 'react';
import { Link } from 'react-router';
import { countIn, type PaymentState, troubledStates } from '../../../contract/payments/payment.ts';
import { counted } from '../../../contract/text/numbers.ts';
import { ConfirmDialog } from '../../kit/messages/ConfirmDialog.tsx';
import { When } from '../../kit/When.tsx';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { useOvertaken } from '../../kit/messages/useOvertaken.ts';
import { useToast } from '../../kit/messages/useToast.tsx';
import { useJustChanged } from '../../kit/layout/useJustChanged.ts';
import { Page } from '../../kit/layout/Page.tsx';
import { usePausedBecause } from '../../queries/attention.ts';
import {
  useBatchReport,
  useCancelBatch,
  type BatchSummary,
  usePause,
  exportReport,
} from '../../queries/batches.ts';
import { useShowSheet } from '../useShowSheet.ts';
import { SetAsideLinks } from '../SetAsideLinks.tsx';
import { profileText } from '../profile-text.ts';
import { OutcomeTable } from './OutcomeTable.tsx';
import { BatchPayoutTable } from './BatchPayoutTable.tsx';
import { DecideOutside } from './DecideOutside.tsx';
import { Comparison } from './findings/Comparison.tsx';
import { ProblemList } from './findings/ProblemList.tsx';
import { RepeatMenu } from './RepeatMenu.tsx';
import { SendingPanel } from './SendingPanel.tsx';
import { isUnfinished, pauseAction } from './sending.ts';
import { evidenceFormat, writeEvidence } from '../../evidence/evidence-file.ts';
import { FileMenu } from '../../kit/FileMenu.tsx';

/** Of a button that has nothing more to do while the batch is watched: without its room, a long name would need a line less, and all move up. */
const unseen = { visibility: 'hidden' } as const;
/** Who released comes with the report, and would wrap. */
const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** A released batch: its progress, problems, and all payouts. */
export function SentBatch({ batch }: { batch: BatchSummary }) {
  const { batchId } = batch;
  const toast = useToast();
  const [states, setStates] = useState<readonly PaymentState[]>([]);
  const [isCancelling, setCancelling] = useState(false);
  const [isWatched] = useState(isUnfinished(batch));
  const { pause, resume } = usePause();
  const cancel = useCancelBatch(({ cancelledRows }) => {
    setCancelling(false);
    toast.show(
      cancelledRows === 0
        ? 'Nothing cancelled: no payout was waiting to be sent.'
        : `${counted(cancelledRows, 'payout')} cancelled.`,
    );
  });
  const retry = useShowSheet();
  const queued = batch.byState.queued ?? 0;
  useOvertaken(
    { isOpen: isCancelling, isLeft: queued > 0, isBusy: cancel.isPending, close: () => setCancelling(false) },
    'There is nothing left to cancel: no payout of this batch waits to be sent.',
  );
  const action = pauseAction(batch, usePausedBecause(batchId, batch.isPaused));
  const isOpposite = useJustChanged(String(batch.isPaused));
  const report = useBatchReport(batch);
  // All figures of the page come from one read, so that they agree.
  const { byState, paidByRetry, paidOutside, paidByOther } = report.data ?? batch;
  const shown = { ...batch, byState, paidByRetry, paidOutside, paidByOther };
  const problems =
    report.data === undefined
      ? countIn(shown.byState, troubledStates)
      : report.data.problems.length + report.data.problemsLeftOut;
  const retriable = problems > 0 ? (report.data?.retriable ?? 0) : 0;
  const drafted = report.data?.problems.find(({ retriedBy }) => retriedBy?.state === 'draft')?.retriedBy;

  return (
    <Page
      title={batch.fileName}
      about={
        <Box sx={isWatched ? oneLine : {}}>
          {profileText(batch)}
          {batch.releasedAt === null ? (
            ' · discarded before release'
          ) : (
            <>
              {' '}
              ·{' '}
              <MuiLink component={Link} to={`/activity?batch=${encodeURIComponent(batchId)}`} color="inherit">
                Activity
              </MuiLink>{' '}
              · released <When at={batch.releasedAt} />
              {report.data?.releasedBy == null ? null : ` by ${report.data.releasedBy}`}
            </>
          )}
        </Box>
      }
      actions={
        <>
          {(queued > 0 || isWatched) && (
            <Button
              color="inherit"
              disabled={queued === 0}
              sx={queued === 0 ? unseen : {}}
              onClick={() => setCancelling(true)}
            >
              Cancel unsent payouts
            </Button>
          )}
          {(action !== null || isWatched) && (
            <Button
              variant="outlined"
              disabled={action === null || pause.isPending || resume.isPending || isOpposite}
              sx={action === null ? unseen : {}}
              onClick={() => (action === 'resume' ? resume : pause).mutate({ batchId })}
            >
              {action === 'resume' ? 'Resume' : 'Pause'}
            </Button>
          )}
          {batch.releasedAt !== null && <RepeatMenu batch={batch} />}
          <ReportMenu batch={batch} isOfMessage={report.data?.messageId != null} />
          {report.data !== undefined && <DecideOutside report={report.data} />}
        </>
      }
    >
      <SetAsideLinks of={{ batchId }} />
      <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />
      <OutcomeTable batch={batch} report={report.data ?? null} isWatched={isWatched} />
      <SendingPanel batch={shown} chosen={states} onChoose={setStates} />
      <ProblemList batch={shown} problems={problems} report={report.data}>
        {retriable > 0 && (
          <Button
            size="small"
            variant="contained"
            disabled={retry.isPending}
            onClick={() =>
              retry.mutate({ profileName: batch.profileName, source: { kind: 'retryBatch', batchId } })
            }
          >
            Retry {counted(retriable, 'payout')}
          </Button>
        )}
        {retriable === 0 && drafted != null && (
          <Button size="small" variant="outlined" component={Link} to={`/batches/${drafted.batchId}`}>
            Open drafted retry
          </Button>
        )}
      </ProblemList>
      <BatchPayoutTable batch={batch} states={states} onStates={setStates} />
      {/* Comes when the batch is done: below the payouts, which stay under the pointer. */}
      {batch.releasedAt !== null && !isUnfinished(batch) && <Comparison batchId={batchId} />}
      <ConfirmDialog
        isOpen={isCancelling}
        title="Cancel unsent payouts?"
        text={`Bursar does not send ${counted(queued, 'payout')}. Payouts already sent are not affected, and Bursar keeps checking them. Requests in doubt are not repeated unless you resume the batch.`}
        action={`Cancel ${counted(queued, 'payout')}`}
        dismissal="Not now"
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate({ batchId })}
        onCancel={() => setCancelling(false)}
      />
    </Page>
  );
}

const formats = [
  { format: 'pdf', title: 'Report to print (PDF)', about: 'Totals, outcome, who did what, audit log' },
  { format: 'xlsx', title: 'Excel (XLSX)', about: 'Every row with its outcome' },
  { format: 'csv', title: 'CSV', about: 'Every row with its outcome; opens everywhere' },
  evidenceFormat,
] as const;

const statusReport = {
  format: 'pain.002',
  title: 'Status report (pain.002)',
  about: 'The outcome of each payment, for the program that made the file',
} as const;

type ReportMenuProps = {
  readonly batch: Pick<BatchSummary, 'batchId' | 'fileName'>;
  /** Whether the batch came from a pain.001, which a pain.002 answers. */
  readonly isOfMessage: boolean;
};

/** Saves the report of a batch, the answer to its payment file, or evidence that an auditor can verify without Bursar. */
function ReportMenu({ batch, isOfMessage }: ReportMenuProps) {
  const { batchId, fileName } = batch;
  return (
    <FileMenu
      title="Export report"
      formats={isOfMessage ? [...formats, statusReport] : formats}
      label="Writing the report"
      write={async (format, signal) => {
        if (format === 'evidence') return writeEvidence({ kind: 'batch', batchId }, signal);
        const { bytes, rows, leftOut } = await exportReport(batchId, format, signal);
        const name = `${fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')}-report.${format === 'pain.002' ? 'xml' : format}`;
        const others =
          leftOut === 0 ? '' : ` ${counted(leftOut, 'row')} left out: not from the payment file.`;
        return { name, bytes, text: `${counted(rows, 'row')} exported.${others}` };
      }}
    />
  );
}
