import { shell, type BrowserWindow } from 'electron';
import { fail, succeed } from '../../../contract/result.ts';
import type { OpenedFiles } from './command-line/opened-files.ts';
import type { HostEnvironment } from '../window/host-environment.ts';
import { chooseFile, choosePlace, confirmChange, confirmRelease, openDraft, openOutside } from './dialogs.ts';

/** The host environment of the desktop app: native dialogs, and live profiles. */
export function desktopEnvironment(
  windowNow: () => BrowserWindow | null,
  openedFiles: OpenedFiles,
): HostEnvironment {
  const { electron = '', chrome = '', node } = process.versions;
  return {
    face: 'electron',
    hasDialogs: true,
    servesLive: true,
    runtime: `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    confirmRelease,
    confirmChange,
    takeOpenedFile: () => openedFiles.take(),
    chooseFile: async (purpose) => succeed(await chooseFile(purpose)),
    choosePlace: async (suggestedName, purpose) => succeed(await choosePlace(suggestedName, purpose)),
    printPdf: async () => {
      const window = windowNow();
      if (window === null) return fail('stopped', 'The window is closed. Open it and print again.');
      const pdf = await window.webContents.printToPDF({ pageSize: 'A4', printBackground: true });
      return succeed(new Uint8Array(pdf));
    },
    openDataFolder: async (directory) => {
      const problem = await shell.openPath(directory);
      return problem === ''
        ? succeed(null)
        : fail('storageFailed', `The folder ${directory} could not be opened (${problem}).`);
    },
    openExternal: async (url) => succeed(await openOutside(url)),
    openDraft: async (draft) => succeed(await openDraft(draft)),
  };
}
