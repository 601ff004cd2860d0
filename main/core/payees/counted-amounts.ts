import {
  addDecimals,
  compareDecimals,
  decimalOf,
  formatDecimal,
  parseDecimal,
  zeroDecimal,
  type Decimal,
} from '../../../contract/money/decimal.ts';
import type { PayeePolicy } from '../../../contract/payees/findings.ts';
import { comparedKeyOf, payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import type { Environment } from '../../../contract/profile.ts';
import type { CoreContext } from '../context/context.ts';
import type { Store } from '../ports/index.ts';
import { payeeHashOf } from '../payments/payee.ts';
import { readSetting } from '../settings/settings.ts';
import type { Row } from './gather-parties.ts';

/** What findings need of a row to know whether the policy counts it. */
type CountedRow = Omit<Row, 'rowNumber'>;

/** Payees whose earlier payouts are read at once: few enough that the process is not blocked for long. */
const payeesAtOnce = 200;

/**
 * The payee policy, and what each payee gets in each currency for which the policy has an amount: from all rows of a draft, and from
 * earlier payouts, paid or on their way. A payment that is split into several rows or batches counts as one. Every row has to be
 * added before the first is asked about, and the list of payees has to be up to date. An account counts as one however it is written
 * (`comparedKeyOf`).
 */
export class CountedAmounts {
  readonly policy: PayeePolicy;
  readonly #byCurrency: ReadonlyMap<string, OfCurrency>;

  constructor({ store }: Pick<CoreContext, 'store'>, environment: Environment) {
    this.policy = readSetting(store, 'payeePolicy');
    this.#byCurrency = new Map(
      this.policy.amountsFrom.map(({ currencyCode, amount }) => [
        currencyCode,
        new OfCurrency(store, environment, { currencyCode, from: decimalOf(amount) }),
      ]),
    );
  }

  add(row: CountedRow): void {
    const ofCurrency = this.#byCurrency.get(row.currencyCode);
    const amount = ofCurrency === undefined ? null : parseDecimal(row.amount);
    if (amount !== null) ofCurrency?.add(payeeKeyOf(row), amount);
  }

  /**
   * Whether the policy counts a row: its currency has no amount, or the draft and earlier payouts together pay its payee that much.
   * `ofDraft`: earlier payouts do not matter to the finding, which is not about who the payee is.
   */
  counts(row: CountedRow, ofDraft = false): boolean {
    return this.#byCurrency.get(row.currencyCode)?.isReached(payeeKeyOf(row), ofDraft) ?? true;
  }

  /** The amount of the policy, if a row that it counts is below it by itself: other payouts to its payee are why; otherwise null. */
  countedFrom({ amount, currencyCode }: CountedRow): string | null {
    const from = this.#byCurrency.get(currencyCode)?.from;
    const paid = parseDecimal(amount);
    return from === undefined || paid === null || isFrom(paid, from) ? null : formatDecimal(from);
  }

  /** What the draft pays the payee of a row, as far as it matters to `counts`: the same unless another row of the payee changed it. */
  paidByDraft(row: CountedRow): string {
    const ofCurrency = this.#byCurrency.get(row.currencyCode);
    const sum = ofCurrency?.sumOf(payeeKeyOf(row));
    return ofCurrency === undefined || sum === undefined || isFrom(sum, ofCurrency.from)
      ? ''
      : formatDecimal(sum);
  }
}

/** What the draft pays to one account, under any of its spellings, the first of which is `payee`. */
type Sum = { readonly payee: string; readonly amount: Decimal };

/** What payees get in one currency, by `comparedKeyOf`. */
class OfCurrency {
  /** The amount of the policy. */
  readonly from: Decimal;
  readonly #currencyCode: string;
  readonly #store: Store;
  readonly #environment: Environment;
  /** What the draft pays each payee. */
  readonly #sums = new Map<string, Sum>();
  /** What each payee got before, where it was read. */
  readonly #earlier = new Map<string, Decimal>();
  #unread: Iterator<string> | null = null;

  constructor(
    store: Store,
    environment: Environment,
    { currencyCode, from }: { readonly currencyCode: string; readonly from: Decimal },
  ) {
    this.#store = store;
    this.#environment = environment;
    this.#currencyCode = currencyCode;
    this.from = from;
  }

  add(payee: string, amount: Decimal): void {
    const compared = comparedKeyOf(payee);
    const sum = this.#sums.get(compared);
    this.#sums.set(
      compared,
      sum === undefined ? { payee, amount } : { ...sum, amount: addDecimals(sum.amount, amount) },
    );
  }

  sumOf(payee: string): Decimal | undefined {
    return this.#sums.get(comparedKeyOf(payee))?.amount;
  }

  isReached(payee: string, ofDraft: boolean): boolean {
    const compared = comparedKeyOf(payee);
    const sum = this.#sums.get(compared)?.amount;
    if (sum === undefined || isFrom(sum, this.from)) return true;
    if (ofDraft) return false;
    if (!this.#earlier.has(compared)) this.#readEarlier(compared);
    return isFrom(addDecimals(sum, this.#earlierOf(compared)), this.from);
  }

  /** Also reads those that are likely to be asked about next: one by one takes several times as long. */
  #readEarlier(compared: string): void {
    this.#unread ??= this.#sums.keys();
    this.#earlier.set(compared, zeroDecimal);
    const keys = [compared];
    for (let next = this.#unread.next(); next.done !== true; next = this.#unread.next()) {
      if (this.#earlier.has(next.value)) continue;
      this.#earlier.set(next.value, zeroDecimal);
      if (keys.push(next.value) === payeesAtOnce) break;
    }
    const payees = keys.map((each) => this.#sums.get(each)?.payee ?? each);
    for (const { payee, totals } of this.#store.paidTotals(this.#environment, payees)) {
      const total = totals.find(({ currencyCode }) => currencyCode === this.#currencyCode);
      if (total !== undefined) this.#addEarlier(payee, total.amount);
    }
    const short = payees.filter((each) => !isFrom(this.#earlierOf(comparedKeyOf(each)), this.from));
    const wanted = short.map((payee) => ({ payee, payeeHash: payeeHashOf(payee) }));
    for (const other of this.#store.amountsBesideTotals(this.#environment, wanted, this.#currencyCode))
      this.#addEarlier(other.payee, other.amount);
  }

  #earlierOf(compared: string): Decimal {
    return this.#earlier.get(compared) ?? zeroDecimal;
  }

  #addEarlier(payee: string, amount: string): void {
    const compared = comparedKeyOf(payee);
    this.#earlier.set(compared, addDecimals(this.#earlierOf(compared), decimalOf(amount)));
  }
}

function isFrom(sum: Decimal, from: Decimal): boolean {
  return compareDecimals(sum, from) >= 0;
}
