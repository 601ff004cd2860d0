/**
 * Version 50: the hash by which duplicates find a payee no longer distinguishes the zeros in front of an account. That of a payout to such
 * an account is computed again.
 */
export const zerosOfAccounts = `
INSERT OR IGNORE INTO keysToRenew SELECT paymentId FROM paymentKeys WHERE payee GLOB 'account 0*';
`;
