import { plainAccount } from '../payments/payee.ts';
import { oneEdit } from './names/compare-names.ts';

/**
 * What two accounts have to do with one another. `same`: one account in two notations. `alike`: another account that differs by one
 * character, or by two beside each other that are swapped; the check digits of an IBAN do not count.
 */
type AccountRelation = 'same' | 'alike' | 'different';

const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/;
const otherThanAccount = /[^\p{L}\p{N}]/gu;
/** The shortest account number in which one other character makes a look-alike. */
const shortestAccount = 6;
/** The shortest domestic account that is recognised at the end of an IBAN. */
const shortestDomestic = 8;

/** An account without its notation: spaces, dots, slashes, hyphens, capitals, "IBAN" in front of one. */
export function bareAccount(account: string): string {
  const plain = plainAccount(account).replace(otherThanAccount, '');
  return plain.startsWith('IBAN') && iban.test(plain.slice(4)) ? plain.slice(4) : plain;
}

/** What look-alikes of an account are searched by: an IBAN without its check digits, which follow from the rest. */
export function accountLook(bare: string): string {
  return iban.test(bare) ? bare.slice(0, 2) + bare.slice(4) : bare;
}

/** Compares two accounts. */
export function compareAccounts(left: string, right: string): AccountRelation {
  const [one, other] = [bareAccount(left), bareAccount(right)];
  if (one === other || isDomesticOf(one, other) || isDomesticOf(other, one)) return 'same';
  return areAlikeAccounts(accountLook(one), accountLook(other)) ? 'alike' : 'different';
}

/** Compares two accounts by their looks. */
export function areAlikeAccounts(one: string, other: string): boolean {
  if (one === other) return true;
  return Math.min(one.length, other.length) >= shortestAccount && oneEdit(one, other) !== null;
}

/** Whether the first is the domestic number of the second, an IBAN: what stands after its check digits, or the whole end of it. */
function isDomesticOf(domestic: string, full: string): boolean {
  if (!iban.test(full) || iban.test(domestic)) return false;
  return domestic.length >= shortestDomestic && full.slice(4).endsWith(domestic.replace(/^0+/, ''));
}
