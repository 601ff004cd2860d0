/**
 * Version 1: profiles, batches, payments with their lives, bodies and attempts, and the chain of events. What a payment
 * pays stands in `payments` and never changes; `lives` holds what becomes of it, so that a change of state
 * writes a few bytes. A draft has no life yet. A paymentId is batchNumber * 2097152 + rowNumber, so that rows of
 * a batch lie together in order without an index. `paymentCounts` is kept by the transactions that change states, since
 * counting a big batch takes longer than the process may be blocked. `releasedPayments` holds those that may have moved
 * money, to compare new ones with; drafts are not in it, so that an import touches no index in random order. The triggers
 * forbid what must never happen whatever the code does.
 */
export const initial = `
CREATE TABLE profiles (
  profileNumber INTEGER PRIMARY KEY,
  keyId TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  environment TEXT NOT NULL,
  baseUrl TEXT NOT NULL,
  merchantCode TEXT NOT NULL,
  callbackUrl TEXT NOT NULL,
  authentication TEXT NOT NULL,
  hasStoredKey INTEGER NOT NULL,
  createdAt INTEGER NOT NULL,
  removedAt INTEGER,
  UNIQUE (merchantCode, baseUrl)
) STRICT;
CREATE UNIQUE INDEX profileNames ON profiles (name) WHERE removedAt IS NULL;

CREATE TABLE batches (
  batchNumber INTEGER PRIMARY KEY,
  batchId TEXT NOT NULL UNIQUE,
  profileNumber INTEGER NOT NULL REFERENCES profiles,
  fileName TEXT NOT NULL,
  fileHash TEXT NOT NULL,
  callbackUrl TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('importing', 'draft', 'releasing', 'released', 'cancelled')),
  rows INTEGER NOT NULL DEFAULT 0,
  lastRowNumber INTEGER NOT NULL DEFAULT 0,
  rowsHash TEXT NOT NULL DEFAULT '',
  totals TEXT NOT NULL DEFAULT '[]',
  createdAt INTEGER NOT NULL,
  releasedAt INTEGER,
  queuedUpToRow INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX batchesOfFile ON batches (profileNumber, fileHash);
CREATE INDEX releases ON batches (profileNumber) WHERE releasedAt IS NOT NULL;
CREATE INDEX batchesInPassing ON batches (state) WHERE state IN ('importing', 'releasing');

CREATE TABLE payments (
  paymentId INTEGER PRIMARY KEY,
  batchNumber INTEGER NOT NULL,
  rowNumber INTEGER NOT NULL,
  profileNumber INTEGER NOT NULL,
  kind TEXT NOT NULL,
  idPayment TEXT NOT NULL,
  amount TEXT NOT NULL,
  currencyCode TEXT NOT NULL,
  paymentMethodCode TEXT NOT NULL,
  accountName TEXT NOT NULL,
  accountNumber TEXT NOT NULL,
  paymentOperatorCode TEXT NOT NULL,
  emailAddress TEXT NOT NULL,
  reference TEXT NOT NULL,
  tokenChunk INTEGER NOT NULL,
  duplicateKey TEXT NOT NULL,
  duplicateNumber INTEGER NOT NULL,
  isRepeated INTEGER NOT NULL,
  hasOwnId INTEGER NOT NULL,
  foldedText TEXT,
  retryOf TEXT
) STRICT;
CREATE UNIQUE INDEX orderIds ON payments (idPayment, kind, profileNumber);
CREATE INDEX repeatedRows ON payments (batchNumber, duplicateNumber, hasOwnId) WHERE isRepeated = 1;
CREATE INDEX listedOrderIds ON payments (batchNumber, tokenChunk) WHERE tokenChunk > 0;

CREATE TABLE lives (
  paymentId INTEGER PRIMARY KEY REFERENCES payments,
  state TEXT NOT NULL CHECK (state IN (
    'queued', 'sending', 'unknown', 'accepted', 'paid', 'failed', 'rejected', 'conflict', 'cancelled')),
  dueAt INTEGER,
  polls INTEGER NOT NULL DEFAULT 0,
  firstSentAt INTEGER,
  updatedAt INTEGER NOT NULL,
  gatewayStatus TEXT,
  feeAmount TEXT,
  feeCurrencyCode TEXT,
  problemCode TEXT,
  problemMessage TEXT
) STRICT;
CREATE INDEX livesInMotion ON lives (state)
  WHERE state IN ('queued', 'sending', 'unknown', 'failed', 'rejected', 'conflict');
CREATE INDEX livesThatAreDue ON lives (paymentId / 2097152, dueAt) WHERE dueAt IS NOT NULL;
CREATE INDEX livesWithAProblem ON lives (paymentId) WHERE problemCode IS NOT NULL;

CREATE TABLE releasedPayments (
  duplicateNumber INTEGER NOT NULL,
  profileNumber INTEGER NOT NULL,
  paymentId INTEGER NOT NULL,
  PRIMARY KEY (duplicateNumber, profileNumber, paymentId)
) STRICT, WITHOUT ROWID;

CREATE TABLE paymentCounts (
  batchNumber INTEGER NOT NULL REFERENCES batches,
  state TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count >= 0),
  PRIMARY KEY (batchNumber, state)
) STRICT, WITHOUT ROWID;
CREATE INDEX unfinishedCounts ON paymentCounts (batchNumber)
  WHERE count > 0 AND state IN ('draft', 'queued', 'sending', 'unknown', 'accepted');

CREATE TABLE bodies (
  paymentId INTEGER PRIMARY KEY REFERENCES payments,
  body BLOB NOT NULL,
  bodyHash BLOB NOT NULL
) STRICT;

CREATE TABLE attempts (
  paymentId INTEGER NOT NULL,
  number INTEGER NOT NULL,
  bodyHash BLOB NOT NULL,
  startedAt INTEGER NOT NULL,
  finishedAt INTEGER,
  status INTEGER,
  answer TEXT,
  PRIMARY KEY (paymentId, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  sequence INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  entity TEXT NOT NULL CHECK (entity IN ('payment', 'batch')),
  entityId INTEGER NOT NULL,
  fromState TEXT,
  toState TEXT,
  cause TEXT NOT NULL,
  detail TEXT,
  hash BLOB NOT NULL
) STRICT;
CREATE INDEX eventsOfPayment ON events (entityId) WHERE entity = 'payment';
CREATE INDEX eventsOfBatch ON events (entityId) WHERE entity = 'batch';

CREATE TABLE chain (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  sequence INTEGER NOT NULL,
  hash BLOB NOT NULL
) STRICT;
INSERT INTO chain VALUES (1, 0, x'');

CREATE TRIGGER profilesStay BEFORE DELETE ON profiles
BEGIN SELECT RAISE(ABORT, 'a profile keeps its row'); END;
CREATE TRIGGER profilesKeepTheirMerchant BEFORE UPDATE OF profileNumber, merchantCode, baseUrl ON profiles
BEGIN SELECT RAISE(ABORT, 'a profile keeps its merchant'); END;

CREATE TRIGGER batchesStay BEFORE DELETE ON batches WHEN OLD.state <> 'importing'
BEGIN SELECT RAISE(ABORT, 'a batch stays'); END;
CREATE TRIGGER batchesKeepTheirOrigin
BEFORE UPDATE OF batchNumber, batchId, profileNumber, fileName, fileHash, callbackUrl, createdAt ON batches
BEGIN SELECT RAISE(ABORT, 'a batch keeps its origin'); END;
CREATE TRIGGER batchesKeepTheirRows BEFORE UPDATE OF rows, lastRowNumber, rowsHash, totals ON batches
WHEN OLD.state <> 'importing'
BEGIN SELECT RAISE(ABORT, 'the rows of a batch never change'); END;
CREATE TRIGGER batchesGoOneWay BEFORE UPDATE OF state ON batches
WHEN NOT (OLD.state = 'importing' AND NEW.state = 'draft'
  OR OLD.state = 'draft' AND NEW.state IN ('releasing', 'cancelled')
  OR OLD.state = 'releasing' AND NEW.state = 'released')
BEGIN SELECT RAISE(ABORT, 'a batch goes one way'); END;
CREATE TRIGGER batchesReleaseOnce BEFORE UPDATE OF releasedAt ON batches WHEN OLD.releasedAt IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a batch is released once'); END;

CREATE TRIGGER paymentsStay BEFORE DELETE ON payments
WHEN (SELECT state FROM batches WHERE batchNumber = OLD.batchNumber) IS NOT 'importing'
BEGIN SELECT RAISE(ABORT, 'a payment stays'); END;
CREATE TRIGGER paymentsKeepTheirIdentity
BEFORE UPDATE OF paymentId, batchNumber, rowNumber, profileNumber, kind, idPayment, tokenChunk, duplicateKey,
  duplicateNumber, hasOwnId, retryOf ON payments
BEGIN SELECT RAISE(ABORT, 'what identifies a payment never changes'); END;
CREATE TRIGGER paymentsKeepTheirMoney
BEFORE UPDATE OF amount, currencyCode, paymentMethodCode, accountName, accountNumber, paymentOperatorCode,
  emailAddress, reference ON payments
WHEN EXISTS (SELECT 1 FROM lives WHERE paymentId = OLD.paymentId)
  OR (SELECT state FROM batches WHERE batchNumber = OLD.batchNumber) IS NOT 'importing'
BEGIN SELECT RAISE(ABORT, 'what a payment pays, and to whom, never changes'); END;

CREATE TRIGGER livesBeginUnsent BEFORE INSERT ON lives
WHEN NEW.state NOT IN ('queued', 'cancelled', 'unknown') OR EXISTS (SELECT 1 FROM lives WHERE paymentId = NEW.paymentId)
BEGIN SELECT RAISE(ABORT, 'a life begins once, before anything was sent'); END;
CREATE TRIGGER livesThatMayMoveMoney AFTER INSERT ON lives WHEN NEW.state <> 'cancelled'
BEGIN
  INSERT INTO releasedPayments SELECT duplicateNumber, profileNumber, paymentId FROM payments
    WHERE paymentId = NEW.paymentId;
END;
CREATE TRIGGER releasedPaymentsStay BEFORE DELETE ON releasedPayments
BEGIN SELECT RAISE(ABORT, 'a released payment stays'); END;
CREATE TRIGGER releasedPaymentsNeverChange BEFORE UPDATE ON releasedPayments
BEGIN SELECT RAISE(ABORT, 'a released payment never changes'); END;
CREATE TRIGGER livesStay BEFORE DELETE ON lives
BEGIN SELECT RAISE(ABORT, 'a payment keeps its life'); END;
CREATE TRIGGER livesKeepTheirPayment BEFORE UPDATE OF paymentId ON lives
BEGIN SELECT RAISE(ABORT, 'a payment keeps its life'); END;
CREATE TRIGGER livesEndOnce BEFORE UPDATE OF state ON lives
WHEN OLD.state IN ('paid', 'failed', 'rejected', 'conflict', 'cancelled') AND NEW.state <> OLD.state
BEGIN SELECT RAISE(ABORT, 'a final state never changes'); END;
CREATE TRIGGER livesAreSentOnce BEFORE UPDATE OF firstSentAt ON lives
WHEN OLD.firstSentAt IS NOT NULL AND NEW.firstSentAt IS NOT OLD.firstSentAt
BEGIN SELECT RAISE(ABORT, 'a payment is sent for the first time once'); END;
CREATE TRIGGER livesHaveTheirIntent BEFORE UPDATE OF state ON lives
WHEN NEW.state = 'sending'
  AND NOT EXISTS (SELECT 1 FROM attempts WHERE paymentId = NEW.paymentId AND finishedAt IS NULL)
BEGIN SELECT RAISE(ABORT, 'nothing is sending without its intent'); END;

CREATE TRIGGER bodiesAreSetOnce BEFORE INSERT ON bodies
WHEN EXISTS (SELECT 1 FROM bodies WHERE paymentId = NEW.paymentId)
BEGIN SELECT RAISE(ABORT, 'a body is set once'); END;
CREATE TRIGGER bodiesNeverChange BEFORE UPDATE ON bodies
BEGIN SELECT RAISE(ABORT, 'a body never changes'); END;
CREATE TRIGGER bodiesStay BEFORE DELETE ON bodies
BEGIN SELECT RAISE(ABORT, 'a body stays'); END;

CREATE TRIGGER attemptsSendTheBody BEFORE INSERT ON attempts
WHEN NEW.bodyHash IS NOT (SELECT bodyHash FROM bodies WHERE paymentId = NEW.paymentId)
BEGIN SELECT RAISE(ABORT, 'an attempt sends the body of its payment'); END;
CREATE TRIGGER attemptsKeepTheirBeginning BEFORE UPDATE OF paymentId, number, bodyHash, startedAt ON attempts
BEGIN SELECT RAISE(ABORT, 'an attempt keeps its beginning'); END;
CREATE TRIGGER attemptsEndOnce BEFORE UPDATE ON attempts WHEN OLD.finishedAt IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an attempt ends once'); END;
CREATE TRIGGER attemptsStay BEFORE DELETE ON attempts
BEGIN SELECT RAISE(ABORT, 'an attempt stays'); END;

CREATE TRIGGER eventsAreAppended BEFORE INSERT ON events
WHEN NEW.sequence IS NOT coalesce((SELECT max(sequence) FROM events), 0) + 1
BEGIN SELECT RAISE(ABORT, 'events are appended'); END;
CREATE TRIGGER eventsNeverChange BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'an event never changes'); END;
CREATE TRIGGER eventsStay BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'an event stays'); END;

CREATE TRIGGER chainStays BEFORE DELETE ON chain
BEGIN SELECT RAISE(ABORT, 'the head of the chain stays'); END;
CREATE TRIGGER chainGrows BEFORE UPDATE ON chain WHEN NEW.sequence < OLD.sequence
BEGIN SELECT RAISE(ABORT, 'the chain grows'); END;
`;
