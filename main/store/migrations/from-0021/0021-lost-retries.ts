/**
 * Version 21: retries that records which became older may miss. `retriedAt` is when retries were last released,
 * 0 where there were none (if they were up to version 20, the number of the last event stands for it). `missesRetries` says that
 * retries were released, or may have been, since the records were what they are again.
 */
export const lostRetries = `
ALTER TABLE databaseIdentity ADD COLUMN retriedAt INTEGER NOT NULL DEFAULT 0;
UPDATE databaseIdentity SET retriedAt = coalesce((SELECT max(sequence) FROM events), 0)
  WHERE EXISTS (SELECT 1 FROM payments INDEXED BY retries WHERE retryOf IS NOT NULL);
ALTER TABLE olderRecords ADD COLUMN missesRetries INTEGER NOT NULL DEFAULT 0;
`;
