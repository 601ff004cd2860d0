import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useCallback } from 'react';
import { counted } from '../../../contract/text/numbers.ts';
import { ConfirmDialog } from '../../kit/messages/ConfirmDialog.tsx';
import { When } from '../../kit/When.tsx';
import { useShortcut } from '../../kit/shortcuts/useShortcut.tsx';
import { useGoOn } from '../../kit/useGoOn.ts';
import { useOvertaken } from '../../kit/messages/useOvertaken.ts';
import { useToast } from '../../kit/messages/useToast.tsx';
import { Page } from '../../kit/layout/Page.tsx';
import { useOlderRecords } from '../../queries/attention.ts';
import {
  useCancelBatch,
  useFollowReleases,
  useFullCheck,
  usePayeeFindings,
  useQuickCheck,
  type BatchSummary,
} from '../../queries/batches.ts';
import { useShowSheet } from '../useShowSheet.ts';
import { ApprovalPanel } from '../../approvals/ApprovalPanel.tsx';
import { useSaveRequest } from '../../approvals/useSaveSigned.ts';
import { useApprovalStatus } from '../../queries/approvals.ts';
import { useSheets } from '../../queries/sheets.ts';
import { SetAsideLinks } from '../SetAsideLinks.tsx';
import { profileText } from '../profile-text.ts';
import { BatchFigures } from './BatchFigures.tsx';
import { CheckPanel } from './findings/CheckPanel.tsx';
import { Findings } from './findings/Findings.tsx';
import { ReleaseSheet } from './ReleaseSheet.tsx';
import { draftSendingText } from './older-records.ts';
import { isUnreleased, overtakenDraftText, overtakenRows } from './release-text.ts';
import { ScheduleNotice } from './ScheduleNotice.tsx';

/** What a person is asked about a draft. */
export type DraftQuestion = 'releaseNow' | 'releaseLater' | 'discard';

type Props = {
  readonly batch: BatchSummary;
  /** The question that is open; null if none is. */
  readonly question: DraftQuestion | null;
  readonly onAsk: (question: DraftQuestion | null) => void;
};

/** An unreleased batch: the findings of its check, and its release. */
export function DraftBatch({ batch, question, onAsk }: Props) {
  const { batchId, rows } = batch;
  const older = useOlderRecords();
  const goOn = useGoOn();
  const toast = useToast();
  useFollowReleases(batchId);
  const quick = useQuickCheck(batchId, batch.profileName);
  const full = useFullCheck(batchId);
  // The quick check runs again after each change; only the other one asks about options.
  const latest = quick.data ?? full.report;
  const report = latest === null ? null : { ...latest, options: (full.report ?? latest).options };
  const close = useCallback(() => onAsk(null), [onAsk]);
  const edit = useShowSheet();
  const isSheetKept = useSheets().data?.some((sheet) => sheet.batchId === batchId) === true;
  const discard = useCancelBatch(({ cancelledRows, state }) => {
    close();
    if (state !== 'cancelled') {
      toast.show(`${counted(cancelledRows, 'payout')} cancelled: the batch was released meanwhile.`);
      return;
    }
    toast.show(`${batch.fileName} was discarded.`);
    goOn('/batches');
  });
  const isReleaseShown = report !== null && (question === 'releaseNow' || question === 'releaseLater');
  useOvertaken(
    {
      isOpen: question !== null && !isReleaseShown,
      isLeft: isUnreleased(batch),
      isBusy: discard.isPending,
      close,
    },
    overtakenDraftText(batch),
  );

  const approval = useApprovalStatus(batchId).data;
  const payees = usePayeeFindings(batchId);
  const blockedReason =
    report === null
      ? quick.error === null
        ? 'Checking the rows.'
        : 'The rows could not be checked.'
      : approval !== undefined && approval.message !== null
        ? 'Approvals are missing.'
        : report.limits.length > 0
          ? 'The batch exceeds a limit.'
          : payees.data?.counts.some(({ level }) => level === 'block') === true
            ? 'Findings about payees block the release.'
            : overtakenRows(report) > 0
              ? 'Rows of this retry are no longer to be paid.'
              : null;
  const whyNot = blockedReason === null || report === null ? blockedReason : `${blockedReason} See below.`;
  const isPrepareOnly = approval?.isPrepareOnly === true;
  const request = useSaveRequest();
  const release = () => {
    if (isPrepareOnly) request.mutate({ batchId });
    else if (whyNot === null) onAsk('releaseNow');
    else toast.show(whyNot);
  };
  useShortcut('mod+Enter', release, isPrepareOnly ? 'Request approval of this batch' : 'Release this batch');

  return (
    <Page
      title={batch.fileName}
      about={
        <>
          Draft for {profileText(batch)} · created <When at={batch.createdAt} /> ·{' '}
          {draftSendingText(batch, older)}
        </>
      }
      actions={
        <>
          <Button color="inherit" onClick={() => onAsk('discard')}>
            Discard
          </Button>
          <Button
            variant="outlined"
            disabled={edit.isPending}
            onClick={() =>
              edit.mutate({ source: { kind: 'draft', batchId }, profileName: batch.profileName })
            }
          >
            Edit rows
          </Button>
          {isPrepareOnly ? (
            <Button variant="contained" disabled={request.isPending} onClick={release}>
              Request approval
            </Button>
          ) : (
            <Tooltip title={whyNot ?? ''} slotProps={{ popper: { disablePortal: true } }}>
              <span>
                <Button variant="contained" disabled={blockedReason !== null} onClick={release}>
                  Release {counted(rows, 'payout')} …
                </Button>
              </span>
            </Tooltip>
          )}
        </>
      }
    >
      <ScheduleNotice batch={batch} onChange={() => onAsk('releaseLater')} />
      <SetAsideLinks of={{ batchId }} />
      <BatchFigures batch={batch} />
      <ApprovalPanel batchId={batchId} />
      {isPrepareOnly ? null : (
        <CheckPanel batchId={batchId} run={full.run} report={full.report} options={report?.options ?? null} />
      )}
      <Findings
        report={report}
        isScheduled={batch.scheduledFor !== null}
        payees={payees}
        profileName={batch.profileName}
        error={quick.error}
        onRetry={() => void quick.refetch()}
        isComplete={full.report !== null}
        isChecking={full.isRunning}
      />
      {isReleaseShown && (
        <ReleaseSheet
          batch={batch}
          report={report}
          blockedReason={blockedReason}
          isBegunLater={question === 'releaseLater'}
          onClose={close}
        />
      )}
      <ConfirmDialog
        isOpen={question === 'discard'}
        title={`Discard ${batch.fileName}?`}
        text={`Bursar cancels the ${counted(rows, 'payout')} of this draft, and the order IDs become free again.${isSheetKept ? ' The rows stay under “Being prepared”.' : ''}`}
        action="Discard batch"
        isBusy={discard.isPending}
        onConfirm={() => discard.mutate({ batchId })}
        onCancel={close}
      />
    </Page>
  );
}
