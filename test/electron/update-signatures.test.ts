import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { mayInstallUpdates } from '../../main/faces/electron/update-signatures.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

/** A folder of resources with this update configuration; null: with none. */
function resources(configuration: string | null): string {
  const folder = temporaryFolder();
  if (configuration !== null) writeFileSync(path.join(folder, 'app-update.yml'), configuration);
  return folder;
}

const feed = 'provider: generic\nurl: https://updates.example\n';

it('installs no unverifiable update on Windows: the build must name its publisher', () => {
  for (const configuration of [null, feed, `${feed}publisherName:\n`, `${feed}# publisherName: x\n`])
    expect(mayInstallUpdates('win32', resources(configuration)), String(configuration)).toBe(false);
  for (const named of ['publisherName: Bursar Ltd\n', 'publisherName:\n  - Bursar Ltd\n'])
    expect(mayInstallUpdates('win32', resources(`${feed}${named}`)), named).toBe(true);
});

it('leaves it to macOS, which compares the signature with that of the running program', () => {
  expect(mayInstallUpdates('darwin', resources(null))).toBe(true);
});
