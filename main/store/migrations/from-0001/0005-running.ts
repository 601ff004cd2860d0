/**
 * Version 5: batches that a person holds back, and who was paid. `paidPayees` has one row for each payee of a profile that a
 * payout was paid to, named by the account without its spaces and hyphens or, where there is none, by the name. What was paid before this
 * version is entered in pieces: `paidPayeesCatchUp` says up to which payment that has come, and which was the last.
 */
export const running = `
ALTER TABLE batches ADD COLUMN pausedAt INTEGER;

CREATE TABLE paidPayees (
  profileNumber INTEGER NOT NULL REFERENCES profiles,
  payee TEXT NOT NULL,
  PRIMARY KEY (profileNumber, payee)
) STRICT, WITHOUT ROWID;
CREATE TABLE paidPayeesCatchUp (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  paymentId INTEGER NOT NULL,
  lastPaymentId INTEGER NOT NULL
) STRICT;
INSERT INTO paidPayeesCatchUp SELECT 1, 0, coalesce(max(paymentId), 0) FROM lives;
CREATE TRIGGER livesThatPaid AFTER UPDATE OF state ON lives WHEN NEW.state = 'paid' AND OLD.state <> 'paid'
BEGIN
  INSERT OR IGNORE INTO paidPayees SELECT profileNumber,
    CASE WHEN accountNumber = '' THEN 'name ' || lower(trim(accountName))
      ELSE 'account ' || upper(replace(replace(accountNumber, ' ', ''), '-', '')) END
    FROM payments WHERE paymentId = NEW.paymentId;
END;
`;
