/**
 * Version 37: wrong keys are computed again. The diagnostics hold the keys by which duplicates are found against the payouts, and a rebuild
 * puts those that differ into `keysToRenew`; each column of these may change now, not only the payee.
 */
export const wrongKeys = `
DROP TRIGGER keysNeverChange;
CREATE TRIGGER keysNeverChange
BEFORE UPDATE OF paymentId, profileNumber, payee, payeeHash, moneyHash, nameHash, referenceHash ON paymentKeys
WHEN NEW.paymentId <> OLD.paymentId OR NOT EXISTS (SELECT 1 FROM keysToRenew WHERE paymentId = OLD.paymentId)
BEGIN SELECT RAISE(ABORT, 'the keys of a payment never change'); END;
`;
