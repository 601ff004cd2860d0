import type { DuplicateConfirmation } from '../../../../contract/batches/duplicates.ts';
import { fail, type Result } from '../../../../contract/result.ts';
import { stateText } from '../../../../contract/text/states.ts';
import type { CoreContext } from '../../context/context.ts';
import type { StoredBatch } from '../../ports/index.ts';
import { holdDuplicates } from '../confirm-duplicates.ts';
import { findDuplicates, type DuplicateCheck } from '../duplicates.ts';
import { askAboutDoubtful } from '../retry.ts';
import { backAmong } from './ended-unpaid.ts';

/** A batch with a row that repeats a failed payout is held if the gateway, asked before the release, now reports another status for that payout. */
export async function holdChanged(
  context: CoreContext,
  batch: StoredBatch,
  ended: ReadonlySet<number>,
  confirmed: DuplicateConfirmation | null,
  signal: AbortSignal,
): Promise<Result<never> | null> {
  if (ended.size === 0) return null;
  await askAboutDoubtful(context, batch.batchId, ended, signal);
  const stopped = refuseStopped(batch.batchId, signal);
  if (stopped !== null) return stopped;
  return holdRepeats(context, batch, await findDuplicates(context, batch, signal), { ended, confirmed });
}

/** A release that was stopped is not made, whatever a person answers: the gateway was not asked about everything. */
export function refuseStopped(batchId: string, signal: AbortSignal): Result<never> | null {
  return signal.aborted
    ? fail('stopped', `The release of batch ${batchId} was stopped. Nothing was released.`, { batchId })
    : null;
}

/** The refusal of a release whose rows repeat more than a person has confirmed, or one of the payouts that had ended unpaid and came back. */
export async function holdRepeats(
  context: CoreContext,
  { batchId }: StoredBatch,
  check: DuplicateCheck,
  { ended, confirmed }: { ended: ReadonlySet<number>; confirmed: DuplicateConfirmation | null },
): Promise<Result<never> | null> {
  const held = holdDuplicates(batchId, check, confirmed);
  const back = held === null ? await backAmong(context, ended) : null;
  if (held !== null || back === null) return held;
  // No finding may name it: one names the latest payout only.
  const { idPayment, state } = back;
  const message = `Payout ${idPayment} had ended unpaid and is ${stateText(state)} now. A row of batch ${batchId} may pay the same. Nothing was released. If both are owed, release it again.`;
  return fail('repeatRevived', message, { batchId });
}
