import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import { toCsv } from './rows.ts';

/** Writes a file of these payouts for the work, which then begins with no garbage of its making in memory. */
export async function withCsvFile<Value>(
  rows: readonly PayoutRow[],
  task: (file: string) => Promise<Value>,
): Promise<Value> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bursar-bench-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const file = path.join(folder, 'bench.csv');
    writeFileSync(file, toCsv(rows));
    return await task(file);
  } finally {
    remove();
    process.off('exit', remove);
  }
}
