import { accountLook, areAlikeAccounts, bareAccount } from './accounts.ts';
import { comparePlainNames } from './names/compare-names.ts';
import { plainName, type PlainName } from './names/plain-name.ts';
import { Neighbours } from './neighbours.ts';

/** A name and an account, e-mail address or other mark that it is paid by; either may be empty. */
export type Party = { readonly name: string; readonly account: string };

/** What a known party has to do with one of those that are looked for; null: nothing. */
type PartyMatch = {
  readonly number: number;
  readonly name: 'same' | 'alike' | null;
  readonly account: 'same' | 'alike' | null;
};

/**
 * The parties of a draft, in an index: every known party is held against all of them at once. So the memory that a check takes goes
 * with the draft, not with everyone who was ever paid. Names and accounts are compared as `compareNames` and `compareAccounts` do, but
 * that a domestic number is not found in an IBAN.
 */
export class Parties {
  readonly #names: PlainName[] = [];
  readonly #accounts: string[] = [];
  readonly #byParty = new Map<string, number>();
  readonly #byNameKey = new Map<string, number[]>();
  readonly #byAccount = new Map<string, number[]>();
  readonly #nameNeighbours: Neighbours;
  readonly #accountNeighbours: Neighbours;

  /** For at most `most` parties. */
  constructor(most: number) {
    this.#nameNeighbours = new Neighbours(most);
    this.#accountNeighbours = new Neighbours(most);
  }

  /** How many different parties there are. */
  get size(): number {
    return this.#names.length;
  }

  /** Adds a party, and gives its number: the same for the same name and account, from 0 in the order in which they first come. */
  add({ name, account }: Party): number {
    const key = `${account}\n${name}`;
    const known = this.#byParty.get(key);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#byParty.set(key, number);
    const plain = plainName(name);
    const bare = bareAccount(account);
    this.#names.push(plain);
    this.#accounts.push(bare);
    for (const nameKey of plain.keys) if (nameKey !== '') push(this.#byNameKey, nameKey, number);
    for (const joined of plain.joined) if (joined !== '') this.#nameNeighbours.add(joined, number);
    if (bare === '') return number;
    if (!this.#byAccount.has(bare)) this.#accountNeighbours.add(accountLook(bare), number);
    push(this.#byAccount, bare, number);
    return number;
  }

  /** Every party that has something to do with a known one. */
  match({ name, account }: Party): PartyMatch[] {
    const found = new Found();
    this.#matchName(plainName(name), found);
    const bare = bareAccount(account);
    if (bare !== '') this.#matchAccount(bare, found);
    return found.list;
  }

  #matchName(plain: PlainName, found: Found): void {
    for (const key of plain.keys)
      for (const number of this.#byNameKey.get(key) ?? none) found.entry(number).name = 'same';
    for (const joined of plain.joined)
      if (joined !== '')
        this.#nameNeighbours.find(joined, (number) => {
          if (found.has(number)) return;
          const other = this.#names[number];
          if (other !== undefined && comparePlainNames(plain, other) === 'alike')
            found.entry(number).name = 'alike';
        });
  }

  #matchAccount(bare: string, found: Found): void {
    for (const number of this.#byAccount.get(bare) ?? none) found.entry(number).account = 'same';
    const look = accountLook(bare);
    this.#accountNeighbours.find(look, (first) => {
      const other = this.#accounts[first] ?? '';
      if (other === bare || !areAlikeAccounts(look, accountLook(other))) return;
      for (const number of this.#byAccount.get(other) ?? none) found.entry(number).account = 'alike';
    });
  }
}

const none: readonly number[] = [];

/** What was found for one known party: nothing for nearly all, and few for the others. */
class Found {
  readonly list: { number: number; name: PartyMatch['name']; account: PartyMatch['account'] }[] = [];

  has(wanted: number): boolean {
    return this.list.some(({ number }) => number === wanted);
  }

  entry(wanted: number): (typeof this.list)[number] {
    const there = this.list.find(({ number }) => number === wanted);
    if (there !== undefined) return there;
    const entry = { number: wanted, name: null, account: null };
    this.list.push(entry);
    return entry;
  }
}

function push<Key>(map: Map<Key, number[]>, key: Key, number: number): void {
  const there = map.get(key);
  if (there === undefined) map.set(key, [number]);
  else there.push(number);
}
