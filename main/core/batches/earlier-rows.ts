import type { ComparedRow } from '../ports/index.ts';

const fields = ['payeeHash', 'moneyHash', 'nameHash', 'referenceHash'] as const;
type Field = (typeof fields)[number];

/**
 * The rows of a batch read so far, to find what a later row repeats. Everything is allocated for `size` rows at the start: a map that
 * grows to 100,000 rows would block the process for too long.
 */
export class EarlierRows {
  readonly #columns: Columns;
  readonly #samePayment: Index;
  readonly #sameMoney: Index;
  readonly #sameName: Index;
  readonly #sameReference: Index;
  #count = 0;

  constructor(size: number) {
    this.#columns = {
      payeeHash: new Float64Array(size + 1),
      moneyHash: new Float64Array(size + 1),
      nameHash: new Float64Array(size + 1),
      referenceHash: new Float64Array(size + 1),
      paymentId: new Float64Array(size + 1),
    };
    this.#samePayment = new Index(this.#columns, ['payeeHash', 'moneyHash', 'referenceHash'], null);
    this.#sameMoney = new Index(this.#columns, ['payeeHash', 'moneyHash'], null);
    this.#sameName = new Index(this.#columns, ['nameHash', 'moneyHash'], 'payeeHash');
    this.#sameReference = new Index(this.#columns, ['payeeHash', 'referenceHash'], 'moneyHash');
  }

  /** The payment IDs of the latest rows that this one repeats, by what they share; afterwards it is an earlier row itself. */
  add(row: ComparedRow): Pick<ComparedRow, 'samePayment' | 'sameMoney' | 'sameName' | 'sameReference'> {
    this.#count += 1;
    const place = this.#count;
    for (const field of fields) this.#columns[field][place] = row[field];
    this.#columns.paymentId[place] = row.paymentId;
    return {
      samePayment: this.#samePayment.add(place),
      sameMoney: this.#sameMoney.add(place),
      sameName: row.nameHash === 0 ? null : this.#sameName.add(place),
      sameReference: row.referenceHash === 0 ? null : this.#sameReference.add(place),
    };
  }
}

/** What is known of each row, by its place from 1 on; place 0 is no row. */
type Columns = Readonly<Record<Field | 'paymentId', Float64Array>>;

/** Finds the latest row that is equal in some fields and, where one is named, differs in another. */
class Index {
  readonly #columns: Columns;
  readonly #equal: readonly Float64Array[];
  readonly #different: Field | null;
  /** An open hash table: the first row of each combination, at the first free slot after that of its hash. */
  readonly #slots: Int32Array;
  /** By the place of the first row: the latest row of the combination, and the latest that differs from that one. */
  readonly #latest: Int32Array;
  readonly #other: Int32Array;

  constructor(columns: Columns, equal: readonly Field[], different: Field | null) {
    const { length } = columns.paymentId;
    this.#columns = columns;
    this.#equal = equal.map((field) => columns[field]);
    this.#different = different;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * length)));
    this.#latest = new Int32Array(length);
    this.#other = new Int32Array(length);
  }

  add(place: number): number | null {
    const first = this.#firstLike(place);
    const latest = this.#latest[first] ?? 0;
    const isOther = latest !== 0 && this.#differ(latest, place);
    const found = this.#different === null || isOther ? latest : (this.#other[first] ?? 0);
    if (isOther) this.#other[first] = latest;
    this.#latest[first] = place;
    return found === 0 ? null : (this.#columns.paymentId[found] ?? null);
  }

  /** The first row of the combination of this one: itself where there was none. */
  #firstLike(place: number): number {
    const mask = this.#slots.length - 1;
    let sum = 0;
    for (const column of this.#equal) sum += column[place] ?? 0;
    for (let slot = sum % this.#slots.length; ; slot = (slot + 1) & mask) {
      const first = this.#slots[slot] ?? 0;
      if (first === 0) {
        this.#slots[slot] = place;
        return place;
      }
      if (this.#isEqual(first, place)) return first;
    }
  }

  #isEqual(one: number, other: number): boolean {
    for (const column of this.#equal) if (column[one] !== column[other]) return false;
    return true;
  }

  #differ(one: number, another: number): boolean {
    const column = this.#different === null ? null : this.#columns[this.#different];
    return column !== null && column[one] !== column[another];
  }
}
