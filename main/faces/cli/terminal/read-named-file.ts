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
    throw wrongUsage(unreadText(shownWord(file), cause));
  }
  throw new CommandFailed({ code: 'fileUnreadable', message: tooLarge, details: {} });
}

function unreadText(file: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `There is no file ${file}. Check the name.`;
    case 'EISDIR':
      return `${file} is a folder. Name a file.`;
    default:
      return `The file ${file} cannot be read (${code}). Check its permissions.`;
  }
}
