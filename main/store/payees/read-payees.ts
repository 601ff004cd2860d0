import type { KnownParty, PayeeKey, PayeeStore, StoredPayee } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { deadStates } from '../../../contract/payments/life.ts';
import { listOf } from '../payments/read-payment.ts';
import { decimalIn, integerIn, named, textIn, timeOrNullIn, type Row } from '../read-row.ts';
import { keyOf, totalsIn } from './read-payee-row.ts';
import { recordOf } from './records.ts';

/** See PayeeStore. An ID that an older Bursar gave the payee still names it. */
export function findPayee(context: Context, payeeId: string): StoredPayee | null {
  const row =
    context.connection.get('SELECT * FROM payees WHERE payeeId = +?', payeeId) ??
    context.connection.get(
      `SELECT payees.* FROM formerPayees CROSS JOIN payees
         ON payees.environment = formerPayees.environment AND payees.payee = formerPayees.payee
       WHERE formerPayees.payeeId = +?`,
      payeeId,
    );
  return row === undefined ? null : readPayee(context, row);
}

/** See PayeeStore. */
export function payeesNamed(
  context: Context,
  environment: PayeeKey['environment'],
  nameKey: string,
  limit: number,
): StoredPayee[] {
  const rows = context.connection.all(
    `SELECT payees.* FROM payeeNames CROSS JOIN payees ON payees.payeeNumber = payeeNames.payeeNumber
     WHERE payeeNames.environment = +? AND nameKey = +? ORDER BY payeeNames.lastPaidAt DESC LIMIT +?`,
    environment,
    nameKey,
    limit,
  );
  return rows.map((row) => readPayee(context, row));
}

/** See PayeeStore. */
export function knownParties(
  { connection }: Context,
  environment: PayeeKey['environment'],
  after: number,
  limit: number,
): KnownParty[] {
  const rows = connection.all(
    `SELECT nameNumber, payeeNames.payeeNumber AS payeeNumber, name,
       CASE accountNumber WHEN '' THEN emailAddress ELSE accountNumber END AS account
     FROM payeeNames CROSS JOIN payees ON payees.payeeNumber = payeeNames.payeeNumber
     WHERE nameNumber > +? AND +payeeNames.environment = +? ORDER BY nameNumber LIMIT +?`,
    after,
    environment,
    limit,
  );
  return rows.map((row) => ({
    nameNumber: integerIn(row, 'nameNumber'),
    payeeNumber: integerIn(row, 'payeeNumber'),
    name: textIn(row, 'name'),
    account: textIn(row, 'account'),
  }));
}

/** See PayeeStore. */
export function payeesOfNumbers(context: Context, payeeNumbers: readonly number[]): StoredPayee[] {
  return payeeNumbers.flatMap((payeeNumber) => {
    const row = context.connection.get('SELECT * FROM payees WHERE payeeNumber = +?', payeeNumber);
    return row === undefined ? [] : [readPayee(context, row)];
  });
}

/** See PayeeStore. */
export function paymentsToPayee(
  { connection }: Context,
  { environment, payee, payeeHash }: Parameters<PayeeStore['paymentsToPayee']>[0],
  limit: number,
): number[] {
  return connection
    .all(
      `SELECT paymentId FROM paymentKeys INDEXED BY releasedMoney
       WHERE isReleased = 1 AND payeeHash = +? AND payee = +? AND EXISTS (SELECT 1 FROM profiles
         WHERE profiles.profileNumber = paymentKeys.profileNumber AND environment = +?)
       ORDER BY paymentId DESC LIMIT +?`,
      payeeHash,
      payee,
      environment,
      limit,
    )
    .map((row) => integerIn(row, 'paymentId'));
}

/** Payouts that no longer pay anything. */
const dead = listOf(deadStates);

/** See PayeeStore. */
export function paidTotals(
  { connection }: Context,
  environment: PayeeKey['environment'],
  payees: readonly string[],
): ReturnType<PayeeStore['paidTotals']> {
  return connection
    .all(
      `SELECT payees.payee AS payee, totals FROM json_each(?) AS wanted
         CROSS JOIN payees ON payees.environment = +? AND payees.payee = wanted.value`,
      JSON.stringify(payees),
      environment,
    )
    .map((row) => ({ payee: textIn(row, 'payee'), totals: totalsIn(row) }));
}

/** See PayeeStore. */
export function amountsBesideTotals(
  { connection }: Context,
  environment: PayeeKey['environment'],
  payees: Parameters<PayeeStore['amountsBesideTotals']>[1],
  currencyCode: string,
): ReturnType<PayeeStore['amountsBesideTotals']> {
  return connection
    .all(
      `SELECT paymentKeys.payee AS payee, amount FROM json_each(?) AS wanted
         CROSS JOIN paymentKeys INDEXED BY releasedMoney
           ON isReleased = 1 AND payeeHash = wanted.value ->> 'payeeHash'
         CROSS JOIN lives ON lives.paymentId = paymentKeys.paymentId
         CROSS JOIN payments ON payments.paymentId = paymentKeys.paymentId
       WHERE state NOT IN ${dead} AND (state <> 'paid' OR paymentKeys.payee <> wanted.value ->> 'payee')
         AND currencyCode = +? AND EXISTS (SELECT 1 FROM profiles
         WHERE profiles.profileNumber = paymentKeys.profileNumber AND environment = +?)`,
      JSON.stringify(payees),
      currencyCode,
      environment,
    )
    .map((row) => ({ payee: textIn(row, 'payee'), amount: decimalIn(row, 'amount') }));
}

const mostNames = 50;

/** Reads a row of `payees`. */
export function readPayee(context: Context, row: Row): StoredPayee {
  return named(
    () => `payee ${textIn(row, 'payeeId')}`,
    () => readColumns(context, row),
  );
}

function readColumns(context: Context, row: Row): StoredPayee {
  const payeeNumber = integerIn(row, 'payeeNumber');
  const names = context.connection.all(
    `SELECT * FROM payeeNames WHERE payeeNumber = +? ORDER BY lastPaidAt DESC, nameNumber LIMIT +?`,
    payeeNumber,
    mostNames,
  );
  return {
    ...keyOf(row),
    payeeNumber,
    payeeId: textIn(row, 'payeeId'),
    accountNumber: textIn(row, 'accountNumber'),
    emailAddress: textIn(row, 'emailAddress'),
    firstPaidAt: timeOrNullIn(row, 'firstPaidAt'),
    lastPaidAt: timeOrNullIn(row, 'lastPaidAt'),
    payments: integerIn(row, 'payments'),
    totals: totalsIn(row),
    names: names.map((name) => ({
      name: textIn(name, 'name'),
      nameKey: textIn(name, 'nameKey'),
      firstPaidAt: timeOrNullIn(name, 'firstPaidAt'),
      lastPaidAt: timeOrNullIn(name, 'lastPaidAt'),
      payments: integerIn(name, 'payments'),
    })),
    record: recordOf(context, row),
  };
}
