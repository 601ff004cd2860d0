import { useOperationMutation, useOperation } from './wire/operations.ts';

export function useCallbackState() {
  return useOperation('callbacks.state', {});
}

export function useCallbackDeliveries(limit: number) {
  return useOperation('callbacks.deliveries', { limit });
}

export function useRenewAddress(onDone: () => void) {
  return useOperationMutation('callbacks.renewAddress', { onDone, onFault: () => undefined });
}
