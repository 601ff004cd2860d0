/**
 * Version 14: an event carries the facts that it set (`facts`, JSON, covered by its hash), profiles have events too, and checkpoints
 * of the log are kept. `content` is exactly the text that was signed. SQLite cannot change a CHECK, so `events` is written anew.
 */
export const signedLog = `
CREATE TABLE newEvents (
  sequence INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  entity TEXT NOT NULL CHECK (entity IN ('payment', 'batch', 'profile')),
  entityId INTEGER NOT NULL,
  fromState TEXT,
  toState TEXT,
  cause TEXT NOT NULL,
  detail TEXT,
  facts TEXT,
  hash BLOB NOT NULL
) STRICT;
INSERT INTO newEvents (sequence, at, entity, entityId, fromState, toState, cause, detail, hash)
  SELECT sequence, at, entity, entityId, fromState, toState, cause, detail, hash FROM events ORDER BY sequence;
DROP TABLE events;
ALTER TABLE newEvents RENAME TO events;
CREATE INDEX eventsOfPayment ON events (entityId) WHERE entity = 'payment';
CREATE INDEX eventsOfBatch ON events (entityId) WHERE entity = 'batch';
CREATE INDEX eventsOfProfile ON events (entityId) WHERE entity = 'profile';
CREATE TRIGGER eventsAreAppended BEFORE INSERT ON events
WHEN NEW.sequence IS NOT coalesce((SELECT max(sequence) FROM events), 0) + 1
BEGIN SELECT RAISE(ABORT, 'events are appended'); END;
CREATE TRIGGER eventsNeverChange BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'an event never changes'); END;
CREATE TRIGGER eventsStay BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'an event stays'); END;

CREATE TABLE checkpoints (
  number INTEGER PRIMARY KEY,
  content TEXT NOT NULL,
  publicKey TEXT,
  signature TEXT
) STRICT;
CREATE TRIGGER checkpointsAreAppended BEFORE INSERT ON checkpoints
WHEN NEW.number IS NOT coalesce((SELECT max(number) FROM checkpoints), 0) + 1
BEGIN SELECT RAISE(ABORT, 'checkpoints are appended'); END;
CREATE TRIGGER checkpointsNeverChange BEFORE UPDATE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'a checkpoint never changes'); END;
CREATE TRIGGER checkpointsStay BEFORE DELETE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'a checkpoint stays'); END;
`;
