import { runningTotals, type CurrencyTotal } from '../../../contract/money/money.ts';
import { keyInForce } from '../../../contract/payees/payee-key.ts';
import type { DescribePayee, PaidAs, PayeeKey } from '../../core/ports/index.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { followLog, noteFollowed } from '../audit/follow-log.ts';
import { integerIn, integerOrNullIn, textIn, type Row } from '../read-row.ts';
import { keyOf, totalsIn } from './read-payee-row.ts';
import { recordedNames } from './recorded-names.ts';
import { noteFormer, renewPayees } from './renew-payees.ts';

/** One payment, or none if a payee is known without any. */
type Paid = { readonly at: number; readonly amount: string; readonly currencyCode: string };

/** See PayeeStore. A payout that was paid stays paid, so payments are only ever added. */
export function indexPayees(context: Context, limit: number, describe: DescribePayee): number {
  const { connection } = context;
  if (renewPayees(connection, limit, describe) > 0) return limit;
  return followLog(connection, 'payeesProgress', limit, {
    reset: () => resetPayees(context, describe),
    follow(after, last) {
      const rows = connection.all(
        `SELECT events.at, environment, payee, amount, currencyCode, accountName, accountNumber, emailAddress
         FROM events CROSS JOIN paymentKeys ON paymentKeys.paymentId = events.entityId
           CROSS JOIN payments ON payments.paymentId = events.entityId
           CROSS JOIN profiles ON profiles.profileNumber = payments.profileNumber
         WHERE sequence > +? AND sequence <= +? AND entity = 'payment' AND toState = 'paid'
           AND fromState <> 'paid' ORDER BY sequence`,
        after,
        last,
      );
      for (const row of rows)
        enterPayee(connection, { ...keyOf(row), ...paidAsOf(row) }, describe, {
          at: integerIn(row, 'at'),
          amount: textIn(row, 'amount'),
          currencyCode: textIn(row, 'currencyCode'),
        });
    },
  });
}

/** See PayeeStore. */
export function resetPayees({ connection }: Context, describe: DescribePayee): void {
  connection.transaction(() => {
    connection.run('DELETE FROM payeeNames');
    connection.run('DELETE FROM payees');
    connection.run(`INSERT INTO payeeSearch (payeeSearch) VALUES ('rebuild')`);
    noteFollowed(connection, 'payeesProgress', 0);
    connection.run('DELETE FROM payeesToRenew');
    for (const row of connection.all('SELECT * FROM payeeRecords ORDER BY recordNumber')) {
      const { environment, payee } = keyOf(row);
      const key = { environment, payee: keyInForce(payee) };
      if (key.payee !== payee) noteFormer(connection, row, key.payee);
      for (const accountName of recordedNames(connection, row))
        enterPayee(connection, { ...key, ...paidAsOf({ ...row, accountName }) }, describe, null);
    }
  });
}

function paidAsOf(row: Row): PaidAs {
  return {
    accountName: textIn(row, 'accountName'),
    accountNumber: textIn(row, 'accountNumber'),
    emailAddress: textIn(row, 'emailAddress'),
  };
}

/** Enters a payee under a name, with a payment if there is one. Call within a transaction. */
export function enterPayee(
  connection: Connection,
  payee: PayeeKey & PaidAs,
  describe: DescribePayee,
  paid: Paid | null,
): void {
  const { payeeId, nameKey, text } = describe(payee);
  const payeeNumber = enterKey(connection, payee, payeeId, paid);
  const at = paid?.at ?? null;
  const added = paid === null ? 0 : 1;
  const known = connection.get(
    'SELECT nameNumber, firstPaidAt FROM payeeNames WHERE payeeNumber = +? AND nameKey = +?',
    payeeNumber,
    nameKey,
  );
  if (known !== undefined) {
    if (paid !== null)
      connection.run(
        `UPDATE payeeNames SET name = ?, firstPaidAt = coalesce(firstPaidAt, ?), lastPaidAt = ?, payments = payments + 1
         WHERE nameNumber = +?`,
        payee.accountName,
        at,
        at,
        integerIn(known, 'nameNumber'),
      );
    return;
  }
  connection.insert('payeeNames', {
    payeeNumber,
    environment: payee.environment,
    nameKey,
    name: payee.accountName,
    text,
    firstPaidAt: at,
    lastPaidAt: at,
    payments: added,
  });
  connection.run(
    `INSERT INTO payeeSearch (rowid, text) SELECT nameNumber, text FROM payeeNames WHERE payeeNumber = +? AND nameKey = +?`,
    payeeNumber,
    nameKey,
  );
}

/** Gives the number of the payee. */
function enterKey(
  connection: Connection,
  { environment, payee, accountNumber, emailAddress }: PayeeKey & PaidAs,
  payeeId: string,
  paid: Paid | null,
): number {
  const known = connection.get(
    'SELECT payeeNumber, firstPaidAt, totals FROM payees WHERE environment = +? AND payee = +?',
    environment,
    payee,
  );
  const sums = runningTotals();
  if (paid !== null) sums.add(paid);
  if (known === undefined)
    return connection.insert('payees', {
      payeeId,
      environment,
      payee,
      accountNumber,
      emailAddress,
      firstPaidAt: paid?.at ?? null,
      lastPaidAt: paid?.at ?? null,
      payments: paid === null ? 0 : 1,
      totals: JSON.stringify(sums.list()),
    });
  const payeeNumber = integerIn(known, 'payeeNumber');
  if (paid === null) return payeeNumber;
  connection.run(
    `UPDATE payees SET accountNumber = ?, emailAddress = ?, firstPaidAt = ?, lastPaidAt = ?, payments = payments + 1, totals = ?
     WHERE payeeNumber = +?`,
    accountNumber,
    emailAddress,
    integerOrNullIn(known, 'firstPaidAt') ?? paid.at,
    paid.at,
    JSON.stringify(withPayment(totalsIn(known), paid)),
    payeeNumber,
  );
  return payeeNumber;
}

/** Adds one payment to totals. */
export function withPayment(totals: readonly CurrencyTotal[], paid: Omit<Paid, 'at'>): CurrencyTotal[] {
  const sums = runningTotals();
  for (const total of totals) sums.add(total, total.count);
  sums.add(paid);
  return sums.list();
}
