import type { Clock, Files } from '../core/ports.ts';
import { readPayoutRows } from './read-payout-rows.ts';
import { writeCsv } from './write-csv.ts';

/** The files that people bring and take away: payouts from CSV, exports to CSV. */
export function createFiles({ clock }: { clock: Clock }): Files {
  return {
    readPayoutRows: (bytes, fileName, onProgress) => readPayoutRows(bytes, fileName, onProgress, clock),
    writeCsv,
  };
}
