import { listOf } from '../payments/read-payment.ts';
import { openStates } from '../../../contract/payments/payment.ts';

// SQLite uses a partial index only where a query repeats its condition word by word, so each condition is written here once.

/** SQL for the numbers of batches that are being imported, whose rows are invisible; hardly ever any. */
export const importingBatches = `SELECT batchNumber FROM batches WHERE state IN ('importing', 'releasing') AND state = 'importing'`;

/** SQL for the numbers of batches that are being released. */
export const releasingBatches = `SELECT batchNumber FROM batches WHERE state IN ('importing', 'releasing') AND state = 'releasing'`;

/** The states of payments that the index `unfinishedCounts` covers, as an SQL list. */
export const unfinishedStates = listOf(['draft', ...openStates]);
