import { useAct, useOperation } from './operations.ts';

export function useAttention() {
  return useOperation('attention.list', {});
}

export function useDismiss() {
  return useAct('attention.dismiss');
}

export function useDismissOlderRecords() {
  return useAct('attention.dismissOlderRecords');
}
