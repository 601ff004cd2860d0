import { placeFaultText } from '../../../../contract/text/files/place-fault.ts';
import { CommandFailed, wrongUsage } from '../failures.ts';
import { shownWord } from './output.ts';
import { systemCode } from './system-code.ts';

/**
 * Reads a file that a person named, and never more of it than `largestBytes`. What is larger fails with `tooLarge`; what cannot be read
 * is wrong usage, and the signal ends a wait for who writes to a pipe.
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
    if (signal.aborted)
      throw new CommandFailed({
        code: 'stopped',
        message: `Stopped before ${shownWord(file)} was read.`,
        details: {},
      });
    throw wrongUsage(
      `${placeFaultText(`The file ${shownWord(file)}`, 'read', systemCode(cause))} Check its name and permissions.`,
    );
  }
  throw new CommandFailed({ code: 'fileUnreadable', message: tooLarge, details: {} });
}
