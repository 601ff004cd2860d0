import { batchOutcome } from '../../contract/text/outcome.ts';
import { StateDot } from '../kit/states/StateDot.tsx';
import { scheduleDots, scheduleState } from './schedule-state.ts';
import type { BatchSummary } from '../queries/batches.ts';

/** The state of a batch: `Sending` while something of it is not settled, then `Completed` and how many were not paid. */
export function BatchStateDot({ batch }: { readonly batch: BatchSummary }) {
  const schedule = scheduleState(batch, Date.now());
  if (schedule !== null) return <StateDot {...scheduleDots[schedule]} />;
  const { text, tone } = batchOutcome(batch);
  return text === '' ? <StateDot state={tone} /> : <StateDot state={tone} label={text} />;
}
