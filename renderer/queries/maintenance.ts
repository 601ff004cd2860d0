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
