import { idsPerBatch } from '../payments/payment-id.ts';
import { isInMotion, listOf } from '../payments/read-payment.ts';
import { openStates } from '../../../contract/payments/payment.ts';

// SQLite uses a partial index only if a query repeats its condition literally, so each condition is defined once here.

/** SQL for the numbers of batches that are being imported, whose rows are invisible; there are hardly ever any. */
export const importingBatches = `SELECT batchNumber FROM batches WHERE state IN ('importing', 'releasing') AND state = 'importing'`;

/** SQL for the numbers of batches that are being released. */
export const releasingBatches = `SELECT batchNumber FROM batches WHERE state IN ('importing', 'releasing') AND state = 'releasing'`;

/** The states of payments that the index `unfinishedCounts` covers, as an SQL list. */
export const unfinishedStates = listOf(['draft', ...openStates]);

/** The payments of a row of `batches`. */
export const ofBatch = `lives.paymentId > batches.batchNumber * ${idsPerBatch} AND lives.paymentId < (batches.batchNumber + 1) * ${idsPerBatch}`;

/** Whether a person cancelled payments of a row of `batches`: other payments are cancelled by Bursar. */
export const hasCancelledRows = `EXISTS (SELECT 1 FROM paymentCounts AS cancelled
    WHERE cancelled.batchNumber = batches.batchNumber AND cancelled.state = 'cancelled' AND cancelled.count > 0)
  AND EXISTS (SELECT 1 FROM lives WHERE ${ofBatch} AND lives.state = 'cancelled'
    AND (SELECT cause FROM events INDEXED BY eventsOfPayment
      WHERE entity = 'payment' AND entityId = lives.paymentId ORDER BY sequence DESC LIMIT 1) LIKE '{"code":"cancelled"%')`;

/** Whether a row of `batches` has queued payments that were never sent. */
export const hasUnsentRows = `EXISTS (SELECT 1 FROM lives INDEXED BY livesInMotion
  WHERE ${ofBatch} AND lives.state = 'queued' AND ${isInMotion} AND lives.firstSentAt IS NULL)`;
