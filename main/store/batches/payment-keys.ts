import type { PaymentState } from '../../../contract/payments/payment.ts';
import type { BatchStore, KeysOf, PaymentKeys } from '../../core/ports/index.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { paymentColumns, paymentTables, readPayment } from '../payments/read-payment.ts';
import { integerIn } from '../read-row.ts';

/** The comparison keys of payouts: the payee in full, and hashes. */
export const keyNames = ['payee', 'payeeHash', 'moneyHash', 'nameHash', 'referenceHash'] as const;

/** The keys by which payouts are compared. */
export function keyMethods(context: Context) {
  const { connection } = context;
  return {
    catchUpKeys(limit, keysOf) {
      // A full count means that there is more to do.
      if (renewKeys(context, limit, keysOf) === limit) return limit;
      const place = connection.get('SELECT paymentId, lastPaymentId FROM paymentKeysCatchUp WHERE one = 1');
      if (place === undefined || integerIn(place, 'paymentId') >= integerIn(place, 'lastPaymentId')) return 0;
      return connection.transaction(() => {
        const rows = connection.all(
          `SELECT payments.profileNumber, ${paymentColumns} FROM ${paymentTables}
           WHERE payments.paymentId > +? AND payments.paymentId <= +? ORDER BY payments.paymentId LIMIT +?`,
          integerIn(place, 'paymentId'),
          integerIn(place, 'lastPaymentId'),
          limit,
        );
        let reached = integerIn(place, 'lastPaymentId');
        for (const row of rows) {
          const payment = readPayment(context, row);
          if (rows.length === limit) reached = payment.paymentId;
          if (payment.kind !== 'payout') continue;
          const profileNumber = integerIn(row, 'profileNumber');
          const keys = keysOf(payment);
          const isReleased = mayHaveMoved(payment.state);
          insertKeys(connection, payment.paymentId, { profileNumber, isReleased }, keys);
          if (payment.state === 'paid') addPaid(connection, profileNumber, keys.payee);
        }
        connection.run('UPDATE paymentKeysCatchUp SET paymentId = ? WHERE one = 1', reached);
        return rows.length;
      });
    },
  } satisfies Partial<BatchStore>;
}

/** Recomputes wrong and missing keys, and those of payouts whose account notation an older Bursar distinguished; returns how many. */
export function renewKeys(context: Context, limit: number, keysOf: KeysOf): number {
  const { connection } = context;
  const paymentIds = connection
    .all('SELECT paymentId FROM keysToRenew ORDER BY paymentId LIMIT +?', limit)
    .map((row) => integerIn(row, 'paymentId'));
  if (paymentIds.length === 0) return 0;
  const listed = JSON.stringify(paymentIds);
  connection.transaction(() => {
    const rows = connection.all(
      `SELECT payments.profileNumber, ${paymentColumns} FROM ${paymentTables}
       WHERE payments.paymentId IN (SELECT value FROM json_each(?))`,
      listed,
    );
    for (const row of rows) {
      const payment = readPayment(context, row);
      const profileNumber = integerIn(row, 'profileNumber');
      const keys = keysOf(payment);
      const isReleased = mayHaveMoved(payment.state);
      insertKeys(connection, payment.paymentId, { profileNumber, isReleased }, keys);
      // A released payout may move money, whatever its outcome.
      connection.run(
        `UPDATE paymentKeys SET profileNumber = ?, ${keyNames.map((name) => `${name} = ?`).join(', ')},
           isReleased = max(isReleased = 1, ?) WHERE paymentId = +?`,
        profileNumber,
        ...keyNames.map((name) => keys[name]),
        isReleased ? 1 : 0,
        payment.paymentId,
      );
      if (payment.state === 'paid') addPaid(connection, profileNumber, keys.payee);
    }
    connection.run('DELETE FROM keysToRenew WHERE paymentId IN (SELECT value FROM json_each(?))', listed);
  });
  return paymentIds.length;
}

/** Whether a payout in this state may move, or may have moved, money; a cancelled one may have been released before. */
export function mayHaveMoved(state: PaymentState): boolean {
  return state !== 'draft' && state !== 'cancelled';
}

function addPaid(connection: Connection, profileNumber: number, payee: string): void {
  connection.insert('paidPayees', { profileNumber, payee }, 'OR IGNORE');
}

/** Stores the keys of a payout; `isReleased` says whether it may have moved money. */
export function insertKeys(
  connection: Connection,
  paymentId: number,
  { profileNumber, isReleased }: { readonly profileNumber: number; readonly isReleased: boolean },
  { payee, payeeHash, moneyHash, nameHash, referenceHash }: PaymentKeys,
): void {
  connection.insert(
    'paymentKeys',
    {
      paymentId,
      profileNumber,
      payee,
      payeeHash,
      moneyHash,
      nameHash,
      referenceHash,
      isReleased: isReleased ? 1 : 0,
    },
    'OR IGNORE',
  );
}
