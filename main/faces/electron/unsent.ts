import { z } from 'zod';
import { BatchSummary } from '../../../contract/batch.ts';
import type { PaymentState } from '../../../contract/payment.ts';
import type { Host } from '../window/host.ts';

const RunnerState = z.object({
  isRunning: z.boolean(),
  batchIds: z.array(z.string()),
  unsentIncoming: z.number(),
});
/** More batches at once are not looked at one by one. */
const mostBatches = 200;

const onTheWay: readonly PaymentState[] = ['sending', 'unknown'];

/**
 * How many payouts, payins and top-ups the background still has to send, or is in doubt about. What a person paused is not counted, nor what the gateway
 * accepted: it is safe there and only asked about.
 */
export async function countUnsent(host: Host): Promise<number> {
  const state = await host.call('runner.state', {}, null);
  const runner = state.ok ? RunnerState.safeParse(state.value).data : undefined;
  if (runner === undefined || !runner.isRunning) return 0;
  let count = runner.unsentIncoming;
  for (const batchId of runner.batchIds.slice(0, mostBatches)) {
    const answer = await host.call('batches.summary', { batchId }, null);
    const batch = answer.ok ? BatchSummary.safeParse(answer.value).data : undefined;
    if (batch !== undefined) count += unsentOf(batch);
  }
  return count;
}

/** The same of one batch. */
export function unsentOf({ byState, isPaused, state }: BatchSummary): number {
  const moving = onTheWay.reduce((sum, each) => sum + (byState[each] ?? 0), 0);
  const waiting = isPaused ? 0 : (byState.queued ?? 0) + (state === 'releasing' ? (byState.draft ?? 0) : 0);
  return moving + waiting;
}
