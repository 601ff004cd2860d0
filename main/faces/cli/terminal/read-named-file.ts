import { placeFaultText } from '../../../../contract/text/files/place-fault.ts';
import { failed, wrongUsage } from '../failures.ts';
import { shownWord } from './output.ts';
import { systemCode } from './system-code.ts';

/**
 * Reads a file that a person named, and never more than `largestBytes` of it. A larger one fails with `tooLarge`; an unreadable
 * one is wrong usage. The signal ends the wait for the writer of a pipe.
 */
export async function readNamedFile(
  file: string,
  { largestBytes, tooLarge }: { readonly largestBytes: number; readonly tooLarge: string },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { readAtMost } = await import('../../../compose.ts');
  try {
    const read = await readAtMost(file, largestBytes, { isPlain: false, signal });
    if (read.kind === 'read') return read.bytes;
  } catch (cause) {
    if (signal.aborted) throw failed('stopped', `Stopped before ${shownWord(file)} was read.`);
    throw wrongUsage(
      `${placeFaultText(`The file ${shownWord(file)}`, 'read', systemCode(cause))} Check its name and permissions.`,
    );
  }
  throw failed('fileUnreadable', tooLarge);
}
