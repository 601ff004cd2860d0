import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * The path of Electron's program on this computer; null if it does not exist. It only looks: Electron's own way of finding it
 * downloads a missing one, and some computers cannot.
 */
export function findElectron(): string | null {
  try {
    const folder = path.dirname(createRequire(import.meta.url).resolve('electron/package.json'));
    const name = readFileSync(path.join(folder, 'path.txt'), 'utf8').trim();
    const distribution = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? path.join(folder, 'dist');
    const program = path.join(distribution, name);
    return name !== '' && existsSync(program) ? program : null;
  } catch {
    return null;
  }
}
