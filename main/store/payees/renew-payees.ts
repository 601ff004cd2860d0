import { runningTotals } from '../../../contract/money/money.ts';
import { keyInForce } from '../../../contract/payees/payee-key.ts';
import type { DescribePayee } from '../../core/ports/index.ts';
import type { Connection } from '../connection.ts';
import { integerIn, integerOrNullIn, textIn, type Row } from '../read-row.ts';
import { keyOf, totalsIn } from './read-payee-row.ts';

/**
 * Gives up to `limit` payees their current key and ID, and merges those that an older Bursar distinguished by
 * account notation; returns how many it read.
 */
export function renewPayees(connection: Connection, limit: number, describe: DescribePayee): number {
  if (connection.get('SELECT 1 FROM payeesToRenew LIMIT 1') === undefined) return 0;
  return connection.transaction(() => {
    const rows = connection.all(
      `SELECT payeesToRenew.payeeNumber AS listed, payees.* FROM payeesToRenew LEFT JOIN payees USING (payeeNumber)
       ORDER BY listed LIMIT +?`,
      limit,
    );
    for (const row of rows) {
      connection.run('DELETE FROM payeesToRenew WHERE payeeNumber = +?', integerIn(row, 'listed'));
      if (row['payee'] !== null) renew(connection, row, describe);
    }
    return rows.length;
  });
}

function renew(connection: Connection, row: Row, describe: DescribePayee): void {
  const { environment, payee } = keyOf(row);
  const key = { environment, payee: keyInForce(payee) };
  if (key.payee === payee) return;
  noteFormer(connection, row, key.payee);
  const payeeNumber = integerIn(row, 'payeeNumber');
  const there = connection.get(
    'SELECT * FROM payees WHERE environment = +? AND payee = +?',
    environment,
    key.payee,
  );
  if (there === undefined) {
    const accountNumber = textIn(row, 'accountNumber');
    const emailAddress = textIn(row, 'emailAddress');
    const { payeeId } = describe({ ...key, accountName: '', accountNumber, emailAddress });
    connection.run(
      'UPDATE payees SET payee = ?, payeeId = ? WHERE payeeNumber = +?',
      key.payee,
      payeeId,
      payeeNumber,
    );
    return;
  }
  addTo(connection, there, row);
  addNames(connection, integerIn(there, 'payeeNumber'), payeeNumber);
  connection.run('DELETE FROM payees WHERE payeeNumber = +?', payeeNumber);
}

/** Stores the payee that an older Bursar's key and ID now map to. */
export function noteFormer(connection: Connection, row: Row, payee: string): void {
  const { environment, payee: former } = keyOf(row);
  connection.insert(
    'formerPayees',
    { payeeId: textIn(row, 'payeeId'), environment, former, payee },
    'OR IGNORE',
  );
}

/** Adds one payee's payments to another, whose account keeps the notation of the latest payment. */
function addTo(connection: Connection, to: Row, from: Row): void {
  const sums = runningTotals();
  for (const total of [...totalsIn(to), ...totalsIn(from)]) sums.add(total, total.count);
  const isFromLater = (integerOrNullIn(from, 'lastPaidAt') ?? 0) > (integerOrNullIn(to, 'lastPaidAt') ?? 0);
  const latest = isFromLater ? from : to;
  connection.run(
    `UPDATE payees SET accountNumber = ?, emailAddress = ?, firstPaidAt = ?, lastPaidAt = ?, payments = payments + ?, totals = ?
     WHERE payeeNumber = +?`,
    textIn(latest, 'accountNumber'),
    textIn(latest, 'emailAddress'),
    firstOf(to, from),
    lastOf(to, from),
    integerIn(from, 'payments'),
    JSON.stringify(sums.list()),
    integerIn(to, 'payeeNumber'),
  );
}

/** Moves one payee's names to another; for a name that both have, times and payments are merged. */
function addNames(connection: Connection, to: number, from: number): void {
  for (const row of connection.all('SELECT * FROM payeeNames WHERE payeeNumber = +?', from)) {
    const nameNumber = integerIn(row, 'nameNumber');
    const same = connection.get(
      'SELECT * FROM payeeNames WHERE payeeNumber = +? AND nameKey = +?',
      to,
      textIn(row, 'nameKey'),
    );
    if (same === undefined) {
      connection.run('UPDATE payeeNames SET payeeNumber = ? WHERE nameNumber = +?', to, nameNumber);
      continue;
    }
    connection.run(
      'UPDATE payeeNames SET firstPaidAt = ?, lastPaidAt = ?, payments = payments + ? WHERE nameNumber = +?',
      firstOf(same, row),
      lastOf(same, row),
      integerIn(row, 'payments'),
      integerIn(same, 'nameNumber'),
    );
    connection.run(
      `INSERT INTO payeeSearch (payeeSearch, rowid, text) VALUES ('delete', ?, ?)`,
      nameNumber,
      textIn(row, 'text'),
    );
    connection.run('DELETE FROM payeeNames WHERE nameNumber = +?', nameNumber);
  }
}

function firstOf(one: Row, other: Row): number | null {
  const times = timesOf('firstPaidAt', one, other);
  return times.length === 0 ? null : Math.min(...times);
}

function lastOf(one: Row, other: Row): number | null {
  const times = timesOf('lastPaidAt', one, other);
  return times.length === 0 ? null : Math.max(...times);
}

function timesOf(column: string, ...rows: readonly Row[]): number[] {
  return rows.map((row) => integerOrNullIn(row, column)).filter((at) => at !== null);
}
