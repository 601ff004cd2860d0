import { bareAccount } from '../../../contract/payees/payee-key.ts';
import { accountLook, areAlikeAccounts } from './accounts.ts';
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
 * with the draft, not with everyone who was ever paid. Names are compared as `compareNames` does, and accounts by
 * `bareAccount` and their looks.
 */
export class Parties {
  readonly #given: Party[] = [];
  readonly #names: PlainName[] = [];
  readonly #accounts: string[] = [];
  readonly #byParty = new Map<string, number>();
  readonly #byNameKey = new Map<string, number | number[]>();
  readonly #byAccount = new Map<string, number | number[]>();
  readonly #nameNeighbours: Neighbours;
  readonly #accountNeighbours: Neighbours;

  /** For at most `most` parties. */
  constructor(most: number) {
    this.#nameNeighbours = new Neighbours(most);
    this.#accountNeighbours = new Neighbours(most);
  }

  /** How many different parties there are. */
  get size(): number {
    return this.#given.length;
  }

  /** Adds a party, and gives its number: the same for the same name and account, from 0 in the order in which they first come. */
  add(party: Party): number {
    const key = `${party.account}\n${party.name}`;
    const known = this.#byParty.get(key);
    if (known !== undefined) return known;
    const number = this.#given.length;
    this.#byParty.set(key, number);
    this.#given.push(party);
    return number;
  }

  /** Enters up to `limit` more parties in the index, which `match` needs; gives how many. Without anyone to match there need be no index. */
  index(limit: number): number {
    const first = this.#names.length;
    for (const party of this.#given.slice(first, first + limit)) this.#enter(party);
    return this.#names.length - first;
  }

  #enter({ name, account }: Party): void {
    const number = this.#names.length;
    const plain = plainName(name);
    const bare = bareAccount(account);
    this.#names.push(plain);
    this.#accounts.push(bare);
    for (const nameKey of plain.keys) if (nameKey !== '') push(this.#byNameKey, nameKey, number);
    for (const joined of plain.joined) if (joined !== '') this.#nameNeighbours.add(joined, number);
    if (bare === '') return;
    if (!this.#byAccount.has(bare)) this.#accountNeighbours.add(accountLook(bare), number);
    push(this.#byAccount, bare, number);
  }

  /** Every party that has something to do with a known one. */
  match({ name, account }: Party): PartyMatch[] {
    this.index(this.size);
    const found = new Found();
    this.#matchName(plainName(name), found);
    const bare = bareAccount(account);
    if (bare !== '') this.#matchAccount(bare, found);
    return found.list;
  }

  #matchName(plain: PlainName, found: Found): void {
    for (const key of plain.keys)
      for (const number of numbersOf(this.#byNameKey, key)) found.entry(number).name = 'same';
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
    for (const number of numbersOf(this.#byAccount, bare)) found.entry(number).account = 'same';
    const look = accountLook(bare);
    this.#accountNeighbours.find(look, (first) => {
      const other = this.#accounts[first] ?? '';
      if (other === bare || !areAlikeAccounts(look, accountLook(other))) return;
      for (const number of numbersOf(this.#byAccount, other)) found.entry(number).account = 'alike';
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

/** Nearly every key has one number: a list of its own would take more memory than the number. */
function push(map: Map<string, number | number[]>, key: string, number: number): void {
  const there = map.get(key);
  if (there === undefined) map.set(key, number);
  else if (typeof there === 'number') map.set(key, [there, number]);
  else there.push(number);
}

function numbersOf(map: ReadonlyMap<string, number | number[]>, key: string): readonly number[] {
  const there = map.get(key) ?? none;
  return typeof there === 'number' ? [there] : there;
}
