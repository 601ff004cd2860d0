import { useCallback } from 'react';
import { suggestedFileName } from '../../contract/text/files/suggested-name.ts';
import { isStopped } from '../call-error.ts';
import { saveFile, useHost } from '../queries/host.ts';
import { useToast } from './messages/useToast.tsx';

const revokeAfterMs = 60_000;

/** Saves a file for the person and says so after `text`; false if it was not saved. A browser does not say whether it saves it. */
type Download = (suggestedName: string, bytes: Uint8Array, text?: string) => Promise<boolean>;

/** Asks where to save a file if there are native dialogs; otherwise it is a browser download. */
export function useDownload(): Download {
  const toast = useToast();
  const hasDialogs = useHost().data?.hasDialogs ?? false;
  return useCallback(
    async (suggestedName, bytes, text = '') => {
      const say = (where: string) => toast.show(text === '' ? where : `${text} ${where}`);
      try {
        if (hasDialogs) {
          const saved = await saveFile(suggestedName, bytes);
          if (saved !== null) say(`Saved as ${saved.path}.`);
          return saved !== null;
        }
        const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)]));
        const link = document.createElement('a');
        link.href = address;
        const name = suggestedFileName(suggestedName);
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
        say(`Download started: ${name}.`);
        return true;
      } catch (thrown) {
        if (!isStopped(thrown)) toast.error(thrown);
        return false;
      }
    },
    [hasDialogs, toast],
  );
}
