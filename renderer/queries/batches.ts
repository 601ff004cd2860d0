import { useAct, useOperation, type CallOutput } from '../api.ts';

/** As many of the newest batches as a screen shows. */
const recentBatches = 20;

export function useBatch(batchId: string) {
  return useOperation('batches.summary', { batchId });
}

export function useRecentBatches() {
  return useOperation('batches.list', { limit: recentBatches });
}

export function usePause() {
  return { pause: useAct('batches.pause'), resume: useAct('batches.resume') };
}

/** What is being sent in the background, and what keeps it from going on. */
export function useRunner() {
  return useOperation('runner.state', {});
}

export function useOpenSheet(onDone: (opening: CallOutput<'sheets.open'>) => void) {
  return useAct('sheets.open', { onDone });
}
