import { homedir } from 'node:os';
import path from 'node:path';

/** The default data folder: the platform's location. */
export function usualDataDirectory(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  switch (process.platform) {
    case 'win32':
      return path.join(environment['APPDATA'] ?? path.join(homedir(), 'AppData', 'Roaming'), 'Bursar');
    case 'darwin':
      return path.join(homedir(), 'Library', 'Application Support', 'Bursar');
    default: {
      const base = environment['XDG_DATA_HOME'] ?? '';
      return path.join(path.isAbsolute(base) ? base : path.join(homedir(), '.local', 'share'), 'bursar');
    }
  }
}
