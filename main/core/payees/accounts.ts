import { isIban, withoutZeros } from '../../../contract/payees/payee-key.ts';
import { oneEdit } from './names/compare-names.ts';

/** The shortest account number for which one different character makes a look-alike. */
const shortestAccount = 6;

/**
 * The part of an account that is searched for look-alikes: an IBAN without its check digits, which follow from the rest, and a number without
 * the zeros in front, which a spreadsheet drops.
 */
export function accountLook(bare: string): string {
  return isIban(bare) ? bare.slice(0, 2) + bare.slice(4) : withoutZeros(bare);
}

/** Whether two accounts resemble each other by their looks: one character differs, or two adjacent ones are swapped. */
export function areAlikeAccounts(one: string, other: string): boolean {
  if (one === other) return true;
  return Math.min(one.length, other.length) >= shortestAccount && oneEdit(one, other) !== null;
}
