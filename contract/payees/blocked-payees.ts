import { accountOfKey, keyInForce, mayBeSame, tailOf } from './payee-key.ts';

type Blocked = { readonly payeeId: string; readonly payee: string };

/**
 * Payees that a person blocked, by their keys. A payment is blocked if its payee is one of them, or if its account may be the
 * same as one of their accounts: a domestic number at the end of a blocked IBAN, or the reverse.
 */
export class BlockedPayees {
  readonly #byKey = new Map<string, Blocked>();
  readonly #byTail = new Map<string, Blocked[]>();

  constructor(blocked: readonly Blocked[]) {
    for (const each of blocked) {
      const payee = keyInForce(each.payee);
      this.#byKey.set(payee, each);
      const tail = tailOf(payee);
      const there = this.#byTail.get(tail);
      if (there === undefined) this.#byTail.set(tail, [{ ...each, payee }]);
      else there.push({ ...each, payee });
    }
  }

  /** The keys of all of them. */
  get keys(): string[] {
    return [...this.#byKey.keys()];
  }

  /** The endings of their keys: an account with another ending is not blocked. */
  get tails(): string[] {
    return [...this.#byTail.keys()];
  }

  /** The ID of the blocked payee of a payment with this key; null: none. */
  find(key: string): string | null {
    if (this.#byKey.size === 0) return null;
    const payee = keyInForce(key);
    const account = accountOfKey(payee);
    const same =
      this.#byKey.get(payee) ??
      this.#byTail.get(tailOf(payee))?.find((blocked) => {
        const other = accountOfKey(blocked.payee);
        return account !== null && other !== null && mayBeSame(account, other);
      });
    return same?.payeeId ?? null;
  }
}
