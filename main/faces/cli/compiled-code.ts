import { mkdirSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';

const ownerOnly = 0o700;
const writableByOthers = 0o022;

/**
 * Has Node keep the compiled form of this program in the user's cache folder, so that the next command starts faster. What is
 * there is run, so a folder that somebody else owns or may write to is not used. Without it, the program only starts more slowly.
 */
export function keepCompiledCode(): void {
  const directory = compiledCodeDirectory(process.platform, process.env, homedir());
  try {
    mkdirSync(directory, { recursive: true, mode: ownerOnly });
    const { uid, mode } = statSync(directory);
    const isOurs =
      process.getuid === undefined || (uid === process.getuid() && (mode & writableByOthers) === 0);
    if (isOurs) enableCompileCache(directory);
  } catch {
    // Ignored: a cache is no condition for running.
  }
}

/** Where compiled code is kept: the platform's place for what can be made again. */
export function compiledCodeDirectory(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  switch (platform) {
    case 'win32':
      return path.join(
        environment['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'),
        'Bursar',
        'cache',
        'code',
      );
    case 'darwin':
      return path.join(home, 'Library', 'Caches', 'Bursar', 'code');
    default: {
      const base = environment['XDG_CACHE_HOME'] ?? '';
      return path.join(path.isAbsolute(base) ? base : path.join(home, '.cache'), 'bursar', 'code');
    }
  }
}
