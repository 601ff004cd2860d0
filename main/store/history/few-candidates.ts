import type { Context } from '../context.ts';
import { paidPayouts } from '../flows/flow-payments.ts';
import { integerIn } from '../read-row.ts';
import type { Conditions } from './conditions.ts';

/** Index entries read per piece. */
const readAtOnce = 2000;

/** The payments to one payee, or paid in a range of time, along their own index or the flows; null if the filter names neither. */
export function fewCandidates(
  context: Context,
  { payee, paid, facets }: Conditions,
): Generator<readonly number[], undefined> | null {
  if (payee !== null) return toPayee(context, payee);
  if (paid === null) return null;
  return paidPayouts(context, [...new Set(facets.map(({ profileNumber }) => profileNumber))], paid);
}

function* toPayee(
  { connection }: Context,
  { payee, payeeHash }: NonNullable<Conditions['payee']>,
): Generator<readonly number[], undefined> {
  let after = 0;
  for (;;) {
    const rows = connection.all(
      `SELECT rowid AS paymentId, payee FROM paymentKeys INDEXED BY releasedMoney
       WHERE isReleased = 1 AND payeeHash = +? AND rowid > +? ORDER BY rowid LIMIT +?`,
      payeeHash,
      after,
      readAtOnce,
    );
    yield rows.filter((row) => row['payee'] === payee).map((row) => integerIn(row, 'paymentId'));
    const last = rows.at(-1);
    if (last === undefined || rows.length < readAtOnce) return;
    after = integerIn(last, 'paymentId');
  }
}
