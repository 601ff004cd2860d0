import { call, type CallOutput } from './wire/call.ts';
import { useOperationMutation, useOperation } from './wire/operations.ts';

/** Functions of the window around the page. */
export function useHost() {
  return useOperation('host.info', {});
}

/** Lets a person choose a file; does nothing if they choose none. */
export function useChooseFile(onChosen: (path: string) => void) {
  return useOperationMutation('host.chooseFile', {
    onDone: (chosen) => {
      if (chosen !== null) onChosen(chosen.path);
    },
  });
}

/** The signed file that the system opened with Bursar; does nothing if there is none. */
export function useTakeOpenedFile(onTaken: (bytes: Uint8Array) => void) {
  return useOperationMutation('host.takeOpenedFile', {
    onDone: (taken) => {
      if (taken !== null) onTaken(taken.bytes);
    },
  });
}

/** Asks where to save a file, and saves it there; null if the person chose nothing. */
export function saveFile(suggestedName: string, bytes: Uint8Array): Promise<CallOutput<'host.saveFile'>> {
  return call('host.saveFile', { suggestedName, bytes });
}

export function useChoosePlace(onChosen: (path: string) => void) {
  return useOperationMutation('host.choosePlace', {
    onDone: (chosen) => {
      if (chosen !== null) onChosen(chosen.path);
    },
  });
}

export function useOpenDataFolder() {
  return useOperationMutation('host.openDataFolder');
}

export function useSavePdf(onDone: (path: string | null) => void) {
  return useOperationMutation('host.savePdf', { onDone: (saved) => onDone(saved?.path ?? null) });
}

/** Hands a draft to the mail program, after the person agreed outside the page. */
export function useOpenDraft() {
  return useOperationMutation('host.openExternal');
}
