import type { KeysOf } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { paymentTables } from '../payments/read-payment.ts';
import { decimalIn, integerIn, stateIn, textIn, type Row } from '../read-row.ts';
import { keyNames, mayHaveMoved } from './payment-keys.ts';

/** The inputs of a payout's keys, and its stored keys, for `keyTables`. */
export const keyColumns = `payments.paymentId, payments.profileNumber, amount, currencyCode, accountName, accountNumber, emailAddress,
  reference, coalesce(lives.state, 'draft') AS state, paymentKeys.profileNumber AS keptProfile, ${keyNames.join(', ')}, isReleased`;
export const keyTables = `${paymentTables} LEFT JOIN paymentKeys ON paymentKeys.paymentId = payments.paymentId`;

/** Whether the search for duplicates finds this payout. */
export function hasRightKeys(row: Row, keysOf: KeysOf): boolean {
  const keys = keysOf(paidBy(row));
  return (
    row['keptProfile'] === row['profileNumber'] &&
    keyNames.every((name) => row[name] === keys[name]) &&
    (!mayHaveMoved(stateIn(row, 'state')) || row['isReleased'] === 1)
  );
}

/** Lists which of up to `limit` payments after this one have wrong keys, or none, to be renewed; returns the last, null at the end. */
export function noteWrongKeys(
  { connection }: Context,
  after: number,
  { limit, keysOf }: { readonly limit: number; readonly keysOf: KeysOf },
): number | null {
  return connection.transaction(() => {
    const rows = connection.all(
      `SELECT kind, ${keyColumns} FROM ${keyTables} WHERE payments.paymentId > +? ORDER BY payments.paymentId LIMIT +?`,
      after,
      limit,
    );
    for (const row of rows)
      if (row['kind'] === 'payout' && !hasRightKeys(row, keysOf))
        connection.insert('keysToRenew', { paymentId: integerIn(row, 'paymentId') }, 'OR IGNORE');
    const last = rows.at(-1);
    return last === undefined ? null : integerIn(last, 'paymentId');
  });
}

function paidBy(row: Row): Parameters<KeysOf>[0] {
  return {
    amount: decimalIn(row, 'amount'),
    currencyCode: textIn(row, 'currencyCode'),
    accountName: textIn(row, 'accountName'),
    accountNumber: textIn(row, 'accountNumber'),
    emailAddress: textIn(row, 'emailAddress'),
    reference: textIn(row, 'reference'),
  };
}
