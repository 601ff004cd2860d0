import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Whether the signer of an update is verified before it is installed, as far as the system has signatures. macOS compares it with
 * the running program. On Windows it is verified only if the build names its publisher; otherwise the updater silently verifies
 * nothing. Packages for Linux carry no signature that anything would verify.
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
