import { pausedBecause, type AttentionItem, type OlderRecords } from '../../contract/treasury/attention.ts';
import type { FloorHold } from '../../contract/treasury/floor-hold.ts';
import type { BatchSummary } from './batches.ts';
import { minuteMs } from '../../contract/duration.ts';
import { overdueAfterMs } from '../../contract/batches/schedule-times.ts';
import { useOperationMutation, useOperation } from './wire/operations.ts';

/** Some items appear only as time passes, such as a payout that stays unknown. */
const inAMinute = (): string[] => [new Date(Date.now() + minuteMs).toISOString()];

/** What needs attention; read once a minute, and at the times (ISO 8601) of `nextAt` in its place. */
export function useAttention({ isEnabled = true, nextAt = inAMinute } = {}) {
  return useOperation('attention.list', {}, { isEnabled, changesAt: nextAt });
}

/** Why Bursar itself paused this batch; null if a person did. */
export function usePausedBecause(batchId: string, isPaused: boolean): readonly AttentionItem[] {
  const items = useAttention({ isEnabled: isPaused }).data ?? [];
  return isPaused ? pausedBecause(items, batchId) : [];
}

/** What a floor holds in a batch; null: nothing, or not known yet. */
export function useFloorHold(batch: Pick<BatchSummary, 'batchId' | 'byState'> | undefined): FloorHold | null {
  const isEnabled = (batch?.byState.queued ?? 0) > 0;
  const items = useAttention({ isEnabled }).data ?? [];
  const item = items.find(({ kind, batchId }) => kind === 'heldByFloor' && batchId === batch?.batchId);
  return isEnabled && item?.kind === 'heldByFloor' ? item.held : null;
}

/**
 * The schedule of a draft whose time has passed by both clocks (docs/decisions/0019) without its release; null: that is not so, or not known.
 * `triedUntil`: Bursar still tries, until this moment (ISO 8601). Asked when the time has passed here, and every minute after that, since no
 * event says so.
 */
export function useMissedSchedule({
  batchId,
  scheduledFor,
}: Pick<BatchSummary, 'batchId' | 'scheduledFor'>): { readonly triedUntil: string | null } | null {
  const isEnabled = scheduledFor !== null;
  const nextAt = (): string[] => {
    const overdueAt = isEnabled ? Date.parse(scheduledFor) + overdueAfterMs : 0;
    return [new Date(Math.max(overdueAt, Date.now() + minuteMs)).toISOString()];
  };
  const { data: items = [] } = useAttention({ isEnabled, nextAt });
  const item = items.find((each) => each.kind === 'schedule' && each.batchId === batchId);
  if (item?.kind !== 'schedule' || item.scheduledFor !== scheduledFor) return null;
  const { trouble } = item;
  if (trouble.code === 'delayed') return { triedUntil: trouble.until };
  const isMissed = trouble.code === 'late' || (trouble.code === 'clocksApart' && trouble.isLate);
  return isMissed ? { triedUntil: null } : null;
}

/** The notice that the records may be older than what was sent, until it is dismissed; null: they are not, or it is not known yet. */
export function useOlderRecords(isEnabled = true): OlderRecords | null {
  const items = useAttention({ isEnabled }).data ?? [];
  const item = items.find(({ kind }) => kind === 'olderRecords');
  return item?.kind === 'olderRecords' ? item.records : null;
}

export function useDismiss() {
  return useOperationMutation('attention.dismiss');
}

export function useDismissOlderRecords() {
  return useOperationMutation('attention.dismissOlderRecords');
}
