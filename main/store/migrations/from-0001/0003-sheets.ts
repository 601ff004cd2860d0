/**
 * Version 3: sheets, whose rows are changed step by step until they become a draft. Each step keeps what it changes, so that it can be
 * undone; a step that is committed and not wholly applied (`applyingStep`) is applied when the sheet is next opened. A draft that was
 * never released can go back to `importing`, from where it vanishes. Payouts are found by what they repair.
 */
export const sheets = `
CREATE TABLE sheets (
  sheetNumber INTEGER PRIMARY KEY,
  sheetId TEXT NOT NULL UNIQUE,
  profileNumber INTEGER NOT NULL REFERENCES profiles,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('opening', 'open', 'dropped')),
  batchNumber INTEGER,
  rows INTEGER NOT NULL DEFAULT 0,
  problemRows INTEGER NOT NULL DEFAULT 0,
  totals TEXT NOT NULL DEFAULT '[]',
  version INTEGER NOT NULL DEFAULT 1,
  applyingStep INTEGER,
  applyingTurn TEXT CHECK (applyingTurn IN ('undo', 'redo')),
  appliedParts INTEGER NOT NULL DEFAULT 0,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX sheetsOfBatch ON sheets (batchNumber) WHERE batchNumber IS NOT NULL;

CREATE TABLE sheetRows (
  sheetNumber INTEGER NOT NULL,
  rowId INTEGER NOT NULL,
  position INTEGER NOT NULL,
  cells TEXT NOT NULL,
  retryOf TEXT,
  PRIMARY KEY (sheetNumber, rowId)
) STRICT, WITHOUT ROWID;

CREATE TABLE sheetSteps (
  sheetNumber INTEGER NOT NULL,
  stepNumber INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('staged', 'done', 'undone', 'forgotten')),
  label TEXT NOT NULL,
  parts INTEGER NOT NULL DEFAULT 0,
  deltas INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (sheetNumber, stepNumber)
) STRICT, WITHOUT ROWID;

CREATE TABLE sheetStepParts (
  sheetNumber INTEGER NOT NULL,
  stepNumber INTEGER NOT NULL,
  partNumber INTEGER NOT NULL,
  deltas TEXT NOT NULL,
  PRIMARY KEY (sheetNumber, stepNumber, partNumber)
) STRICT;

CREATE INDEX retries ON payments (retryOf, profileNumber) WHERE retryOf IS NOT NULL;

DROP TRIGGER batchesGoOneWay;
CREATE TRIGGER batchesGoOneWay BEFORE UPDATE OF state ON batches
WHEN NOT (OLD.state = 'importing' AND NEW.state = 'draft'
  OR OLD.state = 'draft' AND NEW.state IN ('releasing', 'cancelled')
  OR OLD.state = 'draft' AND NEW.state = 'importing' AND OLD.releasedAt IS NULL
  OR OLD.state = 'releasing' AND NEW.state = 'released')
BEGIN SELECT RAISE(ABORT, 'a batch goes one way'); END;
`;
