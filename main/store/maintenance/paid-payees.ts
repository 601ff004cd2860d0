import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { integerIn, textIn, textOrNullIn, type Row } from '../read-row.ts';

/** Rows read per step. */
const rowsAtOnce = 200;

/** Adds the payees of up to `limit` payments after this one that were paid to the list and to `paid`; returns the last, null at the end. */
export function addPayees(
  { connection }: Context,
  after: number,
  limit: number,
  paid: Set<string>,
): number | null {
  const rows = connection.all(
    `SELECT lives.paymentId, lives.state, profileNumber, payee
     FROM lives LEFT JOIN paymentKeys ON paymentKeys.paymentId = lives.paymentId
     WHERE lives.paymentId > +? ORDER BY lives.paymentId LIMIT +?`,
    after,
    limit,
  );
  connection.transaction(() => {
    for (const row of rows) {
      if (row['state'] !== 'paid' || row['payee'] === null || paid.has(payeeKey(row))) continue;
      paid.add(payeeKey(row));
      const [profileNumber, payee] = [integerIn(row, 'profileNumber'), textIn(row, 'payee')];
      connection.insert('paidPayees', { profileNumber, payee }, 'OR IGNORE');
    }
  });
  const last = rows.at(-1);
  return last === undefined ? null : integerIn(last, 'paymentId');
}

/** Removes a payee from the list. */
export function removePayee({ connection }: Context, row: Row): void {
  connection.run(
    'DELETE FROM paidPayees WHERE profileNumber = +? AND payee = +?',
    integerIn(row, 'profileNumber'),
    textIn(row, 'payee'),
  );
}

/** What is in the list, page by page, but neither among the `paid` payees nor paid since the event `began`. */
export function* unpaidPayees(
  { connection }: Context,
  { paid, began }: { readonly paid: ReadonlySet<string>; readonly began: number },
): Generator<Row[]> {
  let place: readonly [number, string] = [0, ''];
  for (;;) {
    const rows = connection.all(
      `SELECT profileNumber, payee FROM paidPayees WHERE (profileNumber, payee) > (?, ?)
       ORDER BY profileNumber, payee LIMIT +?`,
      ...place,
      rowsAtOnce,
    );
    const unknown = rows.filter((row) => !paid.has(payeeKey(row)));
    const since = unknown.length === 0 ? new Set<string>() : paidSince(connection, began);
    yield unknown.filter((row) => !since.has(payeeKey(row)));
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    place = [integerIn(last, 'profileNumber'), textIn(last, 'payee')];
  }
}

/** Equal for rows of the same payee of the same profile. */
export function payeeKey(row: Row): string {
  return `${integerIn(row, 'profileNumber')} ${textOrNullIn(row, 'payee') ?? ''}`;
}

function paidSince(connection: Connection, sequence: number): Set<string> {
  const rows = connection.all(
    `SELECT profileNumber, payee FROM events CROSS JOIN paymentKeys ON paymentKeys.paymentId = events.entityId
     WHERE sequence > +? AND entity = 'payment' AND toState = 'paid'`,
    sequence,
  );
  return new Set(rows.map(payeeKey));
}
