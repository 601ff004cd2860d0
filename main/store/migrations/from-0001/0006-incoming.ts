/**
 * Version 6: payins and top-ups, each the one row of a batch whose `kind` says so. `incoming` holds what a payout has not: who creates
 * it at the gateway, where the customer is sent, until when it is awaited, and the gateway's last answer. What others create begins
 * `awaited` and can be given no body, so that nothing can be sent for it. SQLite cannot change the CHECK on `lives.state`, so the table is
 * written anew, with its indexes and triggers; those of them that are about payouts alone look at the kind now.
 */
export const incoming = `
ALTER TABLE batches ADD COLUMN kind TEXT NOT NULL DEFAULT 'payout' CHECK (kind IN ('payout', 'payin', 'topup'));
CREATE INDEX payoutBatches ON batches (batchNumber) WHERE kind = 'payout';
DROP INDEX releases;
CREATE INDEX releases ON batches (profileNumber) WHERE releasedAt IS NOT NULL AND kind = 'payout';
CREATE TRIGGER batchesKeepTheirKind BEFORE UPDATE OF kind ON batches
BEGIN SELECT RAISE(ABORT, 'a batch keeps its kind'); END;

CREATE TABLE incoming (
  batchNumber INTEGER PRIMARY KEY REFERENCES batches,
  origin TEXT NOT NULL CHECK (origin IN ('created', 'link', 'followed')),
  returnUrl TEXT NOT NULL,
  foldedText TEXT NOT NULL,
  awaitedUntil INTEGER,
  answeredAt INTEGER,
  answer TEXT,
  instructions TEXT
) STRICT;
CREATE TRIGGER incomingKeepsItsOrigin BEFORE UPDATE OF batchNumber, origin, returnUrl, foldedText ON incoming
BEGIN SELECT RAISE(ABORT, 'what identifies a payment never changes'); END;
CREATE TRIGGER incomingStays BEFORE DELETE ON incoming
BEGIN SELECT RAISE(ABORT, 'a payment stays'); END;
CREATE TRIGGER bodiesAreOfWhatIsSent BEFORE INSERT ON bodies
WHEN EXISTS (SELECT 1 FROM incoming WHERE batchNumber = NEW.paymentId / 2097152 AND origin <> 'created')
BEGIN SELECT RAISE(ABORT, 'nothing is sent for what others create'); END;

DROP TRIGGER paymentsKeepTheirMoney;
DROP TRIGGER repairsAreHandled;
CREATE TABLE newLives (
  paymentId INTEGER PRIMARY KEY REFERENCES payments,
  state TEXT NOT NULL CHECK (state IN ('awaited',
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
INSERT INTO newLives (paymentId, state, dueAt, polls, firstSentAt, updatedAt, gatewayStatus, feeAmount, feeCurrencyCode,
    problemCode, problemMessage)
  SELECT paymentId, state, dueAt, polls, firstSentAt, updatedAt, gatewayStatus, feeAmount, feeCurrencyCode, problemCode,
    problemMessage FROM lives ORDER BY paymentId;
DROP TABLE lives;
ALTER TABLE newLives RENAME TO lives;

CREATE INDEX livesInMotion ON lives (state)
  WHERE state IN ('queued', 'sending', 'unknown', 'failed', 'rejected', 'conflict');
CREATE INDEX livesThatAreDue ON lives (paymentId / 2097152, dueAt) WHERE dueAt IS NOT NULL;
CREATE INDEX firstLivesThatAreDue ON lives (dueAt) WHERE dueAt IS NOT NULL AND paymentId % 2097152 = 1;
CREATE INDEX firstLivesQueued ON lives (paymentId) WHERE state = 'queued' AND paymentId % 2097152 = 1;
CREATE INDEX livesWithAProblem ON lives (paymentId) WHERE problemCode IS NOT NULL;
DROP INDEX unfinishedCounts;
CREATE INDEX unfinishedCounts ON paymentCounts (batchNumber)
  WHERE count > 0 AND state IN ('draft', 'awaited', 'queued', 'sending', 'unknown', 'accepted');

CREATE TRIGGER paymentsKeepTheirMoney
BEFORE UPDATE OF amount, currencyCode, paymentMethodCode, accountName, accountNumber, paymentOperatorCode,
  emailAddress, reference ON payments
WHEN EXISTS (SELECT 1 FROM lives WHERE paymentId = OLD.paymentId)
  OR (SELECT state FROM batches WHERE batchNumber = OLD.batchNumber) IS NOT 'importing'
BEGIN SELECT RAISE(ABORT, 'what a payment pays, and to whom, never changes'); END;
CREATE TRIGGER repairsAreHandled AFTER INSERT ON repairedPayments
BEGIN
  INSERT INTO handledCounts (batchNumber, state, count, seenAt)
    SELECT NEW.paymentId / 2097152, state, 1, -1 FROM lives AS repaired WHERE repaired.paymentId = NEW.paymentId
      AND repaired.state IN ('failed', 'rejected') AND repaired.updatedAt > coalesce((SELECT seenAt FROM handledCounts AS seen
        WHERE seen.batchNumber = NEW.paymentId / 2097152 AND seen.state = repaired.state), -1)
    ON CONFLICT (batchNumber, state) DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER livesBeginUnsent BEFORE INSERT ON lives
WHEN NEW.state NOT IN ('awaited', 'queued', 'cancelled', 'unknown')
  OR EXISTS (SELECT 1 FROM lives WHERE paymentId = NEW.paymentId)
BEGIN SELECT RAISE(ABORT, 'a life begins once, before anything was sent'); END;
CREATE TRIGGER livesBeginAsTheyAreMade BEFORE INSERT ON lives
WHEN (NEW.state = 'awaited')
  <> EXISTS (SELECT 1 FROM incoming WHERE batchNumber = NEW.paymentId / 2097152 AND origin <> 'created')
BEGIN SELECT RAISE(ABORT, 'what others create is awaited, and nothing else is'); END;
CREATE TRIGGER livesThatAreOnlyAskedAbout BEFORE UPDATE OF state ON lives
WHEN OLD.state = 'awaited' AND NEW.state NOT IN ('awaited', 'accepted', 'conflict', 'cancelled')
  OR NEW.state = 'awaited' AND OLD.state <> 'awaited'
  OR OLD.state = 'accepted' AND NEW.state = 'unknown'
    AND EXISTS (SELECT 1 FROM incoming WHERE batchNumber = NEW.paymentId / 2097152 AND origin <> 'created')
BEGIN SELECT RAISE(ABORT, 'what others create is only asked about'); END;
CREATE TRIGGER livesThatMayMoveMoney AFTER INSERT ON lives WHEN NEW.state <> 'cancelled'
BEGIN
  INSERT INTO releasedPayments SELECT duplicateNumber, profileNumber, paymentId FROM payments
    WHERE paymentId = NEW.paymentId AND kind = 'payout';
END;
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
CREATE TRIGGER livesThatRepair AFTER INSERT ON lives
WHEN NEW.state <> 'cancelled' AND (SELECT retryOf FROM payments WHERE paymentId = NEW.paymentId) IS NOT NULL
BEGIN
  INSERT INTO repairedPayments
    SELECT repaired.paymentId FROM payments AS repair CROSS JOIN payments AS repaired INDEXED BY orderIds
      ON repaired.idPayment = repair.retryOf AND repaired.kind = repair.kind AND repaired.profileNumber = repair.profileNumber
    WHERE repair.paymentId = NEW.paymentId
      AND NOT EXISTS (SELECT 1 FROM repairedPayments WHERE paymentId = repaired.paymentId);
END;
CREATE TRIGGER livesThatPaid AFTER UPDATE OF state ON lives WHEN NEW.state = 'paid' AND OLD.state <> 'paid'
BEGIN
  INSERT OR IGNORE INTO paidPayees SELECT profileNumber,
    CASE WHEN accountNumber = '' THEN 'name ' || lower(trim(accountName))
      ELSE 'account ' || upper(replace(replace(accountNumber, ' ', ''), '-', '')) END
    FROM payments WHERE paymentId = NEW.paymentId AND kind = 'payout';
END;
`;
