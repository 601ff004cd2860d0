import { z } from 'zod';
import { readJson } from '../../../contract/json.ts';
import type {
  DescribePayee,
  FirstRecorded,
  PayeeChange,
  PayeeEvent,
  PayeeKey,
  PayeeRecord,
} from '../../core/ports/index.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { recordValues } from '../audit/event-facts.ts';
import { inLedger } from '../audit/ledger.ts';
import { readCause } from '../audit/read-cause.ts';
import { integerIn, integerOrNullIn, textIn, textOrNullIn, timeIn, type Row } from '../read-row.ts';
import { enterPayee } from './index-payees.ts';
import { keyOf } from './read-payee-row.ts';
import { Named } from './recorded-names.ts';

const causes = {
  imported: 'payeeImported',
  verified: 'payeeVerified',
  blocked: 'payeeBlocked',
  unblocked: 'payeeUnblocked',
} as const;

/** See PayeeStore. */
export function recordPayees(
  context: Context,
  changes: readonly PayeeChange[],
  at: number,
  describe: DescribePayee,
): void {
  const { connection } = context;
  inLedger(context, at, (ledger) => {
    for (const change of changes) {
      const known = recordsToChange(connection, change);
      for (const recordNumber of known.length > 0 ? known : [newRecord(connection, change)]) {
        const before = known.length > 0 ? recordValues(connection, 'payee', recordNumber) : {};
        write(connection, recordNumber, change, at);
        const reason = { cause: { code: causes[change.change.kind] }, detail: detailOf(change) };
        ledger.recordChanged('payee', recordNumber, reason, before);
      }
      enterPayee(connection, change, describe, null);
    }
  });
  context.payeeChanges.count += 1;
}

/** The record of the payee, if there is one; to lift a block, each record that blocks it. */
function recordsToChange(connection: Connection, change: PayeeChange): number[] {
  const known = recordNumbersOf(connection, change);
  const blocking = known.filter(
    (recordNumber) =>
      change.change.kind === 'unblocked' &&
      connection.get(
        'SELECT 1 FROM payeeRecords WHERE recordNumber = +? AND blockedAt IS NOT NULL',
        recordNumber,
      ) !== undefined,
  );
  return blocking.length > 0 ? blocking : known.slice(0, 1);
}

/**
 * The records of a payee, first that under its key, then those under keys from an older Bursar, which distinguished accounts by
 * notation.
 */
export function recordNumbersOf(connection: Connection, { environment, payee }: PayeeKey): number[] {
  return connection
    .all(
      `SELECT recordNumber FROM payeeRecords WHERE environment = +? AND payee IN
         (SELECT +? UNION ALL SELECT former FROM formerPayees WHERE environment = +? AND payee = +?)
       ORDER BY payee <> +?, recordNumber`,
      environment,
      payee,
      environment,
      payee,
      payee,
    )
    .map((row) => integerIn(row, 'recordNumber'));
}

function newRecord(connection: Connection, change: PayeeChange): number {
  const { payeeId, environment, payee, accountName, accountNumber, emailAddress } = change;
  return connection.insert('payeeRecords', {
    payeeId,
    environment,
    payee,
    name: accountName,
    accountNumber,
    emailAddress,
  });
}

function write(connection: Connection, recordNumber: number, { change }: PayeeChange, at: number): void {
  switch (change.kind) {
    case 'imported':
      connection.run('UPDATE payeeRecords SET importedAt = ? WHERE recordNumber = +?', at, recordNumber);
      return;
    case 'blocked':
      connection.run('UPDATE payeeRecords SET blockedAt = ? WHERE recordNumber = +?', at, recordNumber);
      return;
    case 'unblocked':
      connection.run('UPDATE payeeRecords SET blockedAt = NULL WHERE recordNumber = +?', recordNumber);
      return;
    case 'verified':
      connection.run(
        `UPDATE payeeRecords SET verifiedAt = ?, verifiedBy = ?, verifiedHow = ?, verifiedNote = ? WHERE recordNumber = +?`,
        at,
        change.by,
        change.how,
        change.note,
        recordNumber,
      );
  }
}

/** Its subject, and a verification in full: the facts of an event hold long texts only by hash. */
function detailOf({ change, accountName, accountNumber, emailAddress }: PayeeChange): string {
  if (change.kind !== 'verified')
    return JSON.stringify({ accountName, accountNumber: accountNumber || emailAddress });
  const { by, how, note } = change;
  return JSON.stringify({ accountName, accountNumber, by, how, note });
}

/** See PayeeStore. */
export function payeesThatAre(
  { connection }: Context,
  environment: PayeeKey['environment'],
  what: 'blocked' | 'verified',
): { payeeId: string; payee: string }[] {
  const column = what === 'blocked' ? 'blockedAt' : 'verifiedAt';
  return connection
    .all(
      `SELECT coalesce(payees.payeeId, payeeRecords.payeeId) AS payeeId,
         coalesce(formerPayees.payee, payeeRecords.payee) AS payee
       FROM payeeRecords INDEXED BY ${what}Payees ${withFormer}
         LEFT JOIN payees ON payees.environment = formerPayees.environment AND payees.payee = formerPayees.payee
       WHERE ${column} IS NOT NULL AND payeeRecords.environment = +?`,
      environment,
    )
    .map((row) => ({ payeeId: textIn(row, 'payeeId'), payee: textIn(row, 'payee') }));
}

/** Adds to a row of `payeeRecords` the payee that its key now maps to, if an older Bursar created the key. */
export const withFormer = `LEFT JOIN formerPayees
  ON formerPayees.environment = payeeRecords.environment AND formerPayees.former = payeeRecords.payee`;

/** A condition on a row of `payees`: it has an account or address that a person can have verified. An older Bursar recorded names alone. */
export const isVerifiable = `(payees.payments > 0 OR payees.accountNumber <> '' OR payees.emailAddress <> '')`;

/** People's records about a payee, over all of its records: a block of any of them holds, and the latest verification. */
export function recordOf({ connection }: Context, row: Row): PayeeRecord | null {
  const records = recordNumbersOf(connection, keyOf(row)).flatMap((recordNumber) => {
    const record = connection.get('SELECT * FROM payeeRecords WHERE recordNumber = +?', recordNumber);
    return record === undefined ? [] : [record];
  });
  if (records.length === 0) return null;
  const latest = (column: string): number | null =>
    records.reduce<number | null>((at, record) => {
      const other = integerOrNullIn(record, column);
      return other === null || (at !== null && at >= other) ? at : other;
    }, null);
  const isNameAlone = row['payments'] === 0 && row['accountNumber'] === '' && row['emailAddress'] === '';
  const verifiedAt = isNameAlone ? null : latest('verifiedAt');
  const verified = records.find((record) => record['verifiedAt'] === verifiedAt);
  return {
    importedAt: latest('importedAt'),
    blockedAt: latest('blockedAt'),
    verification:
      verifiedAt === null || verified === undefined
        ? null
        : {
            at: verifiedAt,
            by: textIn(verified, 'verifiedBy'),
            how: textIn(verified, 'verifiedHow'),
            note: textOrNullIn(verified, 'verifiedNote'),
          },
  };
}

const StoredVerification = z.object({
  by: z.string(),
  how: z.string(),
  note: z.string().nullable(),
});
const kinds: readonly (keyof typeof causes)[] = ['imported', 'verified', 'blocked', 'unblocked'];

/** See PayeeStore. */
export function recordsOf({ connection }: Context, payee: PayeeKey, limit: number): PayeeEvent[] {
  const rows = connection.all(
    `SELECT at, cause, detail FROM events INDEXED BY eventsOfPayee WHERE entity = 'payee' AND entityId IN
       (SELECT value FROM json_each(+?)) ORDER BY sequence DESC LIMIT +?`,
    JSON.stringify(recordNumbersOf(connection, payee)),
    limit,
  );
  return rows.flatMap((row) => {
    const detail = textOrNullIn(row, 'detail');
    const { code } = readCause(textIn(row, 'cause'), detail);
    const kind = kinds.find((each) => causes[each] === code);
    if (kind === undefined) return [];
    return [
      {
        at: timeIn(row, 'at'),
        kind,
        accountName: readJson(Named, detail)?.accountName ?? null,
        verification: readJson(StoredVerification, detail),
      },
    ];
  });
}

/** See PayeeStore. */
export function firstRecorded(
  { connection }: Context,
  payee: PayeeKey,
  kind: PayeeEvent['kind'],
  since: number,
): FirstRecorded[] {
  return connection
    .all(
      `SELECT CASE WHEN json_valid(detail) THEN detail ->> '$.accountName' END AS name,
         CASE WHEN json_valid(detail) THEN detail ->> '$.accountNumber' END AS account, min(at) AS at
       FROM events INDEXED BY eventsOfPayee WHERE entity = 'payee' AND entityId IN (SELECT value FROM json_each(+?))
         AND events.at >= +? AND kind = +? GROUP BY name, account ORDER BY max(sequence) DESC`,
      JSON.stringify(recordNumbersOf(connection, payee)),
      since,
      causes[kind],
    )
    .map((row) => ({
      accountName: textOrNullIn(row, 'name'),
      accountNumber: textOrNullIn(row, 'account'),
      at: timeIn(row, 'at'),
    }));
}
