import { isUtf8 } from 'node:buffer';
import type { Clock } from '../../core/ports/index.ts';

/** The encoding of a file. */
export type Encoding = 'utf-8' | 'windows-1252';

const stepBytes = 4 * 1024 * 1024;
const longestCharacterBytes = 4;

/** Whether bytes contain zeros, as no text does, or are all UTF-8. Reads a few megabytes at a time. */
export async function judgeBytes(bytes: Buffer, clock: Clock): Promise<'binary' | 'utf-8' | 'other'> {
  let start = 0;
  let isAllUtf8 = true;
  while (start < bytes.length) {
    const end = characterStart(bytes, Math.min(bytes.length, start + stepBytes));
    const step = bytes.subarray(start, end);
    if (step.includes(0)) return 'binary';
    isAllUtf8 &&= isUtf8(step);
    start = end;
    await clock.turn();
  }
  return isAllUtf8 ? 'utf-8' : 'other';
}

/** Where the character that covers `place` begins, at most three bytes before it. */
function characterStart(bytes: Uint8Array, place: number): number {
  for (let start = place; start > place - longestCharacterBytes && start > 0; start -= 1) {
    const byte = bytes[start];
    if (byte === undefined || (byte & 0xc0) !== 0x80) return start;
  }
  return place;
}

const windows1252 = new TextDecoder('windows-1252');

/** The same text as UTF-8 bytes, as csv-parse requires. Returns the same bytes if they are UTF-8 already. */
export function toUtf8(bytes: Buffer, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'utf-8':
      return bytes;
    case 'windows-1252':
      return Buffer.from(windows1252.decode(bytes), 'utf8');
  }
}
