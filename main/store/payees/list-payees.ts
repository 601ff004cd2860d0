import type { PayeeListing, PayeePlace, PayeeStore, StoredPayee } from '../../core/ports/index.ts';
import type { Value } from '../connection.ts';
import type { Context } from '../context.ts';
import { matchOf } from '../history/search-text.ts';
import { integerIn, integerOrNullIn, textIn, type Row } from '../read-row.ts';
import { findPayee, payeesOfNumbers, readPayee } from './read-payees.ts';
import { isVerifiable } from './records.ts';

/** Names read per call: takes a few milliseconds. */
const namesAtOnce = 1000;

/** See PayeeStore. `after` is the number of the last name seen; a payee appears with its first matching name. */
export function searchPayees(
  context: Context,
  { text, isShown, standing, environment, after, limit }: Parameters<PayeeStore['searchPayees']>[0],
): ReturnType<PayeeStore['searchPayees']> {
  const match = matchOf(text);
  const isFirstName = `NOT EXISTS (SELECT 1 FROM payeeNames AS other
    WHERE other.payeeNumber = names.payeeNumber AND other.nameNumber < names.nameNumber AND instr(other.text, ?) > 0)`;
  const ofStanding = standing === null ? { sql: '1', values: [] } : standingOf(standing);
  const looked =
    match === null
      ? 'SELECT nameNumber AS found FROM payeeNames WHERE nameNumber > +? ORDER BY nameNumber LIMIT +?'
      : 'SELECT rowid AS found FROM payeeSearch WHERE payeeSearch MATCH ? AND rowid > ? ORDER BY rowid LIMIT +?';
  const rows = context.connection.all(
    `SELECT nameNumber, names.payeeNumber AS payeeNumber,
       instr(names.text, ?) > 0 AND ${isFirstName} AND names.environment = coalesce(?, names.environment) AND ${ofStanding.sql} AS isWanted
     FROM (${looked}) CROSS JOIN payeeNames AS names ON names.nameNumber = found
       CROSS JOIN payees ON payees.payeeNumber = names.payeeNumber ORDER BY nameNumber`,
    text,
    text,
    environment,
    ...ofStanding.values,
    ...(match === null ? [] : [match]),
    after,
    namesAtOnce,
  );
  const wanted = rows.filter((row) => row['isWanted'] === 1).slice(0, limit);
  const last = wanted.length === limit ? wanted.at(-1) : rows.at(-1);
  const isAtEnd = last === rows.at(-1) && rows.length < namesAtOnce;
  return {
    payees: readAll(context, isShown, wanted, (row) =>
      payeesOfNumbers(context, [integerIn(row, 'payeeNumber')]),
    ).flat(),
    next: last === undefined || isAtEnd ? null : integerIn(last, 'nameNumber'),
  };
}

function readAll<Read>(
  { leftOut }: Context,
  isShown: boolean,
  rows: readonly Row[],
  read: (row: Row) => Read,
): Read[] {
  return isShown ? leftOut.readable(rows, read) : rows.map(read);
}

/** A condition on a row of `payees`. */
function standingOf(standing: PayeeListing): { readonly sql: string; readonly values: readonly Value[] } {
  if (standing.kind === 'new')
    return { sql: '(payees.firstPaidAt IS NULL OR payees.firstPaidAt >= ?)', values: [standing.since] };
  const column = standing.kind === 'blocked' ? 'blockedAt' : 'verifiedAt';
  return {
    sql: `EXISTS (SELECT 1 FROM payeeRecords WHERE payeeRecords.environment = payees.environment
      AND payeeRecords.payee IN (SELECT payees.payee UNION ALL SELECT former FROM formerPayees
        WHERE formerPayees.environment = payees.environment AND formerPayees.payee = payees.payee)
      AND ${column} IS NOT NULL)${standing.kind === 'verified' ? ` AND ${isVerifiable}` : ''}`,
    values: [],
  };
}

/** See PayeeStore. */
export function listPayees(
  context: Context,
  { environment, limit, ...place }: Parameters<PayeeStore['listPayees']>[0],
): ReturnType<PayeeStore['listPayees']> {
  const { rows, payees } = pieceOf(context, { limit, ...place });
  const last = rows.at(-1);
  return {
    payees: payees.filter((payee) => environment === null || payee.environment === environment),
    next:
      last === undefined || rows.length < limit
        ? null
        : { at: integerOrNullIn(last, 'at'), number: integerIn(last, 'number') },
  };
}

function pieceOf(
  context: Context,
  { by, isShown, after, limit }: Omit<Parameters<PayeeStore['listPayees']>[0], 'environment'>,
): { readonly rows: readonly Row[]; readonly payees: readonly StoredPayee[] } {
  if (by !== 'lastPaid' && by.kind !== 'new') {
    const rows = recordRows(context, by.kind === 'blocked' ? 'blockedAt' : 'verifiedAt', after, limit);
    const found = readAll(context, isShown, rows, (row) => findPayee(context, textIn(row, 'payeeId')));
    const payees = found.filter((payee) => payee !== null);
    return {
      rows,
      payees: payees.filter(
        ({ payeeId, record }, place) =>
          payees.findIndex((other) => other.payeeId === payeeId) === place &&
          (by.kind !== 'verified' || (record?.verification ?? null) !== null),
      ),
    };
  }
  const rows =
    by === 'lastPaid'
      ? payeeRows(context, 'lastPaidAt', 0, after, limit)
      : payeeRows(context, 'firstPaidAt', by.since, after, limit);
  return { rows, payees: readAll(context, isShown, rows, (row) => readPayee(context, row)) };
}

function recordRows(
  { connection }: Context,
  column: 'blockedAt' | 'verifiedAt',
  after: PayeePlace | null,
  limit: number,
) {
  const index = column === 'blockedAt' ? 'blockedPayees' : 'verifiedPayees';
  return connection.all(
    `SELECT payeeId, ${column} AS at, recordNumber AS number FROM payeeRecords INDEXED BY ${index}
     WHERE ${column} IS NOT NULL AND (${column}, recordNumber) < (?, ?) ORDER BY ${column} DESC, recordNumber DESC LIMIT +?`,
    after?.at ?? Number.MAX_SAFE_INTEGER,
    after?.number ?? Number.MAX_SAFE_INTEGER,
    limit,
  );
}

/** Those with a time first, then those without. */
function payeeRows(
  { connection }: Context,
  column: 'lastPaidAt' | 'firstPaidAt',
  since: number,
  after: PayeePlace | null,
  limit: number,
) {
  const index = column === 'lastPaidAt' ? 'payeesByLastPaid' : 'payeesByFirstPaid';
  const timed =
    after !== null && after.at === null
      ? []
      : connection.all(
          `SELECT *, ${column} AS at, payeeNumber AS number FROM payees INDEXED BY ${index}
           WHERE ${column} >= +? AND (${column}, payeeNumber) < (?, ?) ORDER BY ${column} DESC, payeeNumber DESC LIMIT +?`,
          since,
          after?.at ?? Number.MAX_SAFE_INTEGER,
          after?.number ?? Number.MAX_SAFE_INTEGER,
          limit,
        );
  if (timed.length === limit) return timed;
  const timeless = connection.all(
    `SELECT *, NULL AS at, payeeNumber AS number FROM payees INDEXED BY ${index}
     WHERE ${column} IS NULL AND payeeNumber < +? ORDER BY payeeNumber DESC LIMIT +?`,
    after !== null && after.at === null ? after.number : Number.MAX_SAFE_INTEGER,
    limit - timed.length,
  );
  return [...timed, ...timeless];
}
