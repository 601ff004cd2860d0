import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useToast } from '../../kit/messages/useToast.tsx';
import { besideInUtc } from '../../kit/times.ts';
import { When } from '../../kit/When.tsx';
import { useMissedSchedule } from '../../queries/attention.ts';
import { useUnschedule, type BatchSummary } from '../../queries/batches.ts';
import { scheduleState } from '../schedule-state.ts';

type ScheduleNoticeProps = {
  readonly batch: BatchSummary;
  /** Opens the form for another time. */
  readonly onChange: () => void;
};

/** When Bursar releases a draft by itself, or why it waits for a person; empty if it has no schedule. */
export function ScheduleNotice({ batch, onChange }: ScheduleNoticeProps) {
  const { batchId, scheduledFor, heldSchedule } = batch;
  const toast = useToast();
  const unschedule = useUnschedule(() => toast.show('Schedule ended.'));
  const at = scheduledFor ?? heldSchedule?.scheduledFor;
  const missed = useMissedSchedule(batch);
  const state = scheduleState(batch, missed !== null);
  if (at === undefined || state === null) return null;
  const time = (
    <strong>
      <When at={at} />
      {besideInUtc(at)}
    </strong>
  );
  return (
    <Alert
      severity={state === 'scheduled' ? 'info' : 'warning'}
      action={
        <Box data-actions sx={{ display: 'contents' }}>
          <Button color="inherit" onClick={onChange}>
            Change time
          </Button>
          <Button
            color="inherit"
            disabled={unschedule.isPending}
            onClick={() => unschedule.mutate({ batchId })}
          >
            End schedule
          </Button>
        </Box>
      }
      sx={{ '& .MuiAlert-action': { whiteSpace: 'nowrap' } }}
    >
      {state === 'held' ? (
        <>
          Was scheduled for {time}, and waits for you. {heldSchedule?.message}
        </>
      ) : missed !== null && missed.triedUntil !== null ? (
        <>
          Was scheduled for {time}. Bursar could not release it yet, and tries until{' '}
          <When at={missed.triedUntil} />. If it is not to be released then, end the schedule.
        </>
      ) : state === 'missed' ? (
        <>
          Was scheduled for {time}, and was not released then. Release it now, choose another time, or end the
          schedule.
        </>
      ) : (
        <>
          Scheduled for {time}. Bursar then checks rows, duplicates, limits, payees and approvals again, but
          not methods and balances. While Bursar is closed or this computer is asleep, nothing is released.
        </>
      )}
    </Alert>
  );
}
