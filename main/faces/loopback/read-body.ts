import type { IncomingMessage } from 'node:http';
import { largestFileBytes } from '../../../contract/batches/sheet.ts';

/** The largest file, with room for its envelope. */
export const largestBodyBytes = largestFileBytes + 1024 * 1024;

/** Reads a body of announced length into one buffer; returns the problem if it is too large, has no length, or is truncated. */
export async function readBody(
  message: IncomingMessage,
): Promise<Uint8Array | 'tooLarge' | 'noLength' | 'broken'> {
  const announced = message.headers['content-length'];
  if (announced === undefined || !/^\d{1,12}$/.test(announced)) return 'noLength';
  const length = Number(announced);
  if (length > largestBodyBytes) return 'tooLarge';
  const whole = Buffer.allocUnsafeSlow(length);
  let at = 0;
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array) || at + chunk.length > length) return 'broken';
      whole.set(chunk, at);
      at += chunk.length;
    }
  } catch {
    return 'broken';
  }
  return at === length ? whole : 'broken';
}
