import { useOperationMutation, useOperation } from './wire/operations.ts';

export function useAttention() {
  return useOperation('attention.list', {});
}

export function useDismiss() {
  return useOperationMutation('attention.dismiss');
}

export function useDismissOlderRecords() {
  return useOperationMutation('attention.dismissOlderRecords');
}
