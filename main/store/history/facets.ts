import type { PaymentState } from '../../../contract/payments/payment.ts';
import type { Connection } from '../connection.ts';
import { Unreadable } from '../store-error.ts';
import { integerIn, stateIn, textIn, type Row } from '../read-row.ts';

type FacetKey = {
  readonly profileNumber: number;
  readonly state: PaymentState;
  readonly currencyCode: string;
  readonly paymentMethodCode: string;
};
export type Facet = FacetKey & { readonly facetNumber: number; count: number };

/** The facet of the payment, or of the payments, of a row. */
export function facetKeyIn(row: Row): FacetKey {
  return {
    profileNumber: integerIn(row, 'profileNumber'),
    state: stateIn(row, 'state'),
    currencyCode: textIn(row, 'currencyCode'),
    paymentMethodCode: textIn(row, 'paymentMethodCode'),
  };
}

/** The facets of one database, in memory; this process is the only writer. */
export class Facets {
  readonly #connection: Connection;
  readonly #byNumber = new Map<number, Facet>();
  readonly #byKey = new Map<string, Facet>();
  readonly #changed = new Set<Facet>();
  #isDamaged = false;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#load();
  }

  all(): Iterable<Facet> {
    return this.#byNumber.values();
  }

  /** Whether one cannot be read: there is none then, until the index was cleared and rebuilt. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  ofNumber(facetNumber: number): Facet | undefined {
    return this.#byNumber.get(facetNumber);
  }

  /** The facet of this combination, added if it does not exist. */
  of(key: FacetKey): Facet {
    const text = textOf(key);
    const known = this.#byKey.get(text);
    if (known !== undefined) return known;
    const facet = { ...key, facetNumber: this.#byNumber.size + 1, count: 0 };
    this.#connection.insert('historyFacets', { facetNumber: facet.facetNumber, ...key, count: 0 });
    this.#keep(facet);
    return facet;
  }

  count(facet: Facet, difference: number): void {
    facet.count += difference;
    this.#changed.add(facet);
  }

  /** Writes the counts that changed; call it at the end of the transaction that changed them. */
  write(): void {
    for (const { facetNumber, count } of this.#changed)
      this.#connection.run('UPDATE historyFacets SET count = ? WHERE facetNumber = +?', count, facetNumber);
    this.#changed.clear();
  }

  /** Deletes every facet, for an index that is rebuilt. */
  clear(): void {
    this.#connection.run('DELETE FROM historyFacets');
    this.reload();
  }

  /** Reads the facets from the database again, after a rollback. */
  reload(): void {
    this.#changed.clear();
    this.#load();
  }

  #load(): void {
    this.#byNumber.clear();
    this.#byKey.clear();
    this.#isDamaged = false;
    try {
      for (const row of this.#connection.all('SELECT * FROM historyFacets'))
        this.#keep({
          ...facetKeyIn(row),
          facetNumber: integerIn(row, 'facetNumber'),
          count: integerIn(row, 'count'),
        });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.#byNumber.clear();
      this.#byKey.clear();
      this.#isDamaged = true;
    }
  }

  #keep(facet: Facet): void {
    this.#byNumber.set(facet.facetNumber, facet);
    this.#byKey.set(textOf(facet), facet);
  }
}

function textOf({ profileNumber, state, currencyCode, paymentMethodCode }: FacetKey): string {
  return `${profileNumber} ${state} ${currencyCode} ${paymentMethodCode}`;
}
