import { CommandFailed, wrongUsage } from '../failures.ts';
import { shownWord } from './output.ts';

/**
 * Reads a file that a person named, and never more of it than `largestBytes`. What is larger fails with `tooLarge`; what cannot be read
 * is wrong usage.
 */
export async function readNamedFile(
  file: string,
  { largestBytes, tooLarge }: { readonly largestBytes: number; readonly tooLarge: string },
): Promise<Uint8Array> {
  const { readAtMost } = await import('../../../compose.ts');
  try {
    const read = await readAtMost(file, largestBytes, { isPlain: false });
    if (read.kind === 'read') return read.bytes;
  } catch (cause) {
    throw wrongUsage(
      `The file ${shownWord(file)} cannot be read (${cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'}). Check the name.`,
    );
  }
  throw new CommandFailed({ code: 'fileUnreadable', message: tooLarge, details: {} });
}
