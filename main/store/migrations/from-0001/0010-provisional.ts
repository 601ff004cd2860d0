/**
 * Version 10: ends that may change, and order IDs that follow from the rows. `failed` is what the gateway said last, so it may become
 * paid, and such payments are asked about again (`rechecks`); `outside` is an order ID that was used outside this history. Which state may
 * follow which is checked by the code (contract/payments/life.ts); the triggers keep what no mistake may break. A batch has the hash of
 * its rows, so that the same rows find their draft and count their releases. A discarded draft makes room when the same rows are prepared again.
 */
export const provisional = `
ALTER TABLE batches ADD COLUMN contentHash TEXT NOT NULL DEFAULT '';
CREATE INDEX batchesOfContent ON batches (profileNumber, contentHash) WHERE contentHash <> '';
DROP TRIGGER batchesGoOneWay;
CREATE TRIGGER batchesGoOneWay BEFORE UPDATE OF state ON batches
WHEN NOT (OLD.state = 'importing' AND NEW.state = 'draft'
  OR OLD.state = 'draft' AND NEW.state IN ('releasing', 'cancelled')
  OR OLD.state IN ('draft', 'cancelled') AND NEW.state = 'importing' AND OLD.releasedAt IS NULL
  OR OLD.state = 'releasing' AND NEW.state = 'released')
BEGIN SELECT RAISE(ABORT, 'a batch goes one way'); END;

CREATE TABLE notices (
  noticeNumber INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  batchNumber INTEGER NOT NULL REFERENCES batches ON DELETE CASCADE,
  paymentId INTEGER,
  at INTEGER NOT NULL,
  dismissedAt INTEGER
) STRICT;
CREATE INDEX openNotices ON notices (batchNumber, kind, paymentId) WHERE dismissedAt IS NULL;

DROP TRIGGER paymentsKeepTheirMoney;
DROP TRIGGER repairsAreHandled;
CREATE TABLE newLives (
  paymentId INTEGER PRIMARY KEY REFERENCES payments,
  state TEXT NOT NULL CHECK (state IN ('awaited', 'queued', 'sending', 'unknown', 'accepted', 'paid', 'failed', 'rejected',
    'conflict', 'outside', 'cancelled')),
  dueAt INTEGER,
  polls INTEGER NOT NULL DEFAULT 0,
  firstSentAt INTEGER,
  gatewaySentAt INTEGER,
  updatedAt INTEGER NOT NULL,
  gatewayStatus TEXT,
  feeAmount TEXT,
  feeCurrencyCode TEXT,
  gatewayCreatedAt TEXT,
  processedAt TEXT,
  isTest INTEGER,
  problemCode TEXT,
  problemMessage TEXT
) STRICT;
INSERT INTO newLives (paymentId, state, dueAt, polls, firstSentAt, updatedAt, gatewayStatus, feeAmount, feeCurrencyCode,
    problemCode, problemMessage)
  SELECT paymentId, state, dueAt, polls, firstSentAt, updatedAt, gatewayStatus, feeAmount, feeCurrencyCode, problemCode,
    problemMessage FROM lives ORDER BY paymentId;
UPDATE newLives SET dueAt = updatedAt WHERE state = 'failed' AND updatedAt > (unixepoch() - 90 * 86400) * 1000;
DROP TABLE lives;
ALTER TABLE newLives RENAME TO lives;

CREATE INDEX livesInMotion ON lives (state)
  WHERE state IN ('queued', 'sending', 'unknown', 'failed', 'rejected', 'conflict', 'outside');
CREATE INDEX livesThatAreDue ON lives (paymentId / 2097152, dueAt) WHERE dueAt IS NOT NULL AND state <> 'failed';
CREATE INDEX firstLivesThatAreDue ON lives (dueAt)
  WHERE dueAt IS NOT NULL AND state <> 'failed' AND paymentId % 2097152 = 1;
CREATE INDEX rechecks ON lives (dueAt) WHERE dueAt IS NOT NULL AND state = 'failed';
CREATE INDEX firstLivesQueued ON lives (paymentId) WHERE state = 'queued' AND paymentId % 2097152 = 1;
CREATE INDEX livesWithAProblem ON lives (paymentId) WHERE problemCode IS NOT NULL;
DROP INDEX troubledCounts;
CREATE INDEX troubledCounts ON paymentCounts (batchNumber, state)
  WHERE count > 0 AND state IN ('unknown', 'conflict', 'outside', 'rejected', 'failed');

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
CREATE TRIGGER livesThatAreHandledNoMore AFTER UPDATE OF state ON lives
WHEN OLD.state IN ('failed', 'rejected', 'outside', 'conflict') AND NEW.state <> OLD.state
BEGIN
  UPDATE handledCounts SET count = count - 1
    WHERE batchNumber = NEW.paymentId / 2097152 AND state = OLD.state AND count > 0
      AND (OLD.updatedAt <= seenAt OR EXISTS (SELECT 1 FROM repairedPayments WHERE paymentId = NEW.paymentId));
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
WHEN OLD.state <> 'cancelled' OR OLD.firstSentAt IS NOT NULL
  OR (SELECT state FROM batches WHERE batchNumber = OLD.paymentId / 2097152) IS NOT 'importing'
BEGIN SELECT RAISE(ABORT, 'a payment keeps its life'); END;
CREATE TRIGGER livesKeepTheirPayment BEFORE UPDATE OF paymentId ON lives
BEGIN SELECT RAISE(ABORT, 'a payment keeps its life'); END;
CREATE TRIGGER livesEndOnce BEFORE UPDATE OF state ON lives
WHEN OLD.state IN ('paid', 'conflict', 'cancelled') AND NEW.state <> OLD.state
  OR OLD.state IN ('failed', 'rejected', 'outside') AND NEW.state IN ('queued', 'sending', 'unknown', 'cancelled')
BEGIN SELECT RAISE(ABORT, 'what has ended is never sent again'); END;
CREATE TRIGGER livesAreSentOnce BEFORE UPDATE OF firstSentAt, gatewaySentAt ON lives
WHEN OLD.firstSentAt IS NOT NULL
  AND (NEW.firstSentAt IS NOT OLD.firstSentAt OR NEW.gatewaySentAt IS NOT OLD.gatewaySentAt)
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
