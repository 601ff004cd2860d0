import { useAct, useOperation } from '../api.ts';

/** What the window around the page can do. */
export function useHost() {
  return useOperation('host.info', {});
}

/** Lets a person choose a file; nothing happens where they choose none. */
export function useChooseFile(onChosen: (path: string) => void) {
  return useAct('host.chooseFile', {
    onDone: (chosen) => {
      if (chosen !== null) onChosen(chosen.path);
    },
  });
}
