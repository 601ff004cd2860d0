import { randomBytes } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
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

/** The operating system user of this process; null if the system has no name for it. */
export function systemUser(): string | null {
  try {
    const { username } = userInfo();
    return username === '' ? null : username;
  } catch {
    return null;
  }
}

/**
 * Where Bursar records, outside any data folder, the progress of each database: the platform's folder for program state, or the
 * one in BURSAR_STATE_DIR.
 */
export function usualStateDirectory(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const named = env['BURSAR_STATE_DIR'] ?? '';
  if (named !== '') return path.resolve(named);
  switch (process.platform) {
    case 'win32':
      return path.join(env['LOCALAPPDATA'] ?? path.join(homedir(), 'AppData', 'Local'), 'Bursar', 'state');
    case 'darwin':
      return path.join(homedir(), 'Library', 'Application Support', 'Bursar State');
    default: {
      const base = env['XDG_STATE_HOME'] ?? '';
      return path.join(path.isAbsolute(base) ? base : path.join(homedir(), '.local', 'state'), 'bursar');
    }
  }
}
