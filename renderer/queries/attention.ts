import { pausedBecause, type AttentionItem, type OlderRecords } from '../../contract/treasury/attention.ts';
import type { FloorHold } from '../../contract/treasury/floor-hold.ts';
import type { BatchSummary } from './batches.ts';
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

/** Until when Bursar still tries to release a draft whose time has passed (ISO 8601); null: it does not, or that is not known yet. */
export function useTriedUntil(batchId: string, isEnabled: boolean): string | null {
  const items = useOperation('attention.list', {}, { isEnabled }).data ?? [];
  const item = items.find((each) => each.kind === 'schedule' && each.batchId === batchId);
  return item?.kind === 'schedule' && item.trouble.code === 'delayed' ? item.trouble.until : null;
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
