import { useAct, useOperation } from '../api.ts';

export function useProfile(profileName: string) {
  return useOperation('profiles.show', { profileName });
}

export function useEditProfile(onDone: () => void) {
  return useAct('profiles.edit', { onDone, onFault: () => undefined });
}

export function useReplaceKey(onDone: () => void) {
  return useAct('profiles.replaceKey', { onDone, onFault: () => undefined });
}

export function useRemoveProfile(onDone: () => void) {
  return useAct('profiles.remove', { onDone, onFault: () => undefined });
}

export function useCallbackState() {
  return useOperation('callbacks.state', {});
}

export function useCallbackDeliveries(limit: number) {
  return useOperation('callbacks.deliveries', { limit });
}

export function useRenewAddress(onDone: () => void) {
  return useAct('callbacks.renewAddress', { onDone, onFault: () => undefined });
}

export function useChoosePlace(onChosen: (path: string) => void) {
  return useAct('host.choosePlace', {
    onDone: (chosen) => {
      if (chosen !== null) onChosen(chosen.path);
    },
  });
}

export function useBackup(onDone: (path: string, bytes: number) => void) {
  return useAct('data.backup', {
    onDone: ({ path, bytes }) => onDone(path, bytes),
    onFault: () => undefined,
  });
}

export function useRestore(onDone: (notes: readonly string[]) => void) {
  return useAct('host.restoreBackup', { onDone: ({ notes }) => onDone(notes), onFault: () => undefined });
}

export function useOpenDataFolder() {
  return useAct('host.openDataFolder');
}
