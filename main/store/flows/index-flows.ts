import { gatewayTimeOf } from '../../../contract/payments/gateway-time.ts';
import { dayMs } from '../../../contract/duration.ts';
import { addAmounts, isZeroAmount, subtractAmounts } from '../../../contract/money/amount.ts';
import type { ReportedMoney } from '../../../contract/money/money.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { memoryOf } from '../history/memory.ts';
import { followLog, noteFollowed } from '../audit/follow-log.ts';
import { readFee } from '../payments/read-payment.ts';
import { decimalIn, integerIn, integerOrNullIn, textIn, textOrNullIn, type Row } from '../read-row.ts';

/** Where and when a payment is counted. */
type Counted = {
  readonly flowNumber: number;
  readonly at: number;
  readonly fee: ReportedMoney | null;
};

/** Payments that moved money, or may: every state except drafts and cancelled ones. */
export const flowColumns = `payments.paymentId, payments.profileNumber, payments.kind, payments.currencyCode,
  payments.paymentMethodCode, payments.amount, lives.state, lives.updatedAt, lives.processedAt, lives.feeAmount,
  lives.feeCurrencyCode`;

/** See FlowStore. */
export function indexFlows(context: Context, limit: number): number {
  const { connection } = context;
  return followLog(connection, 'flowsProgress', limit, {
    reset: () => resetFlows(context),
    follow(after, last) {
      const rows = connection.all(
        `SELECT DISTINCT entityId FROM events
         WHERE sequence > +? AND sequence <= +? AND entity = 'payment'`,
        after,
        last,
      );
      const book = new FlowBook(connection);
      for (const row of rows) book.follow(integerIn(row, 'entityId'));
      book.write();
    },
  });
}

/** Deletes all flows, so that `indexFlows` derives them again. Walks of the history along the flows end with an error and are started again. */
export function resetFlows(context: Context): void {
  const { connection } = context;
  memoryOf(context).rebuilds += 1;
  connection.transaction(() => {
    connection.run('DELETE FROM flowPayments');
    connection.run('DELETE FROM flowFees');
    connection.run('DELETE FROM flows');
    noteFollowed(connection, 'flowsProgress', 0);
  });
}

/** When a payment is counted: when the gateway ended it, if it said so, otherwise when its state changed. */
export function flowTimeOf(row: Row): number {
  const state = textIn(row, 'state');
  const processedAt =
    state === 'paid' || state === 'failed'
      ? gatewayTimeOf(textOrNullIn(row, 'processedAt') ?? '')
      : Number.NaN;
  const isUsable = Number.isSafeInteger(processedAt) && processedAt > 0;
  return isUsable ? processedAt : integerIn(row, 'updatedAt');
}

export function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}

type Sum = { count: number; amount: string };

/** Changes of flows that are written together: many payments of one piece are in the same few flows. */
class FlowBook {
  readonly #connection: Connection;
  readonly #numbers = new Map<string, number>();
  readonly #flows = new Map<number, Sum>();
  readonly #fees = new Map<number, Map<string, Sum>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Counts a payment in its current state, and removes it from where it was counted before. */
  follow(paymentId: number): void {
    const row = this.#connection.get(
      `SELECT ${flowColumns}, flowNumber, at, flowPayments.feeAmount AS countedFee,
         flowPayments.feeCurrencyCode AS countedFeeCurrency
       FROM lives CROSS JOIN payments ON payments.paymentId = lives.paymentId
         LEFT JOIN flowPayments ON flowPayments.paymentId = lives.paymentId
       WHERE lives.paymentId = +?`,
      paymentId,
    );
    if (row === undefined) return;
    const flowNumber = integerOrNullIn(row, 'flowNumber');
    const counted = flowNumber === null ? null : countedIn(row, flowNumber);
    const now = textIn(row, 'state') === 'cancelled' ? null : this.#place(row);
    if (counted !== null && now !== null && isSame(counted, now)) return;
    const amount = decimalIn(row, 'amount');
    if (counted !== null) this.#count(counted, amount, -1);
    if (now !== null) this.#count(now, amount, 1);
    this.#keep(paymentId, now);
  }

  write(): void {
    for (const [flowNumber, { count, amount }] of this.#flows)
      this.#connection.run(
        'UPDATE flows SET count = ?, amount = ? WHERE flowNumber = +?',
        count,
        amount,
        flowNumber,
      );
    for (const [flowNumber, fees] of this.#fees)
      for (const [currencyCode, { count, amount }] of fees)
        this.#connection.run(
          `INSERT INTO flowFees (flowNumber, feeCurrencyCode, count, amount) VALUES (?, ?, ?, ?)
           ON CONFLICT (flowNumber, feeCurrencyCode) DO UPDATE SET count = excluded.count, amount = excluded.amount`,
          flowNumber,
          currencyCode,
          count,
          amount,
        );
  }

  #place(row: Row): Counted {
    const at = flowTimeOf(row);
    return { flowNumber: this.#numberOf(row, dayOf(at)), at, fee: readFee(row) };
  }

  #numberOf(row: Row, day: number): number {
    const key = [
      integerIn(row, 'profileNumber'),
      day,
      textIn(row, 'currencyCode'),
      textIn(row, 'kind'),
      textIn(row, 'state'),
      textIn(row, 'paymentMethodCode'),
    ] as const;
    const name = key.join('\u001f');
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#connection.run(
      `INSERT INTO flows (profileNumber, day, currencyCode, kind, state, paymentMethodCode, count, amount)
       VALUES (?, ?, ?, ?, ?, ?, 0, '0') ON CONFLICT DO NOTHING`,
      ...key,
    );
    const flowNumber = this.#connection.integer(
      `SELECT flowNumber FROM flows WHERE profileNumber = +? AND day = +? AND currencyCode = +? AND kind = +?
         AND state = +? AND paymentMethodCode = +?`,
      ...key,
    );
    this.#numbers.set(name, flowNumber);
    return flowNumber;
  }

  #count({ flowNumber, fee }: Counted, amount: string, sign: 1 | -1): void {
    change(this.#sumOf(flowNumber), amount, sign);
    if (fee !== null) change(this.#feesOf(flowNumber, fee.currencyCode), fee.amount, sign);
  }

  #sumOf(flowNumber: number): Sum {
    const known = this.#flows.get(flowNumber);
    if (known !== undefined) return known;
    const sum = sumIn(
      this.#connection.get('SELECT count, amount FROM flows WHERE flowNumber = +?', flowNumber),
    );
    this.#flows.set(flowNumber, sum);
    return sum;
  }

  #feesOf(flowNumber: number, currencyCode: string): Sum {
    const fees = this.#fees.get(flowNumber) ?? new Map<string, Sum>();
    this.#fees.set(flowNumber, fees);
    const known = fees.get(currencyCode);
    if (known !== undefined) return known;
    const sum = sumIn(
      this.#connection.get(
        'SELECT count, amount FROM flowFees WHERE flowNumber = +? AND feeCurrencyCode = +?',
        flowNumber,
        currencyCode,
      ),
    );
    fees.set(currencyCode, sum);
    return sum;
  }

  #keep(paymentId: number, now: Counted | null): void {
    if (now === null) this.#connection.run('DELETE FROM flowPayments WHERE paymentId = +?', paymentId);
    else
      this.#connection.run(
        `INSERT INTO flowPayments (paymentId, flowNumber, at, feeAmount, feeCurrencyCode) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (paymentId) DO UPDATE SET flowNumber = excluded.flowNumber, at = excluded.at,
           feeAmount = excluded.feeAmount, feeCurrencyCode = excluded.feeCurrencyCode`,
        paymentId,
        now.flowNumber,
        now.at,
        now.fee?.amount ?? null,
        now.fee?.currencyCode ?? null,
      );
  }
}

function countedIn(row: Row, flowNumber: number): Counted {
  const fee =
    row['countedFee'] === null
      ? null
      : { amount: decimalIn(row, 'countedFee'), currencyCode: textIn(row, 'countedFeeCurrency') };
  return { flowNumber, at: integerIn(row, 'at'), fee };
}

function isSame(left: Counted, right: Counted): boolean {
  return (
    left.flowNumber === right.flowNumber &&
    left.at === right.at &&
    left.fee?.amount === right.fee?.amount &&
    left.fee?.currencyCode === right.fee?.currencyCode
  );
}

function sumIn(row: Row | undefined): Sum {
  return row === undefined
    ? { count: 0, amount: '0' }
    : { count: integerIn(row, 'count'), amount: decimalIn(row, 'amount') };
}

function change(sum: Sum, amount: string, sign: 1 | -1): void {
  sum.count += sign;
  const next = sign === 1 ? addAmounts(sum.amount, amount) : subtractAmounts(sum.amount, amount);
  // An empty flow forgets the number of decimals of its payments.
  sum.amount = sum.count === 0 && isZeroAmount(next) ? '0' : next;
}
