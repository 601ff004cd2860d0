import type { CallOutput } from './wire/call.ts';
import { useOperationMutation } from './wire/operations.ts';

export type MadeLink = CallOutput<'links.create'>;

/** Makes a link; a fault is shown by the form. */
export function useMakeLink(onMade: (made: MadeLink) => void) {
  return useOperationMutation('links.create', { onDone: onMade, onFault: () => undefined });
}

/** Makes the address of the status view; a fault is shown where it was asked for. */
export function useMakeStatusLink() {
  return useOperationMutation('links.status', { onFault: () => undefined });
}
