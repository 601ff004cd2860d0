/**
 * Version 51: the hash by which duplicates find a payee no longer distinguishes an IBAN and the domestic number that names its bank. That of a
 * payout to such an IBAN, or to a number whose last group is zeros, is computed again. So is that of a payout to an e-mail address, which may
 * be given as the account.
 */
export const domesticNumbers = `
INSERT OR IGNORE INTO keysToRenew SELECT paymentId FROM paymentKeys
WHERE payee GLOB 'account [A-Z][A-Z][0-9][0-9]*' AND substr(payee, 9, 2) IN ('BE', 'CZ', 'ES', 'HU', 'NO', 'PL', 'PT', 'SK')
  OR payee GLOB 'account *00000000' AND length(payee) = length('account ') + 24
  OR payee GLOB 'email *';
`;
