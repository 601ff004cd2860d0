import { useCallback } from 'react';
import { useEvents } from '../events.ts';
import type { CallInput } from './wire/call.ts';
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

/** Whether the event of a restore that this window asked for is still to come: it may come before the answer, or after. */
let isOwnToCome = false;

export function useRestore(onDone: (notes: readonly string[]) => void) {
  const restore = useOperationMutation('host.restoreBackup', {
    onDone: ({ notes }) => onDone(notes),
    onFault: () => {
      isOwnToCome = false;
    },
  });
  return {
    ...restore,
    mutate: (input: CallInput<'host.restoreBackup'>) => {
      isOwnToCome = true;
      restore.mutate(input);
    },
  };
}

/** Calls back when another window has restored a backup; this one says more about its own. `onRestored` has to be stable. */
export function useRestoredElsewhere(onRestored: () => void): void {
  useEvents(
    useCallback(
      ({ kind }) => {
        if (kind !== 'restored') return;
        if (!isOwnToCome) onRestored();
        isOwnToCome = false;
      },
      [onRestored],
    ),
  );
}
