import { comparedAccount, isInOtherForm, wholeAccount } from '../../../contract/payees/payee-key.ts';
import { accountLook, areAlikeAccounts } from './accounts.ts';
import { comparePlainNames, type NameRelation } from './names/compare-names.ts';
import { plainName, type PlainName } from './names/plain-name.ts';
import { Neighbours } from './neighbours.ts';

/** A name and the account, e-mail address or other identifier that is paid; either may be empty. */
export type Party = { readonly name: string; readonly account: string };

/** The relation of a known party to one in the index; null: none. */
type PartyMatch = Readonly<MutableMatch>;

type MutableMatch = {
  readonly number: number;
  /** Null if the names were not compared: they are neither the same nor alike. */
  name: NameRelation | null;
  account: 'same' | 'alike' | null;
};

/**
 * The parties of a draft, in an index: every known party is compared with all of them at once. So a check's memory grows
 * with the draft, not with all payees ever paid. Names are compared as `compareNames` does, and accounts by
 * `wholeAccount` and their looks.
 */
export class Parties {
  readonly #given: Party[] = [];
  readonly #byParty = new Map<string, number>();
  readonly #names: SameTexts;
  /** The prepared names of compared parties: numbered names have dozens of neighbours each, most others none. */
  readonly #prepared = new Map<number, PlainName>();
  readonly #accounts: SameTexts;
  /** For each match of the known party, its place in the list, from one. */
  readonly #places: Int32Array;
  #indexed = 0;

  /** For at most `most` parties. */
  constructor(most: number) {
    // Names that differ in a digit are different names.
    this.#names = new SameTexts(most, { editsDigits: false });
    this.#accounts = new SameTexts(most, { editsDigits: true });
    this.#places = new Int32Array(most);
  }

  /** How many different parties there are. */
  get size(): number {
    return this.#given.length;
  }

  /** Adds a party before the first match, and returns its number: the same for the same name and account, from 0 in order of first appearance. */
  add(party: Party): number {
    const key = `${party.account}\n${party.name}`;
    const known = this.#byParty.get(key);
    if (known !== undefined) return known;
    const number = this.#given.length;
    this.#byParty.set(key, number);
    this.#given.push(party);
    return number;
  }

  /** Enters up to `limit` more parties in the index that `match` needs; returns how many. Without known parties no index is needed. */
  index(limit: number): number {
    const first = this.#indexed;
    for (const party of this.#given.slice(first, first + limit)) this.#enter(party);
    return this.#indexed - first;
  }

  /** Finishes up to `limit` more parts of the index of names, and of that of accounts; returns how many. `match` would finish all at once. */
  finish(limit: number): number {
    return this.#names.neighbours.enter(limit) + this.#accounts.neighbours.enter(limit);
  }

  #enter({ name, account }: Party): void {
    const number = this.#indexed;
    this.#indexed += 1;
    if (name !== '' && this.#names.add(name, number)) {
      const plain = plainName(name);
      if (plain.words.length > 0) this.#names.neighbours.add(number, plain.joined, plain.keys);
    }
    const bare = wholeAccount(account);
    if (bare !== '' && this.#accounts.add(bare, number))
      this.#accounts.neighbours.add(number, [accountLook(bare)], wholesOf(bare));
  }

  /** Every party related to a known one; with `isByAccount` only through the account. */
  match({ name, account }: Party, isByAccount = false): readonly PartyMatch[] {
    this.index(this.size);
    const found: MutableMatch[] = [];
    const plain = plainName(name);
    if (plain.words.length > 0 && !isByAccount) this.#matchName(name, plain, found);
    const bare = wholeAccount(account);
    if (bare !== '') this.#matchAccount(bare, plain, found);
    for (const { number } of found) this.#places[number] = 0;
    return found;
  }

  #matchName(name: string, plain: PlainName, found: MutableMatch[]): void {
    for (const first of this.#names.neighbours.find(plain.joined, plain.keys)) {
      const other = this.#given[first]?.name ?? '';
      const relation = other === name ? 'same' : comparePlainNames(plain, this.#preparedName(first, other));
      if (relation === 'same' || relation === 'alike')
        for (const number of this.#names.withTextOf(first)) this.#entry(found, number).name = relation;
    }
  }

  #preparedName(number: number, name: string): PlainName {
    const known = this.#prepared.get(number);
    if (known !== undefined) return known;
    const prepared = plainName(name);
    this.#prepared.set(number, prepared);
    return prepared;
  }

  /** For the same account the names are compared, too: one may be a part of the other. */
  #matchAccount(bare: string, plain: PlainName, found: MutableMatch[]): void {
    const look = accountLook(bare);
    for (const first of this.#accounts.neighbours.find([look], wholesOf(bare))) {
      const other = wholeAccount(this.#given[first]?.account ?? '');
      const isSame = other === bare;
      if (!isSame && !isInOtherForm(bare, other) && !areAlikeAccounts(look, accountLook(other))) continue;
      for (const number of this.#accounts.withTextOf(first)) {
        const entry = this.#entry(found, number);
        entry.account = isSame ? 'same' : 'alike';
        if (isSame && entry.name !== 'same')
          entry.name = comparePlainNames(plain, this.#preparedName(number, this.#given[number]?.name ?? ''));
      }
    }
  }

  #entry(found: MutableMatch[], number: number): MutableMatch {
    const there = found[(this.#places[number] ?? 0) - 1];
    if (there !== undefined) return there;
    const entry = { number, name: null, account: null };
    this.#places[number] = found.push(entry);
    return entry;
  }
}

/** The texts of which one is equal for accounts in different forms. */
function wholesOf(bare: string): string[] {
  const compared = comparedAccount(bare);
  return compared === bare ? [bare] : [bare, compared];
}

/** Numbers with the same text: only the first is entered among the neighbours. */
class SameTexts {
  readonly neighbours: Neighbours;
  readonly #firsts = new Map<string, number>();
  /** For each number another one with its text, plus one. */
  readonly #others: Int32Array;

  constructor(most: number, edits: { readonly editsDigits: boolean }) {
    this.neighbours = new Neighbours(most, edits);
    this.#others = new Int32Array(most);
  }

  /** Adds a number; returns whether it is the first with its text. */
  add(text: string, number: number): boolean {
    const first = this.#firsts.get(text);
    if (first === undefined) this.#firsts.set(text, number);
    else {
      this.#others[number] = this.#others[first] ?? 0;
      this.#others[first] = number + 1;
    }
    return first === undefined;
  }

  /** The numbers that share the text of a first one. */
  withTextOf(first: number): number[] {
    const numbers = [first];
    for (let next = this.#others[first] ?? 0; next !== 0; next = this.#others[next - 1] ?? 0)
      numbers.push(next - 1);
    return numbers;
  }
}
