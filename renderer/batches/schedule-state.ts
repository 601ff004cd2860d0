import type { PaymentState } from '../../contract/payments/payment.ts';
import type { BatchSummary } from '../../contract/batches/batch.ts';

/** `missed`: the time has passed by both clocks and Bursar has not released it; `held`: it was refused when due, or a backup was restored. */
type ScheduleState = 'scheduled' | 'missed' | 'held';

/** The state of a draft's schedule; null if it has none. `isMissed`: see `useMissedSchedule`. */
export function scheduleState(
  { scheduledFor, heldSchedule }: Pick<BatchSummary, 'scheduledFor' | 'heldSchedule'>,
  isMissed: boolean,
): ScheduleState | null {
  if (heldSchedule !== null) return 'held';
  if (scheduledFor === null) return null;
  return isMissed ? 'missed' : 'scheduled';
}

export const scheduleDots: Readonly<
  Record<ScheduleState, { readonly state: PaymentState; readonly label: string }>
> = {
  scheduled: { state: 'queued', label: 'Scheduled' },
  missed: { state: 'unknown', label: 'Not released in time' },
  held: { state: 'unknown', label: 'Schedule on hold' },
};
