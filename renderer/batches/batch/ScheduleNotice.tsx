import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { When } from '../../kit/When.tsx';
import { useUnschedule, type BatchSummary } from '../../queries/batches.ts';

/** When a draft is released by itself, or why it waits for a person; nothing where it has no schedule. */
export function ScheduleNotice({ batch }: { batch: BatchSummary }) {
  const { batchId, scheduledFor, heldSchedule } = batch;
  const unschedule = useUnschedule();
  const at = scheduledFor ?? heldSchedule?.scheduledFor;
  if (at === undefined) return null;
  const isMissed = scheduledFor !== null && Date.parse(scheduledFor) < Date.now();
  return (
    <Alert
      severity={heldSchedule !== null || isMissed ? 'warning' : 'info'}
      action={
        <Button
          color="inherit"
          disabled={unschedule.isPending}
          onClick={() => unschedule.mutate({ batchId })}
        >
          End schedule
        </Button>
      }
    >
      {heldSchedule !== null ? (
        <>
          Was scheduled for <When at={at} />, and waits for you. {heldSchedule.message}
        </>
      ) : isMissed ? (
        <>
          Was scheduled for <When at={at} />, and was not released then. Release it now, or end the schedule.
        </>
      ) : (
        <>
          Scheduled for <When at={at} />. Everything is checked again then; while Bursar is closed, nothing is
          released.
        </>
      )}
    </Alert>
  );
}
