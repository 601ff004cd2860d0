/**
 * Version 35: one definition of the same account. An account is the same with dots, slashes and the word IBAN, which the keys of payees
 * told apart. The keys that this changes are few; they are computed anew in pieces: `keysToRenew` has the payments, `payeesToRenew` the
 * payees. Records of what people said keep the key and ID that they were made under, since events cover them: `formerPayees` says which
 * payee each of these keys and IDs stands for now.
 */
export const accounts = `
CREATE TABLE formerPayees (
  payeeId TEXT PRIMARY KEY,
  environment TEXT NOT NULL,
  former TEXT NOT NULL,
  payee TEXT NOT NULL,
  UNIQUE (environment, former)
) STRICT;
CREATE INDEX formerKeysOfPayee ON formerPayees (environment, payee);

CREATE TABLE keysToRenew (paymentId INTEGER PRIMARY KEY) STRICT;
INSERT INTO keysToRenew SELECT paymentId FROM paymentKeys
  WHERE payee GLOB 'account *[^0-9A-Z]*' OR payee GLOB 'account IBAN*';
CREATE TABLE payeesToRenew (payeeNumber INTEGER PRIMARY KEY) STRICT;
INSERT INTO payeesToRenew SELECT payeeNumber FROM payees
  WHERE payee GLOB 'account *[^0-9A-Z]*' OR payee GLOB 'account IBAN*';
DELETE FROM paidPayees WHERE payee GLOB 'account *[^0-9A-Z]*' OR payee GLOB 'account IBAN*';

DROP TRIGGER keysNeverChange;
CREATE TRIGGER keysNeverChange
BEFORE UPDATE OF paymentId, profileNumber, payee, payeeHash, moneyHash, nameHash, referenceHash ON paymentKeys
WHEN NEW.paymentId <> OLD.paymentId OR NEW.profileNumber <> OLD.profileNumber OR NEW.moneyHash <> OLD.moneyHash
  OR NEW.nameHash <> OLD.nameHash OR NEW.referenceHash <> OLD.referenceHash
  OR NOT EXISTS (SELECT 1 FROM keysToRenew WHERE paymentId = OLD.paymentId)
BEGIN SELECT RAISE(ABORT, 'the keys of a payment never change'); END;
`;
