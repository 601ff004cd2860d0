import { isLeftToSend } from '../../contract/batches/waiting.ts';
import { batchOutcome } from '../../contract/text/outcome.ts';
import { stateLabel } from '../../contract/text/states.ts';
import { scheduleDots, scheduleState } from './schedule-state.ts';

export const waitsLabel = 'Waits for money';

/** The longest text that `BatchStateDot` may show for a batch, for the width of its column. */
export function longestStateText(
  batch: Parameters<typeof batchOutcome>[0] & Parameters<typeof scheduleState>[0],
): string {
  const { text, tone } = batchOutcome(batch);
  const schedule = scheduleState(batch, true);
  const label = schedule === null ? '' : scheduleDots[schedule].label;
  const waits = batch.state === 'released' && isLeftToSend(batch) ? waitsLabel : '';
  return [text === '' ? stateLabel(tone) : text, label, waits].reduce((longest, each) =>
    each.length > longest.length ? each : longest,
  );
}
