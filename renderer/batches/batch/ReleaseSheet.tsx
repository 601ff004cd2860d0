import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { amountIn, counted, durationText } from '../../../contract/text/numbers.ts';
import type { CallError } from '../../call-error.ts';
import { Amount } from '../../kit/Amount.tsx';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { shortTime } from '../../kit/times.ts';
import { Band } from '../../shell/Band.tsx';
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
import { useProfiles } from '../../queries/profiles.ts';
import { ConfirmDuplicates } from './findings/ConfirmDuplicates.tsx';
import { confirmationOf, nothingConfirmed, toConfirm, type Confirmed } from './findings/confirmation.ts';
import { scheduleState } from '../schedule-state.ts';
import { ReleaseTimeField } from './ReleaseTimeField.tsx';
import { fundsText, overtakenRows, releaseFaultText, releaseWarnings } from './release-text.ts';
import { fieldTime, readTime, usualTime } from './release-time.ts';

/** Requests that the gateway takes in a second from one merchant. */
const requestsPerSecond = 10;

type Props = {
  readonly batch: BatchSummary;
  readonly report: CheckReport;
  /** Whether a later time is asked for first. */
  readonly isBegunLater: boolean;
  readonly onClose: () => void;
};

/** The moment before money leaves: says what will happen as a cheque does, and asks once. */
export function ReleaseSheet({ batch, report, isBegunLater, onClose }: Props) {
  const { batchId, rows, totals, environment, rowsHash } = batch;
  const toast = useToast();
  const [fault, setFault] = useState<CallError | null>(null);
  const [isLater, setIsLater] = useState(isBegunLater);
  const [typed, setTyped] = useState(() =>
    scheduleState(batch, Date.now()) === 'scheduled' && batch.scheduledFor !== null
      ? fieldTime(new Date(batch.scheduledFor))
      : usualTime(new Date()),
  );
  const time = readTime(typed, new Date());
  const verb = isLater ? 'Schedule' : 'Release';
  const profile = useProfiles().data?.find(({ name }) => name === batch.profileName);
  const host = useHost();
  const shown = useBatch(batchId);
  const checked = useQuickCheck(batchId, batch.profileName);
  const { data: duplicates = null, error: compareError, refetch: refetchDuplicates } = useDuplicates(batchId);
  const [choice, setChoice] = useState<{ findingsHash: string; confirmed: Confirmed } | null>(null);
  // A confirmation is for what was seen: where anything else is found since, it begins again.
  const confirmed =
    choice !== null && choice.findingsHash === duplicates?.findingsHash ? choice.confirmed : nothingConfirmed;
  const confirmation = duplicates === null ? null : confirmationOf(duplicates, confirmed);
  const isOvertaken = overtakenRows(report) > 0;
  const hasDuplicates = !isOvertaken && duplicates !== null && toConfirm(duplicates) > 0;
  const isConfirmed = duplicates !== null && (confirmation !== null || !hasDuplicates);
  const onFault = (error: CallError) => {
    if (error.appError.code === 'releaseDeclined') {
      toast.say(`Not ${isLater ? 'scheduled' : 'released'}. Nothing was sent.`);
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
    toast.say(`${counted(rows, 'payout')} ${done}.`);
    onClose();
  }, onFault);
  const isLive = environment === 'live';
  const payees = usePayeeFindings(batchId).data ?? null;
  const warnings = releaseWarnings(report, payees);
  const explanation = fault === null ? null : releaseFaultText(fault.appError.code);
  const close = () => {
    if (!release.isPending) onClose();
  };

  return (
    <Dialog
      open
      maxWidth={hasDuplicates ? 'lg' : 'sm'}
      fullWidth
      onClose={close}
      aria-labelledby="release-title"
    >
      <Band environment={environment} />
      <DialogTitle id="release-title">
        {verb} {counted(rows, 'payout')}?
      </DialogTitle>
      <DialogContent>
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: '8px', p: 2.5 }}>
          <Line label="Pay">
            {totals.map(({ currencyCode, amount, count }) => (
              <Box
                key={currencyCode}
                sx={{
                  display: 'flex',
                  flexWrap: 'wrap',
                  justifyContent: 'space-between',
                  alignItems: 'baseline',
                  columnGap: 2,
                }}
              >
                <Box
                  component="span"
                  sx={{
                    fontSize: totals.length > 4 ? 16 : totalSize(amountIn(amount, currencyCode)),
                    fontWeight: 600,
                    lineHeight: 1.3,
                    // An amount is never cut: where even small figures do not fit, it goes on below.
                    '& .amount': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
                    '& .amountCode': { whiteSpace: 'nowrap' },
                  }}
                >
                  <Amount amount={amount} currencyCode={currencyCode} />
                </Box>
                <Box component="span" sx={{ color: 'text.secondary', fontSize: 13, whiteSpace: 'nowrap' }}>
                  {counted(count, 'payout')}
                </Box>
              </Box>
            ))}
          </Line>
          <Line label="From">
            {batch.profileName}
            {profile !== undefined && (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {' '}
                · merchant {profile.merchantCode}
              </Box>
            )}
          </Line>
          <Line label="Through">{profile === undefined ? '…' : profile.baseUrl}</Line>
          <Line label="For">{batch.fileName}</Line>
          <Line label="When">
            <ReleaseTimeField
              isLater={isLater}
              typed={typed}
              time={time}
              isDisabled={release.isPending}
              onLater={setIsLater}
              onTyped={setTyped}
            />
          </Line>
          <Line label="Leaves">
            {report.funds.map((fund) => (
              <Box key={fund.currencyCode}>{fundsText(fund)}</Box>
            ))}
          </Line>
          <Line label="Takes">
            At least {durationText(rows / requestsPerSecond)}. It continues in the background, and you can
            pause it.
          </Line>
        </Box>
        {hasDuplicates && (
          <ConfirmDuplicates
            batchId={batchId}
            duplicates={duplicates}
            confirmed={confirmed}
            onChange={(changed) => setChoice({ findingsHash: duplicates.findingsHash, confirmed: changed })}
          />
        )}
        {warnings.length > 0 && (
          <Alert severity="warning" sx={{ mt: 2 }}>
            <Box component="ul" sx={{ m: 0, pl: 2 }}>
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </Box>
          </Alert>
        )}
        {duplicates === null && compareError !== null && (
          <Box sx={{ mt: 2 }}>
            <ErrorNotice error={compareError} />
          </Box>
        )}
        <Typography sx={{ mt: 2, color: 'text.secondary', fontSize: 13 }}>
          {releaseNote(duplicates === null, isConfirmed, host.data?.face === 'electron', isLater)}
        </Typography>
      </DialogContent>
      {fault !== null && (
        // Beside the buttons, so that nobody has to scroll to learn why nothing was sent.
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
        <Button onClick={close} disabled={release.isPending} autoFocus>
          Not now
        </Button>
        <Button
          variant="contained"
          color={isLive ? 'error' : 'primary'}
          disabled={
            release.isPending ||
            !isConfirmed ||
            isOvertaken ||
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
    </Dialog>
  );
}

/** How large a total is written, in pixels, so that all its digits stand beside each other. */
function totalSize(amount: string): number {
  if (amount.length > 24) return 18;
  return amount.length > 16 ? 22 : 28;
}

/** What stands below a release: why it cannot be made yet, or what making it means. */
function releaseNote(
  isComparing: boolean,
  isConfirmed: boolean,
  asksOnceMore: boolean,
  isLater: boolean,
): string {
  if (isComparing) return 'Comparing with earlier payouts …';
  if (!isConfirmed) return 'Confirm the duplicates above to release.';
  const sending = isLater
    ? 'Nothing is sent before that time. Then everything is checked again, approvals too, and what does not pass waits for you.'
    : 'Each released payout is sent exactly once.';
  return `${asksOnceMore ? 'Your system asks once more.' : 'This is the confirmation.'} ${sending}`;
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Box sx={{ display: 'flex', gap: 2, py: 0.75, alignItems: 'baseline' }}>
      <Box component="span" sx={{ width: 72, flex: 'none', color: 'text.secondary', fontSize: 13 }}>
        {label}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Box>
    </Box>
  );
}
