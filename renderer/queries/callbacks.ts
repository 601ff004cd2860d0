import { useOperationMutation, useOperation } from './wire/operations.ts';

export function useCallbackState() {
  return useOperation('callbacks.state', {});
}

export function useCallbackDeliveries() {
  return useOperation('callbacks.deliveries', {});
}

export function useRenewAddress(onDone: () => void) {
  return useOperationMutation('callbacks.renewAddress', { onDone, onFault: () => undefined });
}
