import { useToast } from '../kit/messages/useToast.tsx';
import { call } from './wire/call.ts';
import { useHost } from './host.ts';
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

/** Asks where to, and backs up; without native dialogs it calls `elsewhere`, which asks for a path. */
export function useBackUpByDialog(elsewhere: () => void): () => Promise<void> {
  const toast = useToast();
  const host = useHost().data;
  return async () => {
    if (host?.hasDialogs !== true) return elsewhere();
    try {
      const day = new Date().toISOString().slice(0, 10);
      const place = await call('host.choosePlace', { suggestedName: `bursar-backup-${day}.db` });
      if (place === null) return undefined;
      toast.show('Backing up …');
      const { path } = await call('data.backup', { path: place.path });
      toast.show(`The backup is complete: ${path}`);
    } catch (thrown) {
      toast.error(thrown);
    }
    return undefined;
  };
}
