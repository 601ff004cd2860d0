import type { PayoutRow } from '../../../contract/payments/payment.ts';
import { valueOf, type Entry, type Order } from '../../book/book.ts';
import { payeeOf } from '../people/corrections.ts';
import { insist } from './broken.ts';

type Intended = {
  readonly row: PayoutRow;
  /** The amounts by which it is written; each but the first is a correction. */
  readonly amounts: (string | null)[];
  allowed: number;
  readonly orders: { order: Order; entry: Entry }[];
};

/** Two people who pay one row on two computers within this time cannot know of each other: the gateway lets nobody reserve a row. */
const sideBySideMs = 10 * 60_000;

/**
 * For so long an end that was told to somebody who retries it stands: a retry may leave ten minutes after its release, and that be made ten
 * minutes after the question. What becomes SUCCESS later is to be asked about again before the retry leaves.
 */
const standsMs = 25 * 60_000;

function withoutSideBySide(paid: readonly Intended['orders'][number][]): Intended['orders'] {
  return paid.filter(
    ({ entry }, index) =>
      !paid
        .slice(0, index)
        .some(
          (other) =>
            other.entry.from !== entry.from && entry.acceptedAt - other.entry.acceptedAt <= sideBySideMs,
        ),
  );
}

/**
 * I11: one row pays its payee once, over all its retries and computers, however its account is repaired; more often only where a person
 * decided so. Rows are told apart by the payee's name, which only a correction changes, and that can be told from it.
 */
export class PayOnce {
  readonly #intended = new Map<string, Intended>();
  /** Orders that somebody is retrying: an end that the gateway reports from now on lasts for a while, and for good once it has accepted a retry. */
  readonly #retried = new Set<Order>();
  readonly #attemptsOf: (entry: Entry) => number;

  /** `attemptsOf`: how many requests for it are recorded by those who sent them. */
  constructor(attemptsOf: (entry: Entry) => number) {
    this.#attemptsOf = attemptsOf;
  }

  /** The gateway refused the only request, and called the payment unknown when it was asked: nobody can know that it is there. */
  #isDenied({ order, entry }: Intended['orders'][number]): boolean {
    return order.isDeniedTwice && this.#attemptsOf(entry) <= 1;
  }

  /** A person wants each of these rows paid so many times. */
  intend(rows: readonly PayoutRow[], allowed: number): void {
    for (const row of rows)
      this.#intended.set(row.accountName, { row, amounts: [valueOf(row.amount)], allowed, orders: [] });
  }

  /** These rows are written with other amounts, too. */
  correct(rows: readonly Pick<PayoutRow, 'accountName' | 'amount'>[]): void {
    for (const { accountName, amount } of rows) this.#find(accountName)?.amounts.push(valueOf(amount));
  }

  #find(accountName: string): Intended | undefined {
    return this.#intended.get(payeeOf(accountName));
  }

  /** How many more times a person decided to pay each of these rows. */
  allow(rows: readonly { readonly accountName: string }[], more: number): void {
    for (const { accountName } of rows) {
      const intended = this.#find(accountName);
      if (intended !== undefined) intended.allowed += more;
    }
  }

  /** Somebody begins to release a retry of these payees' rows. */
  retry(accountNames: readonly string[]): void {
    for (const accountName of accountNames)
      for (const { order } of this.#find(accountName)?.orders ?? []) this.#retried.add(order);
  }

  /** A detail was read: where a retry is being released, an end that was shown does not become SUCCESS soon. */
  onRead(order: Order, isFailed: boolean, now: number): void {
    if (isFailed && this.#retried.has(order)) order.standsUntil = now + standsMs;
  }

  onAccepted(order: Order, entry: Entry): void {
    if (entry.kind !== 'payouts' || entry.isForeign) return;
    const intended = this.#find(entry.accountName);
    insist(intended !== undefined, `nobody wanted to pay ${entry.accountName}`);
    const { row, amounts, orders, allowed } = intended;
    insist(
      amounts.includes(valueOf(entry.amount.literal)) && entry.currencyCode === row.currencyCode,
      `never a wrong amount: ${entry.id} is ${entry.amount.literal} ${entry.currencyCode}, not ${row.amount} ${row.currencyCode}`,
    );
    for (const other of orders) other.order.isCalledOff ||= entry.acceptedAt < other.order.standsUntil;
    orders.push({ order, entry });
    const paying = withoutSideBySide(orders.filter((other) => other.order.pays() && !this.#isDenied(other)));
    insist(
      paying.length <= allowed,
      `I11: ${entry.accountName} is paid ${paying.length} times: ${paying.map((other) => other.entry.id).join(', ')}`,
    );
  }
}
