import { z } from 'zod';
import { FileBytes, nothing, operation, text } from '../operation.ts';
import { touchesComputer, touchesNothing } from '../touches.ts';

/** What a file, or a folder, is wanted for; the window's dialog says so and shows the fitting kinds. */
export const FilePurpose = z.enum(['payouts', 'key', 'backup', 'folder']);
export type FilePurpose = z.infer<typeof FilePurpose>;

const MayPath = z.object({ path: z.string() }).nullable();

/**
 * What only the host environment of a page can do: the window, its dialogs, the folder it stands on. A face answers these itself;
 * every other name goes to `dispatch`. A face without native dialogs (`hasDialogs` false) answers `inputInvalid` where one is needed,
 * and the page asks for a path or offers a download instead.
 */
export const hostOperations = {
  'host.info': operation(
    nothing,
    z.object({
      face: z.enum(['electron', 'loopback']),
      hasDialogs: z.boolean(),
      /** Whether live profiles are served here. */
      servesLive: z.boolean(),
      version: z.string(),
      platform: z.string(),
      runtime: z.string(),
      dataDirectory: z.string(),
    }),
    touchesNothing,
  ),
  /** Ends the operation that was called with this call ID; what is under way in it comes to a clean stop. */
  'host.cancel': operation(z.strictObject({ callId: text(64) }), nothing, touchesNothing),
  /** A native dialog for a file that exists; null when the person chose none. Only such paths are accepted by operations that read a key or a backup. */
  'host.chooseFile': operation(z.strictObject({ purpose: FilePurpose }), MayPath, touchesNothing),
  /** A signed file that the system was asked to open with Bursar, each once and the oldest first; null: none. */
  'host.takeOpenedFile': operation(nothing, z.object({ bytes: FileBytes }).nullable(), touchesNothing),
  /** A native dialog for where to save; null when the person chose nothing. */
  'host.choosePlace': operation(z.strictObject({ suggestedName: text(250) }), MayPath, touchesNothing),
  /** Asks where to save these bytes, and saves them; null when the person chose nothing. */
  'host.saveFile': operation(
    z.strictObject({ suggestedName: text(250), bytes: FileBytes }),
    MayPath,
    touchesNothing,
  ),
  /** Prints the page as it stands to a PDF where the person chooses; null when the person chose nothing. */
  'host.savePdf': operation(z.strictObject({ suggestedName: text(250) }), MayPath, touchesNothing),
  'host.openDataFolder': operation(nothing, nothing, touchesNothing),
  /** Opens an https address in the browser, or an e-mail draft (`mailto:` with a recipient, subject and body at most) in the mail program, after the person confirmed. */
  'host.openExternal': operation(
    z.strictObject({ url: text(2000) }),
    z.object({ isOpened: z.boolean() }),
    touchesNothing,
  ),
  /** Puts a backup in the place of the database: everything unfinished becomes unknown, and the page begins again. Asks first, natively where it can. */
  'host.restoreBackup': operation(
    z.strictObject({ path: text(4096) }),
    z.object({ notes: z.array(z.string()) }),
    touchesComputer,
  ),
} as const;

export type HostOperations = typeof hostOperations;
export type HostOperationName = keyof HostOperations;

export function isHostOperationName(name: string): name is HostOperationName {
  return Object.hasOwn(hostOperations, name);
}
