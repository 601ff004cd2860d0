import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new folder that exists until this process ends. */
export function benchFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'bursar-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
