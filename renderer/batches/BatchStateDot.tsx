import { batchOutcome } from '../../contract/text/outcome.ts';
import { StateDot } from '../kit/states/StateDot.tsx';
import { useFloorHold, useMissedSchedule } from '../queries/attention.ts';
import { waitsLabel } from './longest-state-text.ts';
import { scheduleDots, scheduleState } from './schedule-state.ts';
import type { BatchSummary } from '../queries/batches.ts';

/** The state of a batch: `Sending` until all was sent, unless a floor holds it, `In progress` while any payout is not final, with how many are unknown, then `Completed` and how many were not paid. */
export function BatchStateDot({ batch }: { readonly batch: BatchSummary }) {
  const hold = useFloorHold(batch);
  const schedule = scheduleState(batch, useMissedSchedule(batch) !== null);
  if (schedule !== null) return <StateDot {...scheduleDots[schedule]} />;
  if (hold !== null && !batch.isPaused) return <StateDot state="queued" label={waitsLabel} />;
  const { text, tone } = batchOutcome(batch);
  return text === '' ? <StateDot state={tone} /> : <StateDot state={tone} label={text} />;
}
