import type { PayoutOrder } from '../../../contract/payments/history.ts';
import type { HistoryEntry } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import type { Conditions } from './conditions.ts';
import { compareKeys } from './keys.ts';

/** The bounds of a stream: between these payments and these amounts. */
type Bounds = Pick<Conditions, 'first' | 'last' | 'leastAmount' | 'greatestAmount'>;

const mostAtOnce = 500;
const isOfFacet = 'facetNumber = +?';
const afterAll = Number.MAX_SAFE_INTEGER;

/** How positions compare in an order; ties are broken by newest first. */
export function comparePlaces(order: PayoutOrder, left: HistoryEntry, right: HistoryEntry): number {
  switch (order) {
    case 'newest':
      return right.paymentId - left.paymentId;
    case 'oldest':
      return left.paymentId - right.paymentId;
    case 'amountDown':
      return compareKeys(right.key, left.key) || right.paymentId - left.paymentId;
    case 'amountUp':
    case 'name':
      return compareKeys(left.key, right.key) || right.paymentId - left.paymentId;
  }
}

/** Reads the payments of one facet (null: of all) in order, along an index, in pieces. */
export class FacetStream {
  readonly #context: Context;
  readonly #facetNumber: number | null;
  readonly #order: PayoutOrder;
  readonly #bounds: Bounds;
  #place: HistoryEntry | null;
  #buffer: readonly HistoryEntry[] = [];
  #index = 0;
  #isAtEnd = false;
  #atOnce: number;

  constructor(
    context: Context,
    facetNumber: number | null,
    order: PayoutOrder,
    start: { bounds: Bounds; after: HistoryEntry | null; atOnce: number },
  ) {
    this.#context = context;
    this.#facetNumber = facetNumber;
    this.#order = order;
    this.#bounds = start.bounds;
    this.#place = start.after;
    this.#atOnce = Math.min(mostAtOnce, Math.max(4, start.atOnce));
  }

  /** The next position, without taking it; undefined at the end. */
  head(): HistoryEntry | undefined {
    if (this.#index >= this.#buffer.length && !this.#isAtEnd) this.#fill();
    return this.#buffer[this.#index];
  }

  take(): void {
    this.#index += 1;
  }

  /** Whether the next read of the head reads from the database. */
  isEmpty(): boolean {
    return this.#index >= this.#buffer.length && !this.#isAtEnd;
  }

  #fill(): void {
    const atOnce = this.#atOnce;
    this.#buffer = this.#read(atOnce);
    this.#index = 0;
    this.#isAtEnd = this.#buffer.length === 0;
    this.#place = this.#buffer.at(-1) ?? this.#place;
    this.#atOnce = Math.min(mostAtOnce, atOnce * 4);
  }

  #read(limit: number): readonly HistoryEntry[] {
    switch (this.#order) {
      case 'newest':
      case 'oldest':
        return this.#readById(limit);
      case 'amountDown':
        return this.#readKeys('amountKey', true, limit);
      case 'amountUp':
        return this.#readKeys('amountKey', false, limit);
      case 'name':
        return this.#readKeys('nameKey', false, limit);
    }
  }

  #readById(limit: number): readonly HistoryEntry[] {
    const isNewest = this.#order === 'newest';
    const place = this.#place?.paymentId ?? null;
    const first = !isNewest && place !== null ? Math.max(this.#bounds.first, place + 1) : this.#bounds.first;
    const last = isNewest && place !== null ? Math.min(this.#bounds.last, place - 1) : this.#bounds.last;
    const from =
      this.#facetNumber === null
        ? 'history WHERE'
        : `history INDEXED BY historyOfFacet WHERE ${isOfFacet} AND`;
    return this.#entries(
      `SELECT '' AS key, paymentId FROM ${from} paymentId BETWEEN +? AND +? ORDER BY paymentId ${isNewest ? 'DESC' : 'ASC'} LIMIT +?`,
      first,
      last,
      limit,
    );
  }

  /** First the rest with the same key as the last one, then the following keys. */
  #readKeys(column: 'amountKey' | 'nameKey', isDown: boolean, limit: number): readonly HistoryEntry[] {
    const same = this.#place === null ? [] : this.#sameKey(column, this.#place, limit);
    if (same.length === limit) return same;
    const rest = limit - same.length;
    return [...same, ...(isDown ? this.#keysDown(column, rest) : this.#keysUp(column, rest))];
  }

  #sameKey(column: string, { key, paymentId }: HistoryEntry, limit: number): readonly HistoryEntry[] {
    return this.#entries(
      `SELECT ${column} AS key, paymentId FROM ${this.#along(column)} AND ${column} = +? AND paymentId < +?
       ORDER BY paymentId DESC LIMIT +?`,
      key,
      paymentId,
      limit,
    );
  }

  #keysDown(column: string, limit: number): readonly HistoryEntry[] {
    const { leastAmount, greatestAmount } = this.#bounds;
    return this.#entries(
      `SELECT ${column} AS key, paymentId FROM ${this.#along(column)} AND ${column} >= +? AND ${column} ${this.#place === null ? '<=' : '<'} +?
       ORDER BY ${column} DESC, paymentId DESC LIMIT +?`,
      leastAmount,
      this.#place?.key ?? greatestAmount,
      limit,
    );
  }

  /** The index has equal keys oldest first, so each group is reversed after it was read completely. */
  #keysUp(column: string, limit: number): readonly HistoryEntry[] {
    const isAmount = column === 'amountKey';
    const least = this.#place?.key ?? (isAmount ? this.#bounds.leastAmount : '');
    const rows = this.#entries(
      `SELECT ${column} AS key, paymentId FROM ${this.#along(column)} AND ${column} ${this.#place === null ? '>=' : '>'} +?
       ${isAmount ? `AND ${column} <= +?` : ''} ORDER BY ${column}, paymentId LIMIT +?`,
      least,
      ...(isAmount ? [this.#bounds.greatestAmount] : []),
      limit + 1,
    );
    const isAll = rows.length <= limit;
    const lastKey = rows.at(-1)?.key;
    const whole = isAll ? rows : rows.filter(({ key }) => key !== lastKey);
    if (whole.length === 0 && lastKey !== undefined)
      return this.#sameKey(column, { key: lastKey, paymentId: afterAll }, limit);
    return whole.toSorted((left, right) => comparePlaces(this.#order, left, right));
  }

  #along(column: string): string {
    return `history INDEXED BY ${column === 'amountKey' ? 'historyByAmount' : 'historyByName'} WHERE ${isOfFacet}`;
  }

  #entries(sql: string, ...values: (string | number)[]): readonly HistoryEntry[] {
    const facet = this.#facetNumber === null ? [] : [this.#facetNumber];
    // The columns of an index that Bursar wrote itself, read by the million: their types are those of the STRICT table.
    return this.#context.connection.all(sql, ...facet, ...values) as unknown as readonly HistoryEntry[];
  }
}
