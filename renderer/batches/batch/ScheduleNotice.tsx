import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useToast } from '../../kit/messages/useToast.tsx';
import { besideInUtc } from '../../kit/times.ts';
import { When } from '../../kit/When.tsx';
import { useIsMissed } from '../../queries/attention.ts';
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
  const state = scheduleState(batch, useIsMissed(batch));
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
        <>
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
        </>
      }
      sx={{ '& .MuiAlert-action': { whiteSpace: 'nowrap' } }}
    >
      {state === 'held' ? (
        <>
          Was scheduled for {time}, and waits for you. {heldSchedule?.message}
        </>
      ) : state === 'missed' ? (
        <>
          Was scheduled for {time}, and was not released then. Release it now, choose another time, or end the
          schedule.
        </>
      ) : (
        <>
          Scheduled for {time}. Everything is checked again then. While Bursar is closed or this computer is
          asleep, nothing is released.
        </>
      )}
    </Alert>
  );
}
