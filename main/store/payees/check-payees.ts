import type { DerivedStep } from '../../core/ports/index.ts';
import type { CurrencyTotal } from '../../../contract/money/money.ts';
import type { Context } from '../context.ts';
import { integerIn, textIn, type Row } from '../read-row.ts';
import { progressOf, withPayment } from './index-payees.ts';
import { totalsIn } from './read-payee-row.ts';
import { withFormer } from './records.ts';

const rowsAtOnce = 200;

type Sum = { payments: number; totals: CurrencyTotal[] };

/**
 * Payees against the payments that were paid, up to the event that the payees have come to, and against what people said of them. The
 * sums of all payees are kept in memory meanwhile.
 */
export function* checkPayees(context: Context, done: number): Generator<DerivedStep, undefined> {
  const { connection } = context;
  const upTo = progressOf(connection);
  const sums = new Map<string, Sum>();
  for (let after = 0; after < upTo; after += rowsAtOnce) {
    addPayments(connection, sums, after, Math.min(after + rowsAtOnce, upTo));
    yield { done, differences: [] };
  }
  const recorded = connection.all(
    `SELECT payeeRecords.environment, coalesce(formerPayees.payee, payeeRecords.payee) AS payee FROM payeeRecords ${withFormer}`,
  );
  for (const row of recorded) sums.set(keyText(row), sums.get(keyText(row)) ?? { payments: 0, totals: [] });
  for (let after = 0; ;) {
    const rows = connection.all(
      'SELECT * FROM payees WHERE payeeNumber > +? ORDER BY payeeNumber LIMIT +?',
      after,
      rowsAtOnce,
    );
    // What was entered since the check began is no difference.
    const isSteady = progressOf(connection) === upTo;
    const wrong = isSteady ? rows.filter((row) => !isAs(row, sums.get(keyText(row)))) : [];
    for (const row of rows) sums.delete(keyText(row));
    yield { done, differences: wrong.map((row) => difference(textIn(row, 'payeeId'))) };
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) break;
    after = integerIn(last, 'payeeNumber');
  }
  yield {
    done,
    differences: Array.from(sums, () => ({ part: 'payees', difference: { code: 'payeeMissing' } })),
  };
}

function addPayments(
  connection: Context['connection'],
  sums: Map<string, Sum>,
  after: number,
  through: number,
): void {
  const rows = connection.all(
    `SELECT environment, payee, amount, currencyCode
     FROM events CROSS JOIN paymentKeys ON paymentKeys.paymentId = events.entityId
       CROSS JOIN payments ON payments.paymentId = events.entityId
       CROSS JOIN profiles ON profiles.profileNumber = payments.profileNumber
     WHERE sequence > +? AND sequence <= +? AND entity = 'payment' AND toState = 'paid' AND fromState <> 'paid'
     ORDER BY sequence`,
    after,
    through,
  );
  for (const row of rows) {
    const before = sums.get(keyText(row)) ?? { payments: 0, totals: [] };
    const paid = { amount: textIn(row, 'amount'), currencyCode: textIn(row, 'currencyCode') };
    sums.set(keyText(row), {
      payments: before.payments + 1,
      totals: withPayment(before.totals, paid),
    });
  }
}

function keyText(row: Row): string {
  return `${textIn(row, 'environment')} ${textIn(row, 'payee')}`;
}

function isAs(row: Row, sum: Sum | undefined): boolean {
  return (
    sum !== undefined &&
    integerIn(row, 'payments') === sum.payments &&
    JSON.stringify(totalsIn(row)) === JSON.stringify(sum.totals)
  );
}

function difference(payeeId: string): DerivedStep['differences'][number] {
  return { part: 'payees', difference: { code: 'payeeDiffers', payeeId } };
}
