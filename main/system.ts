import { randomBytes } from 'node:crypto';
import type { Clock, Random } from './core/ports/index.ts';

/** The computer's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (durationMs, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const finish = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, durationMs);
      signal?.addEventListener('abort', finish);
    }),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
};

const fractionBits = 2 ** 32;

/** The operating system's randomness. */
export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  fraction: () => randomBytes(4).readUInt32LE() / fractionBits,
};
