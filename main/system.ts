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

/** The user of the operating system that this process runs as; null where the system knows no name of it. */
export function systemUser(): string | null {
  try {
    const { username } = userInfo();
    return username === '' ? null : username;
  } catch {
    return null;
  }
}

/**
 * Where Bursar keeps, outside of any data folder, how far each database has come: the platform's place for the state of programs,
 * or the folder that BURSAR_STATE_DIR names.
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
