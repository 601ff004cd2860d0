import { listOf } from '../payments/read-payment.ts';
import { openStates } from '../../../contract/payments/payment.ts';

// SQLite uses a partial index only if a query repeats its condition literally, so each condition is defined once here.

/** SQL for the numbers of batches that are being imported, whose rows are invisible; there are hardly ever any. */
export const importingBatches = `SELECT batchNumber FROM batches WHERE state IN ('importing', 'releasing') AND state = 'importing'`;

/** SQL for the numbers of batches that are being released. */
export const releasingBatches = `SELECT batchNumber FROM batches WHERE state IN ('importing', 'releasing') AND state = 'releasing'`;

/** The states of payments that the index `unfinishedCounts` covers, as an SQL list. */
export const unfinishedStates = listOf(['draft', ...openStates]);
