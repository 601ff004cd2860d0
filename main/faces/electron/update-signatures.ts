import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Whether an update is checked for who signed it before it is installed, as far as the system has signatures. macOS compares it with the
 * program that runs. Windows is asked only where the build says who its publisher is; without that the updater checks nothing and
 * says nothing. Packages for Linux carry no signature that anything would check.
 */
export function mayInstallUpdates(platform: NodeJS.Platform, resourcesDirectory: string): boolean {
  return platform !== 'win32' || namesPublisher(path.join(resourcesDirectory, 'app-update.yml'));
}

function namesPublisher(file: string): boolean {
  try {
    return /^publisherName:\s*(?:\S|\n\s*-\s*\S)/m.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}
