import type { CallOutput } from './wire/call.ts';
import { useOperationMutation } from './wire/operations.ts';

export type MadeLink = CallOutput<'links.create'>;

/** Creates a link; the form shows an error. */
export function useMakeLink(onMade: (made: MadeLink) => void, onFault: () => void) {
  return useOperationMutation('links.create', { onDone: onMade, onFault });
}

/** Creates the address of the status view; an error is shown where it was requested. */
export function useMakeStatusLink() {
  return useOperationMutation('links.status', { onFault: () => undefined });
}
