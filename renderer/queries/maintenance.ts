import { useCallback } from 'react';
import { useEvents } from '../events.ts';
import { useOperationMutation } from './wire/operations.ts';

export function useDoctor() {
  return useOperationMutation('doctor.run', { onFault: () => undefined });
}

export function useRebuild(onDone: () => void) {
  return useOperationMutation('data.rebuild', { onDone });
}

export function useBackup(onDone: (path: string, bytes: number) => void) {
  return useOperationMutation('data.backup', {
    onDone: ({ path, bytes }) => onDone(path, bytes),
    onFault: () => undefined,
  });
}

/** Tells the event of a restore that this window asked for, which may come before the answer, from those of others. */
const windowId = crypto.randomUUID();

export function useRestore(onDone: (notes: readonly string[]) => void) {
  const { mutate, ...restore } = useOperationMutation('host.restoreBackup', {
    onDone: ({ notes }) => onDone(notes),
    onFault: () => undefined,
  });
  return { ...restore, restore: (path: string) => mutate({ path, windowId }) };
}

/** Calls back when another window has restored a backup; this one says more about its own. `onRestored` has to be stable. */
export function useRestoredElsewhere(onRestored: () => void): void {
  useEvents(
    useCallback(
      ({ kind, id }) => {
        if (kind === 'restored' && id !== windowId) onRestored();
      },
      [onRestored],
    ),
  );
}
