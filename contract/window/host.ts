import { z } from 'zod';
import { FileBytes, nothing, operation, text } from '../operation.ts';
import { touchesComputer, touchesNothing } from '../touches.ts';

/** The purpose of a file or folder; the window's dialog says so and shows the matching kinds. */
export const FilePurpose = z.enum(['payouts', 'key', 'backup', 'folder']);
export type FilePurpose = z.infer<typeof FilePurpose>;

/** What is written to a place that a person chooses; the window's dialog says so, and the place is good for nothing else. */
export const PlacePurpose = z.enum(['backup', 'witness']);
export type PlacePurpose = z.infer<typeof PlacePurpose>;

const MayPath = z.object({ path: z.string() }).nullable();

/** Longer than any name of a batch with its ending; the dialog shortens it to what a file system takes. */
const SuggestedName = text(1100);

/**
 * Only for the host environment of a page: the window, its dialogs, its data folder. A face answers these itself;
 * every other name goes to `dispatch`. A face without native dialogs (`hasDialogs` false) answers `inputInvalid` if one is needed,
 * and the page asks for a path or offers a download instead.
 */
export const hostOperations = {
  'host.info': operation(
    nothing,
    z.object({
      face: z.enum(['electron', 'loopback']),
      hasDialogs: z.boolean(),
      servesLive: z.boolean(),
      version: z.string(),
      platform: z.string(),
      runtime: z.string(),
      dataDirectory: z.string(),
    }),
    touchesNothing,
  ),
  /** Ends the operation that was called with this call ID; it stops cleanly. */
  'host.cancel': operation(z.strictObject({ callId: text(64) }), nothing, touchesNothing),
  /** A native dialog for an existing file; null if the person chose none. Operations that read a key or a backup accept only such paths. */
  'host.chooseFile': operation(z.strictObject({ purpose: FilePurpose }), MayPath, touchesNothing),
  /** A signed file that the system opened with Bursar, each once and the oldest first; null: none. */
  'host.takeOpenedFile': operation(nothing, z.object({ bytes: FileBytes }).nullable(), touchesNothing),
  /** A native dialog for where to write a backup or the witness file; null if the person chose nothing. */
  'host.choosePlace': operation(
    z.strictObject({ suggestedName: SuggestedName, purpose: PlacePurpose }),
    MayPath,
    touchesNothing,
  ),
  /** Asks where to save these bytes, and saves them; null if the person chose nothing. */
  'host.saveFile': operation(
    z.strictObject({ suggestedName: SuggestedName, bytes: FileBytes }),
    MayPath,
    touchesNothing,
  ),
  /** Prints the current page to a PDF at a path that the person chooses; null if the person chose nothing. */
  'host.savePdf': operation(z.strictObject({ suggestedName: SuggestedName }), MayPath, touchesNothing),
  'host.openDataFolder': operation(nothing, nothing, touchesNothing),
  /** Opens an https address in the browser, or an e-mail draft (`mailto:` with a recipient, subject and body at most) in the mail program, after the person confirmed. */
  'host.openExternal': operation(
    z.strictObject({ url: text(2000) }),
    z.object({ isOpened: z.boolean() }),
    touchesNothing,
  ),
  /** Replaces the database with a backup: everything unfinished becomes unknown, and every window reads its data again. Asks first, natively if possible. The event names `windowId`. */
  'host.restoreBackup': operation(
    z.strictObject({ path: text(4096), windowId: text(40) }),
    z.object({ notes: z.array(z.string()) }),
    touchesComputer,
  ),
} as const;

export type HostOperations = typeof hostOperations;
export type HostOperationName = keyof HostOperations;

export function isHostOperationName(name: string): name is HostOperationName {
  return Object.hasOwn(hostOperations, name);
}
