import { useQueryClient } from '@tanstack/react-query';
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

export function useRestore(onDone: (notes: readonly string[]) => void) {
  return useOperationMutation('host.restoreBackup', {
    onDone: ({ notes }) => onDone(notes),
    onFault: () => undefined,
  });
}

/** Calls back when another window has restored a backup; this one says more about its own. `onRestored` has to be stable. */
export function useRestoredElsewhere(onRestored: () => void): void {
  const queryClient = useQueryClient();
  useEvents(
    useCallback(
      ({ kind }) => {
        const isOwn = () => queryClient.isMutating({ mutationKey: ['host.restoreBackup'] }) > 0;
        if (kind === 'restored' && !isOwn()) onRestored();
      },
      [queryClient, onRestored],
    ),
  );
}
