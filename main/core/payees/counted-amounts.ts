import {
  addDecimals,
  compareDecimals,
  decimalOf,
  formatDecimal,
  parseDecimal,
  type Decimal,
} from '../../../contract/money/decimal.ts';
import type { PayeePolicy } from '../../../contract/payees/findings.ts';
import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import type { Environment } from '../../../contract/profile.ts';
import type { CoreContext } from '../context.ts';
import { payeeIdOf } from '../payments/identity.ts';
import { payeeHashOf } from '../payments/payee.ts';
import { readSetting } from '../settings/settings.ts';
import type { Row } from './gather-parties.ts';

/** What findings need of a row to know whether the policy counts it. */
type CountedRow = Omit<Row, 'rowNumber'>;

/** What was paid to the payee of a row in its currency before, or is on its way. */
type Earlier = (row: CountedRow) => Decimal;

/** The most payouts on their way to one payee that are added up. */
const mostOnTheirWay = 1000;

/**
 * The payee policy, and what each payee gets in each currency for which the policy has an amount: from all rows of a draft, and from
 * earlier payouts. A payment that is split into several rows or batches counts as one. Every row has to be added before the first is
 * asked about.
 */
export class CountedAmounts {
  readonly policy: PayeePolicy;
  readonly #earlier: Earlier;
  /** By currency: the amount of the policy, and what the draft pays each payee. */
  readonly #byCurrency: ReadonlyMap<string, { readonly from: Decimal; readonly sums: Map<string, Decimal> }>;

  constructor(policy: PayeePolicy, earlier: Earlier) {
    this.policy = policy;
    this.#earlier = earlier;
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

  /** Whether the policy counts a row: its currency has no amount, or the draft and earlier payouts together pay its payee that much. */
  counts(row: CountedRow): boolean {
    const ofCurrency = this.#byCurrency.get(row.currencyCode);
    if (ofCurrency === undefined) return true;
    const sum = ofCurrency.sums.get(payeeKeyOf(row));
    if (sum === undefined || isFrom(sum, ofCurrency.from)) return true;
    return isFrom(addDecimals(sum, this.#earlier(row)), ofCurrency.from);
  }

  /** The amount of the policy, if it counts a row that is below it: because of other payouts to its payee; otherwise null. */
  countedFrom(row: CountedRow): string | null {
    const from = this.#byCurrency.get(row.currencyCode)?.from;
    const amount = parseDecimal(row.amount);
    if (from === undefined || amount === null || isFrom(amount, from)) return null;
    return this.counts(row) ? formatDecimal(from) : null;
  }

  /** What the draft pays the payee of a row, as far as it matters to `counts`: the same unless another row of the payee changed it. */
  paidByDraft(row: CountedRow): string {
    const ofCurrency = this.#byCurrency.get(row.currencyCode);
    const sum = ofCurrency?.sums.get(payeeKeyOf(row));
    if (ofCurrency === undefined || sum === undefined || isFrom(sum, ofCurrency.from)) return '';
    return formatDecimal(sum);
  }

  /** The pages as they are, with each row added as it passes. */
  async *adding<Page extends readonly CountedRow[]>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
    for await (const page of pages) {
      for (const row of page) this.add(row);
      yield page;
    }
  }
}

/** The amounts of the current policy, for rows that are paid in an environment. */
export function countedAmounts(
  { store }: Pick<CoreContext, 'store'>,
  environment: Environment,
): CountedAmounts {
  const known = new Map<string, Decimal>();
  return new CountedAmounts(readSetting(store, 'payeePolicy'), (row) => {
    const { currencyCode } = row;
    const payee = payeeKeyOf(row);
    const key = `${currencyCode} ${payee}`;
    const sum = known.get(key) ?? earlierOf(payee, currencyCode);
    known.set(key, sum);
    return sum;
  });

  function earlierOf(payee: string, currencyCode: string): Decimal {
    const totals = store.findPayee(payeeIdOf(environment, payee))?.totals ?? [];
    const paid = decimalOf(totals.find((total) => total.currencyCode === currencyCode)?.amount ?? '0');
    const of = { environment, payee, payeeHash: payeeHashOf(payee) };
    return store
      .amountsOnTheirWay(of, currencyCode, mostOnTheirWay)
      .reduce((sum, amount) => addDecimals(sum, decimalOf(amount)), paid);
  }
}

function isFrom(sum: Decimal, from: Decimal): boolean {
  return compareDecimals(sum, from) >= 0;
}
