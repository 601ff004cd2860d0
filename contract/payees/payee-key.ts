import { domesticForms, endsOfIbans, withoutEmptyGroup } from './domestic-number.ts';
import { plainText } from './plain-text.ts';

const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/;
const capitalsAndDigits = /^[0-9A-Z]*$/;
const onlyDigits = /^\d+$/;
const otherThanAccount = /[^\p{L}\p{N}]/gu;
/** The shortest domestic account that is recognised at the end of an IBAN. */
const shortestDomestic = 8;
/** The fewest digits after leading zeros by which a domestic account is recognised. */
export const fewestDigits = 6;

/**
 * Identifies the payee of a payment (DESIGN: Terms) by account, else by e-mail address, else by name. Spellings of the same payee give
 * the same result. Duplicates, blocks, verifications, payee IDs and findings all compare payees by it (docs/decisions/0005).
 */
export function payeeKeyOf(payee: {
  readonly accountNumber: string;
  readonly emailAddress: string;
  readonly accountName: string;
}): string {
  const account = bareAccount(payee.accountNumber);
  if (account !== '') return ofAccount + account;
  const email = plainText(payee.emailAddress);
  return email === '' ? `name ${plainText(payee.accountName)}` : ofEmail + email;
}

const ofAccount = 'account ';
const ofEmail = 'email ';

/** The current key for a payee whose key an older Bursar computed, which distinguished dots, slashes and the word IBAN. */
export function keyInForce(payee: string): string {
  const account = accountOfKey(payee);
  return account === null ? payee : ofAccount + bareAccount(account);
}

/**
 * A key as duplicates compare it (`comparedAccount`). An account in another form stays another payee, because zeros may be missing by
 * mistake, but the bank may pay it all the same. An e-mail address may be given as the account.
 */
export function comparedKeyOf(payee: string): string {
  const email = emailOfKey(payee);
  const account = email === null ? accountOfKey(payee) : bareAccount(email);
  return account === null ? payee : ofAccount + comparedAccount(account);
}

/** What bare accounts have in common that are one account: the domestic number of an IBAN, if it names the bank, without zeros in front. */
export function comparedAccount(bare: string): string {
  const [domestic = bare] = domesticForms(bare);
  return withoutZeros(withoutEmptyGroup(domestic));
}

/** The key of a bare account. */
export function keyOfAccount(bare: string): string {
  return ofAccount + bare;
}

/** The account behind a key; null if the key is an e-mail address or a name. */
export function accountOfKey(payee: string): string | null {
  return payee.startsWith(ofAccount) ? payee.slice(ofAccount.length) : null;
}

/** The e-mail address behind a key; null if the key is an account or a name. */
export function emailOfKey(payee: string): string | null {
  return payee.startsWith(ofEmail) ? payee.slice(ofEmail.length) : null;
}

/**
 * An account without its notation: spaces, hyphens, dots, slashes, capitals, a leading "IBAN". In an address with "@", such as a
 * wallet or an e-mail address, everything except spaces and hyphens is significant.
 */
export function bareAccount(account: string): string {
  const plain = plainAccount(account);
  if (plain.includes('@')) return plain;
  const bare = capitalsAndDigits.test(plain) ? plain : plain.replace(otherThanAccount, '') || plain;
  return bare.startsWith('IBAN') && isIban(bare.slice(4)) ? bare.slice(4) : bare;
}

/** An account as findings compare it: like `bareAccount`, but hyphens of an address with "@" count, without which it is another address. */
export function wholeAccount(account: string): string {
  const bare = bareAccount(account);
  return bare.includes('@') ? plainText(account).replaceAll(' ', '').toUpperCase() : bare;
}

/** Normalizes an account for the hash of what a file pays, which must never change: no spaces or hyphens, one case. */
export function plainAccount(text: string): string {
  if (capitalsAndDigits.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase();
}

/** Whether a bare account has the form of an IBAN. */
export function isIban(bare: string): boolean {
  return iban.test(bare);
}

/** A number without the zeros in front of it, which a spreadsheet drops and a bank adds; any other account as it is. */
export function withoutZeros(bare: string): string {
  return bare.startsWith('0') && onlyDigits.test(bare) ? cutZeros(bare) : bare;
}

/** An account without the zeros in front, if enough is left of it. */
function cutZeros(bare: string): string {
  const rest = bare.replace(/^0+/, '');
  return rest.length < fewestDigits ? bare : rest;
}

/**
 * Whether two different bare accounts may be the same: they are compared as one, or one is an IBAN and the other a domestic number at its
 * end, which does not name its bank.
 */
export function mayBeSame(one: string, other: string): boolean {
  return isDomesticOf(one, other) || isDomesticOf(other, one) || isInOtherForm(one, other);
}

/** Whether two different bare accounts are compared as one, and may be: two IBANs are two accounts. */
export function isInOtherForm(one: string, other: string): boolean {
  return !(isIban(one) && isIban(other)) && comparedAccount(one) === comparedAccount(other);
}

function isDomesticOf(domestic: string, full: string): boolean {
  if (domestic.length < shortestDomestic || !isIban(full) || isIban(domestic)) return false;
  const number = cutZeros(domestic);
  return full.slice(4).endsWith(number) || domesticForms(full).includes(number);
}

/** The ending of a key or account, which is equal for equal keys. */
export function tailOf(text: string): string {
  return text.slice(-fewestDigits);
}

/** The endings of a key and of those whose accounts may be the same. */
export function tailsOf(payee: string): string[] {
  const account = accountOfKey(payee);
  if (account === null) return [tailOf(payee)];
  const compared = comparedAccount(account);
  return [...new Set([account, compared, ...endsOfIbans(compared)].map(tailOf))];
}
