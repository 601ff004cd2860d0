import { StateDot } from '../kit/StateDot.tsx';
import { countFinal } from '../kit/states.ts';
import type { BatchSummary } from './queries.ts';

/** The state of a batch in one word: `released` only while something of it is not final. */
export function BatchStateDot({ batch }: { readonly batch: BatchSummary }) {
  const { state, isPaused, byState, rows } = batch;
  if (state !== 'released') return <StateDot state={state} />;
  if (isPaused) return <StateDot state="queued" word="paused" />;
  return countFinal(byState) === rows ? (
    <StateDot state="paid" word="done" />
  ) : (
    <StateDot state="released" word="being sent" />
  );
}
