import { constants, openSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Socket } from 'node:net';

const pieceBytes = 1024 * 1024;
/** Does not follow links, and does not wait for a pipe; Windows has neither flag. */
const plainOnly = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

type Read =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'tooLarge' }
  /** A link, a folder, a device or a pipe. */
  | { readonly kind: 'notPlain' };

/**
 * Reads a file, and never more than `largestBytes` of it: the size of a device or a pipe is not known in advance. With `isPlain`,
 * anything but an ordinary file is refused; without it, the signal ends the wait for the writer of a pipe. Throws the system's
 * error if it cannot be read.
 */
export async function readAtMost(
  path: string,
  largestBytes: number,
  { isPlain, signal }: { readonly isPlain: boolean; readonly signal?: AbortSignal },
): Promise<Read> {
  if (!isPlain && (await stat(path)).isFIFO()) return readPipe(path, largestBytes, signal);
  await using file = await open(path, constants.O_RDONLY | (isPlain ? plainOnly : 0));
  const found = await file.stat();
  if (isPlain && !found.isFile()) return { kind: 'notPlain' };
  if (found.size > largestBytes) return { kind: 'tooLarge' };
  const pieces: Uint8Array[] = [];
  const buffer = new Uint8Array(pieceBytes);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read({ buffer });
    if (bytesRead === 0) return { kind: 'read', bytes: joined(pieces, length) };
    // A pipe delivers small pieces: the stored bytes are no larger than what was read.
    pieces.push(buffer.slice(0, bytesRead));
    length += bytesRead;
    if (length > largestBytes) return { kind: 'tooLarge' };
  }
}

/** A plain read of a pipe without a writer would wait for one, and keep the process from ending. */
async function readPipe(path: string, largestBytes: number, signal: AbortSignal | undefined): Promise<Read> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of new Socket({
    fd,
    readable: true,
    writable: false,
    ...(signal === undefined ? {} : { signal }),
  })) {
    pieces.push(piece);
    length += piece.length;
    if (length > largestBytes) return { kind: 'tooLarge' };
  }
  return { kind: 'read', bytes: joined(pieces, length) };
}

/** In separate memory: buffers sent to the page must not share a pool with anything else. */
function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
