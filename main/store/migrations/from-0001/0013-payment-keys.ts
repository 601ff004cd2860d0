/**
 * Version 13: one definition of the payee, and possible duplicates. `paymentKeys` has what each payout is compared by, computed by the
 * program: the payee in full, and hashes of 48 bits of payee, money (amount by value and currency), name and reference, 0 where the text
 * is empty. Its indexes hold released payouts only, so that an import writes to none of them in random order. Payouts from before this
 * version get their keys in pieces: `paymentKeysCatchUp` says up to which one that has come, and which was the last. `paidPayees` is made
 * anew on the way, since it knew payees by another definition. The columns `duplicateKey`, `duplicateNumber` and `isRepeated` of
 * `payments` are not used any more; dropping them would rewrite the biggest table three times.
 */
export const paymentKeys = `
CREATE TABLE paymentKeys (
  paymentId INTEGER PRIMARY KEY,
  profileNumber INTEGER NOT NULL,
  payee TEXT NOT NULL,
  payeeHash INTEGER NOT NULL,
  moneyHash INTEGER NOT NULL,
  nameHash INTEGER NOT NULL,
  referenceHash INTEGER NOT NULL,
  isReleased INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX releasedMoney ON paymentKeys (payeeHash, moneyHash, profileNumber) WHERE isReleased = 1;
CREATE INDEX releasedNames ON paymentKeys (nameHash, moneyHash, profileNumber, payeeHash)
  WHERE isReleased = 1 AND nameHash <> 0;
CREATE INDEX releasedReferences ON paymentKeys (payeeHash, referenceHash, profileNumber)
  WHERE isReleased = 1 AND referenceHash <> 0;

CREATE TABLE paymentKeysCatchUp (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  paymentId INTEGER NOT NULL,
  lastPaymentId INTEGER NOT NULL
) STRICT;
INSERT INTO paymentKeysCatchUp SELECT 1, 0, coalesce(max(paymentId), 0) FROM payments;

DROP TRIGGER livesThatMayMoveMoney;
DROP TRIGGER livesThatPaid;
DROP TABLE releasedPayments;
DROP INDEX repeatedRows;
DROP TABLE paidPayeesCatchUp;
DELETE FROM paidPayees;

CREATE TRIGGER livesThatMayMoveMoney AFTER INSERT ON lives WHEN NEW.state <> 'cancelled'
BEGIN
  UPDATE paymentKeys SET isReleased = 1 WHERE paymentId = NEW.paymentId;
END;
CREATE TRIGGER livesThatPaid AFTER UPDATE OF state ON lives WHEN NEW.state = 'paid' AND OLD.state <> 'paid'
BEGIN
  INSERT OR IGNORE INTO paidPayees SELECT profileNumber, payee FROM paymentKeys WHERE paymentId = NEW.paymentId;
END;
CREATE TRIGGER keysGoWithTheirPayment AFTER DELETE ON payments
BEGIN
  DELETE FROM paymentKeys WHERE paymentId = OLD.paymentId;
END;
CREATE TRIGGER keysStay BEFORE DELETE ON paymentKeys
WHEN EXISTS (SELECT 1 FROM payments WHERE paymentId = OLD.paymentId)
BEGIN SELECT RAISE(ABORT, 'the keys of a payment stay'); END;
CREATE TRIGGER keysNeverChange
BEFORE UPDATE OF paymentId, profileNumber, payee, payeeHash, moneyHash, nameHash, referenceHash ON paymentKeys
BEGIN SELECT RAISE(ABORT, 'the keys of a payment never change'); END;
CREATE TRIGGER releasesAreRemembered BEFORE UPDATE OF isReleased ON paymentKeys
WHEN OLD.isReleased = 1 AND NEW.isReleased <> 1
BEGIN SELECT RAISE(ABORT, 'a released payment stays'); END;
`;
