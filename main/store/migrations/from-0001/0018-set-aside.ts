/**
 * Version 18: rows that were set aside from one sheet to another by a step, under the IDs of both, which no later sheet has again. While
 * the step is undone, the other sheet is hidden: its rows are back where they came from.
 */
export const setAside = `
CREATE TABLE setAsides (
  setAsideNumber INTEGER PRIMARY KEY,
  fromSheetId TEXT NOT NULL,
  stepNumber INTEGER NOT NULL,
  fromName TEXT NOT NULL,
  fromBatchId TEXT,
  toSheetId TEXT NOT NULL UNIQUE,
  toName TEXT NOT NULL,
  toBatchId TEXT,
  rows INTEGER NOT NULL,
  isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1)),
  UNIQUE (fromSheetId, stepNumber)
) STRICT;
CREATE INDEX setAsidesFromBatch ON setAsides (fromBatchId) WHERE fromBatchId IS NOT NULL;
CREATE INDEX setAsidesToBatch ON setAsides (toBatchId) WHERE toBatchId IS NOT NULL;
`;
