import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRows, toCsv } from './rows.ts';

/** Writes a file of this many payouts for the work, which then begins with no garbage of its making in memory. */
export async function withCsvFile<Value>(
  rows: number,
  hasIbans: boolean,
  task: (file: string) => Promise<Value>,
): Promise<Value> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bursar-bench-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const file = path.join(folder, 'bench.csv');
    writeFileSync(file, toCsv(makeRows(rows, hasIbans)));
    return await task(file);
  } finally {
    remove();
    process.off('exit', remove);
  }
}
