import { deadStates } from '../../../contract/payments/life.ts';
import type { OtherPayment } from '../../../contract/payments/cause.ts';
import type { StoredPayment } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { batchNumberOf } from './payment-id.ts';
import { listOf } from './read-payment.ts';
import { integerIn, stateIn, textIn } from '../read-row.ts';
import { otherMoney, sameMoney, sameName } from '../batches/duplicates.ts';

/** When a person last had this payment sent: the release of its batch, or the decision to send it again. */
const wanted = `SELECT max(sequence) FROM (
  SELECT sequence FROM events INDEXED BY eventsOfBatch
    WHERE entity = 'batch' AND entityId = +? AND fromState = 'draft' AND toState = 'releasing'
  UNION ALL SELECT sequence FROM events INDEXED BY eventsOfPayment
    WHERE entity = 'payment' AND entityId = +? AND fromState = 'unknown' AND toState = 'queued')`;
const stateThen = `(SELECT toState FROM events INDEXED BY eventsOfPayment
  WHERE entity = 'payment' AND entityId = other.paymentId AND sequence < (${wanted}) ORDER BY sequence DESC LIMIT 1)`;
const hadEnded = `${stateThen} IN ${listOf(deadStates)}`;

/** There are hardly ever any revivals, so that a payment with none after it costs one look into an empty list. */
const revivedRepeat = `SELECT idPayment, lives.state FROM revivals
  CROSS JOIN paymentKeys AS other ON other.paymentId = revivals.paymentId
  CROSS JOIN paymentKeys AS row ON row.paymentId = +?
  CROSS JOIN lives ON lives.paymentId = other.paymentId
  CROSS JOIN payments ON payments.paymentId = other.paymentId
  WHERE revivals.sequence >= (${wanted}) AND other.paymentId <> row.paymentId
    AND (${[sameMoney, sameName, otherMoney].map(({ where }) => `(${where})`).join(' OR ')})
    AND (SELECT environment FROM profiles WHERE profileNumber = other.profileNumber)
      = (SELECT environment FROM profiles WHERE profileNumber = row.profileNumber)
    AND lives.state NOT IN ${listOf(deadStates)} AND ${hadEnded}
  ORDER BY revivals.sequence DESC LIMIT 1`;

/** Whether anything is asked about again after it failed: usually nothing is, and no row has to be compared. */
const hasRechecks = `SELECT 1 FROM lives INDEXED BY rechecks
  WHERE dueAt IS NOT NULL AND state = 'failed' AND recheckProfile IN (SELECT profileNumber FROM profiles WHERE removedAt IS NULL) LIMIT 1`;
const doubtfulRepeats = [sameMoney, sameName, otherMoney]
  .map(
    ({ name, where }) => `SELECT other.paymentId FROM paymentKeys AS row
  CROSS JOIN profiles AS own ON own.profileNumber = row.profileNumber
  CROSS JOIN profiles AS beside ON beside.environment = own.environment AND beside.removedAt IS NULL
  CROSS JOIN paymentKeys AS other INDEXED BY ${name}
    ON other.isReleased = 1 AND ${where} AND other.profileNumber = beside.profileNumber AND other.paymentId <> row.paymentId
  CROSS JOIN lives ON lives.paymentId = other.paymentId
  WHERE row.paymentId = +? AND lives.state = 'failed' AND lives.dueAt IS NOT NULL AND ${hadEnded}`,
  )
  .join(' UNION ');

/** Remembers that a payout which had ended unpaid came back, in the transaction that records it. */
export function addRevival({ connection }: Context, paymentId: number): void {
  connection.run('INSERT OR IGNORE INTO revivals SELECT sequence, ? FROM chain', paymentId);
}

/** How many payouts that had ended unpaid came back. */
export function countRevivals({ connection }: Context): number {
  const row = connection.get('SELECT count(*) AS revivals FROM revivals');
  return row === undefined ? 0 : integerIn(row, 'revivals');
}

/** See PaymentStore. */
export function findRevivedRepeat(
  { connection }: Context,
  { kind, paymentId }: Pick<StoredPayment, 'kind' | 'paymentId'>,
): OtherPayment | null {
  if (kind !== 'payout') return null;
  const batchNumber = batchNumberOf(paymentId);
  const since = [batchNumber, paymentId];
  const row = connection.get(revivedRepeat, paymentId, ...since, ...since);
  return row === undefined ? null : { idPayment: textIn(row, 'idPayment'), state: stateIn(row, 'state') };
}

/** See PaymentStore. */
export function doubtfulRepeatsOf(
  { connection }: Context,
  { kind, paymentId }: Pick<StoredPayment, 'kind' | 'paymentId'>,
): number[] {
  if (kind !== 'payout' || connection.get(hasRechecks) === undefined) return [];
  const each = [paymentId, batchNumberOf(paymentId), paymentId];
  const rows = connection.all(doubtfulRepeats, ...each, ...each, ...each);
  return rows.map((row) => integerIn(row, 'paymentId'));
}
