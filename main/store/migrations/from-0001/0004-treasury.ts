/**
 * Version 4: settings, snapshots of balances, options, what a person has seen. `latestBalances` is what the gateway said last of
 * each profile, `balanceSnapshots` how it came to be so; `optionLists` holds each list of options once, since thousands of amounts
 * share a few. `repairedPayments` are failed and rejected ones for which another was released, `handledCounts` how
 * many payments of a batch and state nobody needs to look at any more: those that were there when a person dismissed them, and
 * those repaired since. `heldDrafts` is how many rows of a draft the last check for duplicates held. `spareKeys` names keys of the
 * keychain that no profile signs with: a new one that is not in its place yet, or an old one that waits to be removed.
 */
export const treasury = `
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

ALTER TABLE profiles ADD COLUMN signingKeyId TEXT;
CREATE TABLE spareKeys (keyId TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE latestBalances (
  profileNumber INTEGER PRIMARY KEY REFERENCES profiles,
  asOf INTEGER NOT NULL,
  balances TEXT NOT NULL
) STRICT;
CREATE TABLE balanceSnapshots (
  profileNumber INTEGER NOT NULL REFERENCES profiles,
  currencyCode TEXT NOT NULL,
  at INTEGER NOT NULL,
  available TEXT NOT NULL,
  amounts TEXT NOT NULL,
  PRIMARY KEY (profileNumber, currencyCode, at)
) STRICT, WITHOUT ROWID;

CREATE TABLE optionLists (
  listNumber INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  options TEXT NOT NULL
) STRICT;
CREATE TABLE optionAnswers (
  profileNumber INTEGER NOT NULL REFERENCES profiles,
  kind TEXT NOT NULL,
  currencyCode TEXT NOT NULL,
  amount TEXT NOT NULL,
  at INTEGER NOT NULL,
  listNumber INTEGER NOT NULL REFERENCES optionLists,
  refusal TEXT,
  PRIMARY KEY (profileNumber, kind, currencyCode, amount)
) STRICT, WITHOUT ROWID;
CREATE INDEX optionAnswersByAge ON optionAnswers (at);
CREATE INDEX optionAnswersOfList ON optionAnswers (listNumber);

CREATE INDEX troubledCounts ON paymentCounts (batchNumber, state)
  WHERE count > 0 AND state IN ('unknown', 'conflict', 'rejected', 'failed');
CREATE INDEX draftBatches ON batches (batchNumber) WHERE state = 'draft';
CREATE TABLE heldDrafts (
  batchNumber INTEGER PRIMARY KEY REFERENCES batches ON DELETE CASCADE,
  rows INTEGER NOT NULL
) STRICT;

CREATE TABLE repairedPayments (paymentId INTEGER PRIMARY KEY REFERENCES payments) STRICT;
CREATE TABLE handledCounts (
  batchNumber INTEGER NOT NULL REFERENCES batches,
  state TEXT NOT NULL,
  count INTEGER NOT NULL,
  seenAt INTEGER NOT NULL,
  PRIMARY KEY (batchNumber, state)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER repairsAreHandled AFTER INSERT ON repairedPayments
BEGIN
  INSERT INTO handledCounts (batchNumber, state, count, seenAt)
    SELECT NEW.paymentId / 2097152, state, 1, -1 FROM lives AS repaired WHERE repaired.paymentId = NEW.paymentId
      AND repaired.state IN ('failed', 'rejected') AND repaired.updatedAt > coalesce((SELECT seenAt FROM handledCounts AS seen
        WHERE seen.batchNumber = NEW.paymentId / 2097152 AND seen.state = repaired.state), -1)
    ON CONFLICT (batchNumber, state) DO UPDATE SET count = count + 1;
END;
INSERT INTO repairedPayments
  SELECT DISTINCT repaired.paymentId FROM payments AS repair CROSS JOIN lives ON lives.paymentId = repair.paymentId
    CROSS JOIN payments AS repaired INDEXED BY orderIds
      ON repaired.idPayment = repair.retryOf AND repaired.kind = repair.kind AND repaired.profileNumber = repair.profileNumber
  WHERE repair.retryOf IS NOT NULL AND lives.state <> 'cancelled';
CREATE TRIGGER livesThatRepair AFTER INSERT ON lives
WHEN NEW.state <> 'cancelled' AND (SELECT retryOf FROM payments WHERE paymentId = NEW.paymentId) IS NOT NULL
BEGIN
  INSERT INTO repairedPayments
    SELECT repaired.paymentId FROM payments AS repair CROSS JOIN payments AS repaired INDEXED BY orderIds
      ON repaired.idPayment = repair.retryOf AND repaired.kind = repair.kind AND repaired.profileNumber = repair.profileNumber
    WHERE repair.paymentId = NEW.paymentId
      AND NOT EXISTS (SELECT 1 FROM repairedPayments WHERE paymentId = repaired.paymentId);
END;
`;
