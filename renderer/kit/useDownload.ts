import { useCallback } from 'react';
import { isStopped } from '../call-error.ts';
import { saveFile, useHost } from '../queries/host.ts';
import { useToast } from './messages/useToast.tsx';

const revokeAfterMs = 60_000;

/**
 * Gives a file to the person: asks where to save it where there are native dialogs, else as a download of the browser. False where it
 * was not saved.
 */
export function useDownload(): (suggestedName: string, bytes: Uint8Array) => Promise<boolean> {
  const toast = useToast();
  const hasDialogs = useHost().data?.hasDialogs ?? false;
  return useCallback(
    async (suggestedName, bytes) => {
      try {
        if (hasDialogs) {
          const saved = await saveFile(suggestedName, bytes);
          if (saved !== null) toast.say(`Saved as ${saved.path}.`);
          return saved !== null;
        }
        const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)]));
        const link = document.createElement('a');
        link.href = address;
        link.download = suggestedName;
        link.click();
        setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
        toast.say(`${suggestedName}: saved to Downloads.`);
        return true;
      } catch (thrown) {
        if (!isStopped(thrown)) toast.error(thrown);
        return false;
      }
    },
    [hasDialogs, toast],
  );
}
