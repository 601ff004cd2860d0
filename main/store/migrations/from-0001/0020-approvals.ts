/**
 * Version 20: two people. `controls` has every signed document of approvers and policies, of which the keychain says which one is in
 * force; each is an event of the log, so `events` is written anew with that kind of entity (SQLite cannot change a CHECK).
 * `approvalFiles` has signed requests, decisions and withdrawals; they are verified by their signatures whenever they count.
 * `prepareOnlySince` is null for a profile that may release.
 */
export const approvals = `
CREATE TABLE newEvents (
  sequence INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  entity TEXT NOT NULL CHECK (entity IN ('payment', 'batch', 'profile', 'payee', 'controls')),
  entityId INTEGER NOT NULL,
  fromState TEXT,
  toState TEXT,
  cause TEXT NOT NULL,
  detail TEXT,
  facts TEXT,
  hash BLOB NOT NULL
) STRICT;
INSERT INTO newEvents (sequence, at, entity, entityId, fromState, toState, cause, detail, facts, hash)
  SELECT sequence, at, entity, entityId, fromState, toState, cause, detail, facts, hash FROM events ORDER BY sequence;
DROP TABLE events;
ALTER TABLE newEvents RENAME TO events;
CREATE INDEX eventsOfPayment ON events (entityId) WHERE entity = 'payment';
CREATE INDEX eventsOfBatch ON events (entityId) WHERE entity = 'batch';
CREATE INDEX eventsOfProfile ON events (entityId) WHERE entity = 'profile';
CREATE INDEX eventsOfPayee ON events (entityId) WHERE entity = 'payee';
CREATE INDEX eventsOfControls ON events (entityId) WHERE entity = 'controls';
CREATE TRIGGER eventsAreAppended BEFORE INSERT ON events
WHEN NEW.sequence IS NOT coalesce((SELECT max(sequence) FROM events), 0) + 1
BEGIN SELECT RAISE(ABORT, 'events are appended'); END;
CREATE TRIGGER eventsNeverChange BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'an event never changes'); END;
CREATE TRIGGER eventsStay BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'an event stays'); END;

ALTER TABLE profiles ADD COLUMN prepareOnlySince INTEGER;

CREATE TABLE controls (
  number INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL,
  content TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE TRIGGER controlsNeverChange BEFORE UPDATE ON controls
BEGIN SELECT RAISE(ABORT, 'a signed document never changes'); END;
CREATE TRIGGER controlsStay BEFORE DELETE ON controls
BEGIN SELECT RAISE(ABORT, 'a signed document stays'); END;

CREATE TABLE approvalFiles (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('request', 'controlRequest', 'approval', 'rejection', 'withdrawal')),
  batchId TEXT,
  requestHash TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  content TEXT NOT NULL,
  signedBy TEXT NOT NULL,
  importedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX approvalFilesByBatch ON approvalFiles (batchId);
CREATE TRIGGER approvalFilesNeverChange BEFORE UPDATE ON approvalFiles
BEGIN SELECT RAISE(ABORT, 'a signed file never changes'); END;
CREATE TRIGGER approvalFilesStay BEFORE DELETE ON approvalFiles
BEGIN SELECT RAISE(ABORT, 'a signed file stays'); END;
`;
