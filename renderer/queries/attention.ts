import { pausedBecause, type AttentionItem, type OlderRecords } from '../../contract/treasury/attention.ts';
import type { FloorHold } from '../../contract/treasury/floor-hold.ts';
import type { BatchSummary } from './batches.ts';
import { minuteMs } from '../../contract/duration.ts';
import { overdueAfterMs } from '../../contract/batches/schedule-times.ts';
import { useOperationMutation, useOperation } from './wire/operations.ts';

export function useAttention() {
  return useOperation('attention.list', {});
}

/** Why Bursar itself paused this batch; null if a person did. */
export function usePausedBecause(batchId: string, isPaused: boolean): readonly AttentionItem[] {
  const items = useOperation('attention.list', {}, { isEnabled: isPaused }).data ?? [];
  return isPaused ? pausedBecause(items, batchId) : [];
}

/** What a floor holds in a batch; null: nothing, or not known yet. */
export function useFloorHold(batch: Pick<BatchSummary, 'batchId' | 'byState'> | undefined): FloorHold | null {
  const isEnabled = (batch?.byState.queued ?? 0) > 0;
  const items = useOperation('attention.list', {}, { isEnabled }).data ?? [];
  const item = items.find(({ kind, batchId }) => kind === 'heldByFloor' && batchId === batch?.batchId);
  return isEnabled && item?.kind === 'heldByFloor' ? item.held : null;
}

/**
 * Whether Bursar has not released a draft although its time has passed, by both clocks (docs/decisions/0019); false while that is not known.
 * Asked when the time has passed here, and every minute after that, since no event says so.
 */
export function useIsMissed({
  batchId,
  scheduledFor,
}: Pick<BatchSummary, 'batchId' | 'scheduledFor'>): boolean {
  const nextAt = (): string => {
    const overdueAt = Date.parse(scheduledFor ?? '') + overdueAfterMs;
    return new Date(Math.max(overdueAt, Date.now() + minuteMs)).toISOString();
  };
  const isEnabled = scheduledFor !== null;
  const { data: items = [] } = useOperation(
    'attention.list',
    {},
    { isEnabled, ...(isEnabled ? { changesAt: () => [nextAt()] } : {}) },
  );
  const item = items.find((each) => each.kind === 'schedule' && each.batchId === batchId);
  if (item?.kind !== 'schedule' || item.scheduledFor !== scheduledFor) return false;
  return item.trouble.code === 'late' || (item.trouble.code === 'clocksApart' && item.trouble.isLate);
}

/** The notice that the records may be older than what was sent, until it is dismissed; null: they are not, or it is not known yet. */
export function useOlderRecords(isEnabled = true): OlderRecords | null {
  const items = useOperation('attention.list', {}, { isEnabled }).data ?? [];
  const item = items.find(({ kind }) => kind === 'olderRecords');
  return item?.kind === 'olderRecords' ? item.records : null;
}

export function useDismiss() {
  return useOperationMutation('attention.dismiss');
}

export function useDismissOlderRecords() {
  return useOperationMutation('attention.dismissOlderRecords');
}
