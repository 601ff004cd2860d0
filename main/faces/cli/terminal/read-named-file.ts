import { open } from 'node:fs/promises';
import { CommandFailed, wrongUsage } from '../failures.ts';
import { shownWord } from './output.ts';

const pieceBytes = 1024 * 1024;

/**
 * Reads a file that a person named, and never more of it than `largestBytes`: a device or a pipe says nothing of its size before. What is
 * larger fails with `tooLarge`; what cannot be read is wrong usage.
 */
export async function readNamedFile(
  file: string,
  { largestBytes, tooLarge }: { readonly largestBytes: number; readonly tooLarge: string },
): Promise<Uint8Array> {
  try {
    await using handle = await open(file, 'r');
    const { size } = await handle.stat();
    if (size > largestBytes) throw refusal(tooLarge);
    const pieces: Uint8Array[] = [];
    const buffer = new Uint8Array(pieceBytes);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read({ buffer });
      if (bytesRead === 0) return Buffer.concat(pieces, length);
      // A pipe gives little at a time: what is kept is no larger than what was read.
      pieces.push(buffer.slice(0, bytesRead));
      length += bytesRead;
      if (length > largestBytes) throw refusal(tooLarge);
    }
  } catch (cause) {
    if (cause instanceof CommandFailed) throw cause;
    throw wrongUsage(
      `The file ${shownWord(file)} cannot be read (${cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'}). Check the name.`,
    );
  }
}

function refusal(message: string): CommandFailed {
  return new CommandFailed({ code: 'fileUnreadable', message, details: {} });
}
