import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { FormDialog } from '../../kit/messages/FormDialog.tsx';
import { counted, countText } from '../../../contract/text/numbers.ts';
import type { CallError } from '../../call-error.ts';
import { useProgress, type ProgressSoFar } from '../../events.ts';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { shortTime } from '../../kit/times.ts';
import { Band } from '../../shell/Band.tsx';
import { useOvertaken } from '../../kit/messages/useOvertaken.ts';
import { useToast } from '../../kit/messages/useToast.tsx';
import {
  useDuplicates,
  usePayeeFindings,
  useQuickCheck,
  useRelease,
  type BatchSummary,
  type CheckReport,
  useBatch,
} from '../../queries/batches.ts';
import { useHost } from '../../queries/host.ts';
import { ConfirmDuplicates } from './findings/ConfirmDuplicates.tsx';
import { confirmationOf, nothingConfirmed, toConfirm, type Confirmed } from './findings/confirmation.ts';
import { ReleaseFacts } from './ReleaseFacts.tsx';
import { ReleaseTimeField } from './ReleaseTimeField.tsx';
import {
  isUnreleased,
  overtakenDraftText,
  overtakenRows,
  releaseFaultText,
  releaseWarnings,
} from './release-text.ts';
import { fieldTime, readTime, usualTime } from './release-time.ts';
import { enlarged } from '../../theme-components.ts';

/** The height in which what is paid scrolls at 400 %, where the warnings would leave it none. */
const shownFacts = 96;

type Props = {
  readonly batch: BatchSummary;
  readonly report: CheckReport;
  /** Why the batch cannot be released, which may arise while this is open; null if it can. */
  readonly blockedReason: string | null;
  /** Whether to ask for a later time first. */
  readonly isBegunLater: boolean;
  readonly onClose: () => void;
};

/** The confirmation of a release: says what will happen, and asks once. */
export function ReleaseSheet({ batch, report, blockedReason, isBegunLater, onClose }: Props) {
  const { batchId, rows, environment, rowsHash } = batch;
  const toast = useToast();
  const [fault, setFault] = useState<CallError | null>(null);
  const [isLater, setIsLater] = useState(isBegunLater);
  const [typed, setTyped] = useState(() =>
    batch.scheduledFor !== null && Date.parse(batch.scheduledFor) > Date.now()
      ? fieldTime(new Date(batch.scheduledFor))
      : usualTime(new Date()),
  );
  const time = readTime(typed, new Date());
  const verb = isLater ? 'Schedule' : 'Release';
  const host = useHost();
  const shown = useBatch(batchId);
  const checked = useQuickCheck(batchId, batch.profileName);
  const { data: duplicates = null, error: compareError, refetch: refetchDuplicates } = useDuplicates(batchId);
  const [choice, setChoice] = useState<{ findingsHash: string; confirmed: Confirmed } | null>(null);
  // A confirmation covers only what was shown: if anything else is found since, it starts again.
  const confirmed =
    choice !== null && choice.findingsHash === duplicates?.findingsHash ? choice.confirmed : nothingConfirmed;
  const confirmation = duplicates === null ? null : confirmationOf(duplicates, confirmed);
  const isOvertaken = overtakenRows(report) > 0;
  const hasDuplicates = !isOvertaken && duplicates !== null && toConfirm(duplicates) > 0;
  const isConfirmed = duplicates !== null && (confirmation !== null || !hasDuplicates);
  const onFault = (error: CallError) => {
    if (error.appError.code === 'releaseDeclined') {
      toast.show(isLater ? 'Not scheduled.' : 'Not released.');
      onClose();
      return;
    }
    setFault(error);
    void shown.refetch();
    void checked.refetch();
    void refetchDuplicates();
  };
  const release = useRelease(({ scheduledFor }) => {
    const done = scheduledFor === null ? 'released' : `scheduled for ${shortTime(scheduledFor)}`;
    toast.show(`${counted(rows, 'payout')} ${done}.`);
    onClose();
  }, onFault);
  useOvertaken(
    { isOpen: true, isLeft: isUnreleased(batch), isBusy: release.isPending, close: onClose },
    overtakenDraftText(batch),
  );
  const asking = useProgress(`retry:${batchId}`, release.isPending);
  const isLive = environment === 'live';
  const { data: payees = null, error: payeesError } = usePayeeFindings(batchId);
  const warnings = releaseWarnings(report, payees ?? (payeesError === null ? 'comparing' : 'failed'));
  const explanation = fault === null ? null : releaseFaultText(fault.appError.code);

  const warned = warnings.length > 0 && (
    <Alert severity="warning">
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </Box>
    </Alert>
  );
  // Duplicates need the space until they are confirmed: the button is disabled as long as the warnings may be out of view.
  const isWarnedBeside = !hasDuplicates || isConfirmed;
  const note = (
    <Typography sx={{ color: 'text.secondary', fontSize: 13 }}>
      {blockedReason ??
        (duplicates === null && compareError !== null
          ? 'The rows could not be compared with earlier payouts.'
          : releaseNote(duplicates === null, isConfirmed, host.data?.face === 'electron', isLater))}
    </Typography>
  );

  return (
    <FormDialog
      maxWidth={hasDuplicates ? 'lg' : 'sm'}
      onClose={release.isPending ? undefined : onClose}
      aria-labelledby="release-title"
    >
      <Band environment={environment} />
      <DialogTitle id="release-title">
        {verb} {counted(rows, 'payout')}?
      </DialogTitle>
      <DialogContent sx={{ [enlarged]: { flex: 'none', height: shownFacts } }}>
        <ReleaseFacts batch={batch} funds={report.funds}>
          <ReleaseTimeField
            isLater={isLater}
            typed={typed}
            time={time}
            isDisabled={release.isPending}
            onLater={setIsLater}
            onTyped={setTyped}
          />
        </ReleaseFacts>
        {hasDuplicates && (
          <ConfirmDuplicates
            batchId={batchId}
            duplicates={duplicates}
            confirmed={confirmed}
            onChange={(changed) => setChoice({ findingsHash: duplicates.findingsHash, confirmed: changed })}
          />
        )}
        {duplicates === null && compareError !== null && (
          <Box sx={{ mt: 2 }}>
            <ErrorNotice error={compareError} onRetry={() => void refetchDuplicates()} />
          </Box>
        )}
        {!isWarnedBeside && warned && <Box sx={{ mt: 2 }}>{warned}</Box>}
      </DialogContent>
      {/* Beside the buttons, so that nobody has to scroll past many currencies or duplicates to see them. */}
      <Box
        sx={{
          px: 3,
          flex: 'none',
          display: 'flex',
          flexDirection: 'column',
          gap: 2,
          [enlarged]: { px: 1.5, flex: '0 1 auto', minHeight: 0, overflowY: 'auto' },
        }}
      >
        {isWarnedBeside && warned && (
          <Box sx={{ maxHeight: '32vh', overflowY: 'auto', [enlarged]: { maxHeight: 'none', flex: 'none' } }}>
            {warned}
          </Box>
        )}
        {note}
      </Box>
      {fault !== null && (
        // Here too, so that nobody has to scroll to see why nothing was released.
        <Box sx={{ px: 3, pt: 2, flex: 'none', maxHeight: '40%', overflowY: 'auto' }}>
          <ErrorNotice error={fault} />
          {explanation !== null && (
            <Alert severity="info" sx={{ mt: 1 }}>
              {explanation}
            </Alert>
          )}
        </Box>
      )}
      <DialogActions>
        {asking !== null && (
          <Typography role="status" sx={{ mr: 'auto', color: 'text.secondary', fontSize: 13 }}>
            {askingText(asking)}
          </Typography>
        )}
        <Button onClick={release.isPending ? release.stop : onClose} autoFocus>
          {release.isPending ? 'Stop' : 'Not now'}
        </Button>
        <Button
          variant="contained"
          color={isLive ? 'error' : 'primary'}
          disabled={
            release.isPending ||
            !isConfirmed ||
            blockedReason !== null ||
            (isLater && time.at === null) ||
            fault?.appError.code === 'releaseChanged'
          }
          onClick={() => {
            setFault(null);
            release.mutate({ batchId, rowsHash, confirmed: confirmation, at: isLater ? time.at : null });
          }}
        >
          {release.isPending
            ? `${isLater ? 'Scheduling' : 'Releasing'} …`
            : `${verb} ${counted(rows, 'payout')}`}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}

/** How many of the payouts that its rows retry or repeat a release has asked about; empty once it was all of them. */
function askingText({ done, total }: ProgressSoFar): string {
  if (total === null || done === total) return '';
  return `Asking the gateway about earlier payouts: ${countText(done)} of ${countText(total)} …`;
}

/** The text below a release: why it is not possible yet, or what it does. */
function releaseNote(
  isComparing: boolean,
  isConfirmed: boolean,
  asksOnceMore: boolean,
  isLater: boolean,
): string {
  if (isComparing) return 'Comparing with earlier payouts …';
  if (!isConfirmed) return 'Confirm the duplicates above to release.';
  const sending = isLater
    ? 'Nothing is released before that time. Bursar then checks rows, duplicates, limits, payees and approvals again, and a batch that does not pass waits for you. Methods and balances are not checked again.'
    : 'Each payout has an order ID of its own, which the gateway accepts only once.';
  return `${asksOnceMore ? 'Your system asks once more.' : 'This is the confirmation.'} ${sending}`;
}
