import { useAct, useOperation } from './operations.ts';

export function useCallbackState() {
  return useOperation('callbacks.state', {});
}

export function useCallbackDeliveries(limit: number) {
  return useOperation('callbacks.deliveries', { limit });
}

export function useRenewAddress(onDone: () => void) {
  return useAct('callbacks.renewAddress', { onDone, onFault: () => undefined });
}
