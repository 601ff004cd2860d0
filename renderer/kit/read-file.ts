import { largestSignedFileBytes } from '../../contract/approvals/approval-operations.ts';
import { largestFileBytes } from '../../contract/batches/sheet.ts';
import { tooLargeToImport } from '../../contract/text/files/too-large.ts';
import { withoutMisleading } from '../../contract/text/one-line.ts';
import { CallError } from '../call-error.ts';

/** The most bytes that a file may have, and the message about a larger one, after its name. */
export type FileLimit = { readonly mostBytes: number; readonly tooLarge: string };

/** Of a file with payouts or payees. */
export const importLimit: FileLimit = { mostBytes: largestFileBytes, tooLarge: tooLargeToImport };

export const signedFileLimit: FileLimit = {
  mostBytes: largestSignedFileBytes,
  tooLarge: 'is larger than any signed file of Bursar.',
};

/**
 * Throws an error that says what to do if a file is too large. A browser notes when a file was last changed as soon as its size is
 * asked for, so a file that is read later is judged when it is chosen.
 */
export function refuseLarger(file: File, { mostBytes, tooLarge }: FileLimit): void {
  if (file.size > mostBytes) throw refused(`${withoutMisleading(file.name)} ${tooLarge}`);
}

/** The content of a chosen or dropped file. Rejects with an error that says what to do if it is too large, changed since, or a folder. */
export async function readFile(file: File, limit: FileLimit): Promise<Uint8Array<ArrayBuffer>> {
  refuseLarger(file, limit);
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw refused(
      `${withoutMisleading(file.name)} could not be read: it was changed or removed since it was chosen, or it is a folder. Choose the file again.`,
    );
  }
}

function refused(message: string): CallError {
  return new CallError({ code: 'inputInvalid', message, details: {} });
}
