import { accountsWithin } from './accounts-within.ts';
import {
  accountOfKey,
  keyOfAccount,
  bareAccount,
  emailOfKey,
  keyInForce,
  mayBeSame,
  payeeKeyOf,
  tailOf,
  tailsOf,
} from './payee-key.ts';

type Blocked = { readonly payeeId: string; readonly payee: string };

/**
 * Payees that a person blocked, by their keys. A payment is blocked if its payee is one of them, or if its account, or one that stands in it
 * (`accountsWithin`), may be the same as one of their accounts (`mayBeSame`). It is also blocked if it names the
 * e-mail address of one, beside an account or in place of it: the payment method may go by the address.
 */
export class BlockedPayees {
  readonly #byKey = new Map<string, Blocked>();
  readonly #byTail = new Map<string, Blocked[]>();
  /** Those that are e-mail addresses, as accounts are compared. */
  readonly #byAddress = new Map<string, Blocked>();

  constructor(blocked: readonly Blocked[]) {
    for (const { payee, each } of blocked.flatMap(formsOf)) {
      this.#byKey.set(payee, each);
      const address = emailOfKey(payee) ?? accountOfKey(payee);
      if (address?.includes('@') === true) this.#byAddress.set(bareAccount(address), each);
      for (const tail of tailsOf(payee)) {
        const there = this.#byTail.get(tail);
        if (there === undefined) this.#byTail.set(tail, [{ ...each, payee }]);
        else there.push({ ...each, payee });
      }
    }
  }

  /** The keys of all of them. */
  get keys(): string[] {
    return [...this.#byKey.keys()];
  }

  /** The endings of keys that may be blocked: an account with another ending is not. */
  get tails(): string[] {
    return [...this.#byTail.keys()];
  }

  /** Their e-mail addresses in capitals and without hyphens: no other address is blocked. */
  get addresses(): string[] {
    return [...this.#byAddress.keys()];
  }

  /** The ID of the blocked payee of a payment; null: none. */
  find(paid: Parameters<typeof payeeKeyOf>[0]): string | null {
    if (this.#byKey.size === 0) return null;
    const payee = payeeKeyOf(paid);
    const account = accountOfKey(payee);
    const same = this.#same(payee) ?? this.#withAddressOf(paid, account);
    if (same !== undefined || account === null) return same?.payeeId ?? null;
    const within = accountsWithin(account).map(
      (each) => this.#same(keyOfAccount(each)) ?? this.#byAddress.get(each),
    );
    return within.find((each) => each !== undefined)?.payeeId ?? null;
  }

  #same(payee: string): Blocked | undefined {
    const account = accountOfKey(payee);
    return (
      this.#byKey.get(payee) ??
      this.#byTail.get(tailOf(payee))?.find((blocked) => {
        const other = accountOfKey(blocked.payee);
        return account !== null && other !== null && (account === other || mayBeSame(account, other));
      })
    );
  }

  /** Whether a payment is blocked by its e-mail address, not by the account that stands beside it. */
  isByAddress(paid: Parameters<typeof payeeKeyOf>[0]): boolean {
    return paid.emailAddress !== '' && this.find({ ...paid, emailAddress: '' }) === null;
  }

  #withAddressOf(paid: Parameters<typeof payeeKeyOf>[0], account: string | null): Blocked | undefined {
    if (this.#byAddress.size === 0) return undefined;
    const inPlace = account === null ? undefined : this.#byAddress.get(account);
    if (inPlace !== undefined || paid.emailAddress === '') return inPlace;
    return (
      this.#byKey.get(payeeKeyOf({ ...paid, accountNumber: '' })) ??
      this.#byKey.get(payeeKeyOf({ ...paid, accountNumber: paid.emailAddress }))
    );
  }
}

/** A blocked payee under its key, and under those of the accounts that stand in its own. */
function formsOf(each: Blocked): { readonly payee: string; readonly each: Blocked }[] {
  const payee = keyInForce(each.payee);
  const account = accountOfKey(payee);
  const others = account === null ? [] : accountsWithin(account).map(keyOfAccount);
  return [payee, ...others].map((form) => ({ payee: form, each }));
}
