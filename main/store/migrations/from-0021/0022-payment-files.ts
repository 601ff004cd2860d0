/**
 * Version 22: payment files (ISO 20022). `source` has, as JSON, the message that a batch or sheet came from, and the IDs of a row in it;
 * null for what came from a table. A message ID seen before is a duplicate file.
 */
export const paymentFiles = `
ALTER TABLE batches ADD COLUMN messageId TEXT;
ALTER TABLE batches ADD COLUMN source TEXT;
ALTER TABLE payments ADD COLUMN source TEXT;
ALTER TABLE sheets ADD COLUMN source TEXT;
ALTER TABLE sheetRows ADD COLUMN source TEXT;
CREATE INDEX batchesOfMessage ON batches (profileNumber, messageId) WHERE messageId IS NOT NULL;
`;
