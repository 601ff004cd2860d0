import { z } from 'zod';
import type {
  DescribePayee,
  PayeeChange,
  PayeeEvent,
  PayeeKey,
  PayeeRecord,
  PayeeStore,
} from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { inLedger } from '../audit/ledger.ts';
import { readCause } from '../audit/read-cause.ts';
import { paymentIdsOf } from '../payments/payment-id.ts';
import { integerIn, integerOrNullIn, jsonOf, textIn, textOrNullIn, type Row } from '../read-row.ts';
import { enterPayee, keyOf } from './index-payees.ts';

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
      const recordNumber = recordNumberOf(connection, change);
      write(connection, recordNumber, change, at);
      ledger.payeeChanged(recordNumber, {
        cause: { code: causes[change.change.kind] },
        detail: detailOf(change),
      });
      enterPayee(connection, change, describe, null);
    }
  });
}

function recordNumberOf(connection: Context['connection'], change: PayeeChange): number {
  const { payeeId, environment, payee, accountName, accountNumber, emailAddress } = change;
  connection.run(
    `INSERT OR IGNORE INTO payeeRecords (payeeId, environment, payee, name, accountNumber, emailAddress)
     VALUES (?, ?, ?, ?, ?, ?)`,
    payeeId,
    environment,
    payee,
    accountName,
    accountNumber,
    emailAddress,
  );
  const row = connection.get(
    'SELECT recordNumber FROM payeeRecords WHERE environment = +? AND payee = +?',
    environment,
    payee,
  );
  if (row === undefined) throw new Error('the record of a payee that was just written is not there');
  return integerIn(row, 'recordNumber');
}

function write(
  connection: Context['connection'],
  recordNumber: number,
  { change }: PayeeChange,
  at: number,
): void {
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

/** A verification in full: the facts of an event hold long texts by their hash only. */
function detailOf({ change, accountName, accountNumber }: PayeeChange): string | null {
  if (change.kind !== 'verified') return null;
  const { by, how, note } = change;
  return JSON.stringify({ accountName, accountNumber, by, how, note });
}

/** See PayeeStore. */
export function payeesThatAre(
  { connection }: Context,
  environment: PayeeKey['environment'],
  what: 'blocked' | 'verified',
): string[] {
  return connection
    .all(
      what === 'blocked'
        ? 'SELECT payeeId FROM payeeRecords WHERE blockedAt IS NOT NULL AND environment = +?'
        : 'SELECT payeeId FROM payeeRecords WHERE verifiedAt IS NOT NULL AND environment = +?',
      environment,
    )
    .map((row) => textIn(row, 'payeeId'));
}

export function recordOf({ connection }: Context, row: Row): PayeeRecord | null {
  const { environment, payee } = keyOf(row);
  const record = connection.get(
    'SELECT * FROM payeeRecords WHERE environment = +? AND payee = +?',
    environment,
    payee,
  );
  if (record === undefined) return null;
  const verifiedAt = integerOrNullIn(record, 'verifiedAt');
  return {
    importedAt: integerOrNullIn(record, 'importedAt'),
    blockedAt: integerOrNullIn(record, 'blockedAt'),
    verification:
      verifiedAt === null
        ? null
        : {
            at: verifiedAt,
            by: textIn(record, 'verifiedBy'),
            how: textIn(record, 'verifiedHow'),
            note: textOrNullIn(record, 'verifiedNote'),
          },
  };
}

const Kept = z.object({ by: z.string(), how: z.string(), note: z.string().nullable() });
const kinds: readonly (keyof typeof causes)[] = ['imported', 'verified', 'blocked', 'unblocked'];

/** See PayeeStore. */
export function recordsOf(
  { connection }: Context,
  { environment, payee }: PayeeKey,
  limit: number,
): PayeeEvent[] {
  const rows = connection.all(
    `SELECT at, cause, detail FROM events INDEXED BY eventsOfPayee WHERE entity = 'payee' AND entityId =
       (SELECT recordNumber FROM payeeRecords WHERE environment = +? AND payee = +?) ORDER BY sequence DESC LIMIT +?`,
    environment,
    payee,
    limit,
  );
  return rows.flatMap((row) => {
    const detail = textOrNullIn(row, 'detail');
    const { code } = readCause(textIn(row, 'cause'), detail);
    const kind = kinds.find((each) => causes[each] === code);
    if (kind === undefined) return [];
    const kept = Kept.safeParse(jsonOf(detail ?? ''));
    return [{ at: integerIn(row, 'at'), kind, verification: kept.success ? kept.data : null }];
  });
}

const blocked = `FROM payeeRecords WHERE payeeRecords.blockedAt IS NOT NULL
  AND payeeRecords.payee = paymentKeys.payee
  AND payeeRecords.environment = (SELECT environment FROM profiles WHERE profiles.profileNumber = paymentKeys.profileNumber)`;

/** See PayeeStore. */
export function blockedRows(
  { connection, batchCache }: Context,
  batchId: string,
  limit: number,
): ReturnType<PayeeStore['blockedRows']> {
  if (connection.get('SELECT 1 FROM payeeRecords WHERE blockedAt IS NOT NULL LIMIT 1') === undefined)
    return [];
  const [first, last] = paymentIdsOf(batchCache.numberOf(batchId));
  const rows = connection.all(
    `SELECT paymentId, (SELECT payeeId ${blocked}) AS payeeId, accountName, accountNumber, emailAddress
     FROM paymentKeys JOIN payments USING (paymentId)
     WHERE paymentId BETWEEN +? AND +? AND EXISTS (SELECT 1 ${blocked}) ORDER BY paymentId LIMIT +?`,
    first,
    last,
    limit,
  );
  return rows.map((row) => ({
    rowNumber: integerIn(row, 'paymentId') - first,
    payeeId: textIn(row, 'payeeId'),
    name: textIn(row, 'accountName'),
    account: textIn(row, 'accountNumber') || textIn(row, 'emailAddress'),
  }));
}

/** The ID of the payee of this payment where a person blocked it; null: it may be paid. */
export function blockedPayeeOf({ connection }: Context, paymentId: number): string | null {
  const row = connection.get(
    `SELECT (SELECT payeeId ${blocked}) AS payeeId FROM paymentKeys WHERE paymentId = +?`,
    paymentId,
  );
  return row === undefined ? null : textOrNullIn(row, 'payeeId');
}
