import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

function newFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'bursar-test-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A new folder per call; deleted after the test. */
export function temporaryFolder(): string {
  const { folder, remove } = newFolder();
  onTestFinished(remove);
  return folder;
}

/** A folder that exists until all tests of the file are done. */
export function keptFolder(): string {
  const { folder, remove } = newFolder();
  afterAll(remove);
  return folder;
}
