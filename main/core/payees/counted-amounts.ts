import {
  addDecimals,
  compareDecimals,
  decimalOf,
  parseDecimal,
  type Decimal,
} from '../../../contract/money/decimal.ts';
import type { PayeePolicy } from '../../../contract/payees/findings.ts';
import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import type { Row } from './gather-parties.ts';

/** What findings need of a row to know whether the policy counts it. */
type CountedRow = Omit<Row, 'rowNumber'>;

/**
 * The payee policy, and what all rows of a draft together pay to each payee in each currency for which the policy has an amount: a
 * payment that is split into several rows counts as one. Every row has to be added before the first is asked about.
 */
export class CountedAmounts {
  readonly policy: PayeePolicy;
  /** By currency: the amount of the policy, and the sum of each payee. */
  readonly #byCurrency: ReadonlyMap<string, { readonly from: Decimal; readonly sums: Map<string, Decimal> }>;

  constructor(policy: PayeePolicy) {
    this.policy = policy;
    this.#byCurrency = new Map(
      policy.amountsFrom.map(({ currencyCode, amount }) => [
        currencyCode,
        { from: decimalOf(amount), sums: new Map<string, Decimal>() },
      ]),
    );
  }

  add(row: CountedRow): void {
    const sums = this.#byCurrency.get(row.currencyCode)?.sums;
    const amount = sums === undefined ? null : parseDecimal(row.amount);
    if (sums === undefined || amount === null) return;
    const payee = payeeKeyOf(row);
    const sum = sums.get(payee);
    sums.set(payee, sum === undefined ? amount : addDecimals(sum, amount));
  }

  /** Whether the policy counts a row: its currency has no amount, or the draft pays its payee that much. */
  counts(row: CountedRow): boolean {
    const ofCurrency = this.#byCurrency.get(row.currencyCode);
    if (ofCurrency === undefined) return true;
    const sum = ofCurrency.sums.get(payeeKeyOf(row));
    return sum === undefined || compareDecimals(sum, ofCurrency.from) >= 0;
  }

  /** The pages as they are, with each row added as it passes. */
  async *adding<Page extends readonly CountedRow[]>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
    for await (const page of pages) {
      for (const row of page) this.add(row);
      yield page;
    }
  }
}
