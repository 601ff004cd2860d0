import { StateDot } from '../kit/states/StateDot.tsx';
import { countFinal } from '../kit/states/states.ts';
import type { BatchSummary } from '../queries/batches.ts';

/** The state of a batch: `Sending` while something of it is not settled. */
export function BatchStateDot({ batch }: { readonly batch: BatchSummary }) {
  const { state, isPaused, byState, rows } = batch;
  if (state !== 'released') return <StateDot state={state} />;
  if (isPaused) return <StateDot state="queued" label="Paused" />;
  return countFinal(byState) === rows ? (
    <StateDot state="paid" label="Done" />
  ) : (
    <StateDot state="released" label="Sending" />
  );
}
