/**
 * Version 16: payees. `payeeRecords` has what people say of a payee: imported, verified, blocked; each change is an event of the log, so
 * `events` is written anew with that kind of entity (SQLite cannot change a CHECK). `payees` and `payeeNames` are derived from the
 * payments and these records, in pieces behind the events: `payeesProgress` says up to which. A payee is whoever `paymentKeys.payee`
 * names, in one environment, since live and sandbox are never mixed. `payeeSearch` has the text of each row of `payeeNames`.
 */
export const payees = `
CREATE TABLE newEvents (
  sequence INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  entity TEXT NOT NULL CHECK (entity IN ('payment', 'batch', 'profile', 'payee')),
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
CREATE TRIGGER eventsAreAppended BEFORE INSERT ON events
WHEN NEW.sequence IS NOT coalesce((SELECT max(sequence) FROM events), 0) + 1
BEGIN SELECT RAISE(ABORT, 'events are appended'); END;
CREATE TRIGGER eventsNeverChange BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'an event never changes'); END;
CREATE TRIGGER eventsStay BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'an event stays'); END;

CREATE TABLE payeeRecords (
  recordNumber INTEGER PRIMARY KEY,
  payeeId TEXT NOT NULL,
  environment TEXT NOT NULL,
  payee TEXT NOT NULL,
  name TEXT NOT NULL,
  accountNumber TEXT NOT NULL,
  emailAddress TEXT NOT NULL,
  importedAt INTEGER,
  blockedAt INTEGER,
  verifiedAt INTEGER,
  verifiedBy TEXT,
  verifiedHow TEXT,
  verifiedNote TEXT,
  UNIQUE (environment, payee)
) STRICT;
CREATE TRIGGER payeeRecordsStay BEFORE DELETE ON payeeRecords
BEGIN SELECT RAISE(ABORT, 'what was said of a payee stays'); END;

CREATE TABLE payees (
  payeeNumber INTEGER PRIMARY KEY,
  payeeId TEXT NOT NULL UNIQUE,
  environment TEXT NOT NULL,
  payee TEXT NOT NULL,
  accountNumber TEXT NOT NULL,
  emailAddress TEXT NOT NULL,
  firstPaidAt INTEGER,
  lastPaidAt INTEGER,
  payments INTEGER NOT NULL,
  totals TEXT NOT NULL,
  UNIQUE (environment, payee)
) STRICT;
CREATE TABLE payeeNames (
  nameNumber INTEGER PRIMARY KEY,
  payeeNumber INTEGER NOT NULL,
  environment TEXT NOT NULL,
  nameKey TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  firstPaidAt INTEGER,
  lastPaidAt INTEGER,
  payments INTEGER NOT NULL,
  UNIQUE (payeeNumber, nameKey)
) STRICT;
CREATE INDEX payeesByName ON payeeNames (environment, nameKey);
CREATE INDEX payeesByText ON payeeNames (text);
CREATE VIRTUAL TABLE payeeSearch USING fts5 (text, content='payeeNames', content_rowid='nameNumber', tokenize='trigram');
CREATE TABLE payeesProgress (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  sequence INTEGER NOT NULL
) STRICT;
INSERT INTO payeesProgress VALUES (1, 0);
`;
