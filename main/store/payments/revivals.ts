import { deadStates } from '../../../contract/payments/life.ts';
import type { OtherPayment } from '../../../contract/payments/cause.ts';
import type { DoubtfulRepeats, PaymentStore, StoredPayment } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { batchNumberOf } from './payment-id.ts';
import { isInMotion, listOf } from './read-payment.ts';
import { factOf, gatewayStatusIn } from '../audit/event-facts.ts';
import { integerIn, integerOrNullIn, stateIn, textIn, textOrNullIn } from '../read-row.ts';
import { otherMoney, sameMoney, sameName } from '../batches/duplicates.ts';

/** When a person last had this payment sent: the release of its batch, or its schedule if that released it, or the decision to send it again. */
const wanted = `SELECT max(sequence) FROM (
  SELECT CASE WHEN cause LIKE '{"code":"released","isScheduled":true%' THEN coalesce((
      SELECT max(scheduled.sequence) FROM events AS scheduled INDEXED BY eventsOfBatch
      WHERE scheduled.entity = 'batch' AND scheduled.entityId = release.entityId AND scheduled.sequence < release.sequence
        AND scheduled.cause LIKE '{"code":"scheduled"%'), sequence) ELSE sequence END AS sequence
    FROM events AS release INDEXED BY eventsOfBatch
    WHERE entity = 'batch' AND entityId = +? AND fromState = 'draft' AND toState = 'releasing'
  UNION ALL SELECT sequence FROM events INDEXED BY eventsOfPayment
    WHERE entity = 'payment' AND entityId = +? AND fromState = 'unknown' AND toState = 'queued'
      AND cause NOT LIKE '{"code":"answered"%')`;
/** Whether the other payout had ended unpaid by then. */
const endedBefore = (sequence: string): string => `(SELECT toState FROM events INDEXED BY eventsOfPayment
  WHERE entity = 'payment' AND entityId = other.paymentId AND sequence < ${sequence} ORDER BY sequence DESC LIMIT 1)
  IN ${listOf(deadStates)}`;

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
    AND lives.state NOT IN ${listOf(deadStates)} AND ${endedBefore(`(${wanted})`)}
  ORDER BY revivals.sequence DESC LIMIT 1`;

/** What a row is compared by, and when a person last had it sent; rows that agree in these repeat the same payouts. */
const comparedBy = `SELECT environment, payeeHash, moneyHash, nameHash, referenceHash, (${wanted}) AS wanted
  FROM paymentKeys CROSS JOIN profiles USING (profileNumber) WHERE paymentId = +?`;

const isFailedAndDue = `lives.state = 'failed' AND lives.dueAt IS NOT NULL`;
/** A person ended it, or the gateway refused it before the records became older than what was sent; where they never did, no event is read. */
const isRejectedInDoubt = `lives.updatedAt >= +? AND (lives.problemCode = 'notAccepted' OR EXISTS (SELECT 1 FROM databaseIdentity
  WHERE forgottenAt > 0 AND forgottenAt >= (SELECT max(sequence) FROM events INDEXED BY eventsOfPayment
    WHERE entity = 'payment' AND entityId = lives.paymentId)))`;

/** How rows repeat a payout, the columns that decide it, and the payouts that one row repeats so, in doubt. */
const doubtfulRepeats = (
  [
    [sameMoney, ['payeeHash', 'moneyHash']],
    [sameName, ['nameHash', 'moneyHash']],
    [otherMoney, ['payeeHash', 'referenceHash', 'moneyHash']],
  ] as const
).map(([{ name, where }, columns]) => ({
  name,
  columns: ['environment', 'wanted', ...columns],
  select: `SELECT other.paymentId FROM paymentKeys AS row
  CROSS JOIN profiles AS own ON own.profileNumber = row.profileNumber
  CROSS JOIN profiles AS beside ON beside.environment = own.environment AND beside.removedAt IS NULL
  CROSS JOIN paymentKeys AS other INDEXED BY ${name}
    ON other.isReleased = 1 AND ${where} AND other.profileNumber = beside.profileNumber
  CROSS JOIN lives ON lives.paymentId = other.paymentId
  WHERE row.paymentId = +? AND ${endedBefore('+?')}
    AND (${isFailedAndDue} OR lives.state = 'rejected' AND (+? OR ${isRejectedInDoubt}))`,
}));
/** The most that is kept about equal rows: enough for a file whose payees alternate, and little memory. */
const mostKept = 1000;

/** Remembers that a payout which had ended unpaid came back, or has another status, in the transaction that records it. */
export function addRevival({ connection }: Context, paymentId: number): void {
  connection.run('INSERT OR IGNORE INTO revivals SELECT sequence, ? FROM chain', paymentId);
}

/** How often a payout that had ended unpaid came back or got another status. */
export function countRevivals({ connection }: Context): number {
  return connection.integer('SELECT count(*) AS revivals FROM revivals');
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
export function isEndedChangedSince(
  { connection }: Context,
  { paymentId }: Pick<StoredPayment, 'paymentId'>,
): boolean {
  const since = `SELECT 1 FROM revivals WHERE sequence >= (${wanted}) LIMIT 1`;
  return connection.get(since, batchNumberOf(paymentId), paymentId) !== undefined;
}

const statusWhenWanted = `SELECT facts FROM events INDEXED BY eventsOfPayment
  WHERE entity = 'payment' AND entityId = +? AND sequence < (${wanted}) ORDER BY sequence DESC LIMIT 1`;
const statusOfEnded = `SELECT gatewayStatus FROM lives WHERE paymentId = +? AND state IN ${listOf(deadStates)}`;

/** See PaymentStore. */
export function hasOtherStatus(
  { connection }: Context,
  { paymentId }: Pick<StoredPayment, 'paymentId'>,
  endedId: number,
): boolean {
  const event = connection.get(statusWhenWanted, endedId, batchNumberOf(paymentId), paymentId);
  const before = event === undefined ? undefined : gatewayStatusIn(textOrNullIn(event, 'facts'));
  const now = connection.get(statusOfEnded, endedId);
  return before !== undefined && now !== undefined && before !== factOf(now['gatewayStatus']);
}

/** See PaymentStore. */
export function doubtfulRepeatsOf(
  { connection }: Context,
  { kind, paymentId, state }: Pick<StoredPayment, 'kind' | 'paymentId' | 'state'>,
  { decidedSince, found }: DoubtfulRepeats,
): number[] {
  if (kind !== 'payout') return [];
  const row = connection.get(comparedBy, batchNumberOf(paymentId), paymentId, paymentId);
  if (row === undefined) return [];
  const inDoubt = state === 'unknown' ? 1 : 0;
  const lists = doubtfulRepeats.map(({ name, columns, select }) => {
    const equal = [name, inDoubt, ...columns.map((column) => row[column])].join(' ');
    const known = found.get(equal);
    if (known !== undefined) return known;
    const others = connection.all(select, paymentId, integerOrNullIn(row, 'wanted'), inDoubt, decidedSince);
    const list = others.map((other) => integerIn(other, 'paymentId'));
    if (found.size >= mostKept) found.clear();
    found.set(equal, list);
    return list;
  });
  return [...new Set(lists.flat())];
}

const endedPage = `SELECT lives.paymentId, payeeHash, moneyHash, nameHash, referenceHash,
    other.isReleased = 1 AND (${isFailedAndDue} OR lives.state = 'rejected' AND ${isRejectedInDoubt})
      AND other.profileNumber IN (SELECT beside.profileNumber FROM profiles AS beside CROSS JOIN profiles AS own USING (environment)
        WHERE own.keyId = +? AND beside.removedAt IS NULL) AS isDoubtful
  FROM lives INDEXED BY livesInMotion CROSS JOIN paymentKeys AS other ON other.paymentId = lives.paymentId
  WHERE lives.state = ? AND lives.${isInMotion} AND lives.paymentId > +? ORDER BY lives.paymentId LIMIT +?`;

/** See PaymentStore. */
export function doubtfulPayouts(
  { connection }: Context,
  keyId: string,
  { decidedSince, state, after, limit }: Parameters<PaymentStore['doubtfulPayouts']>[1],
): ReturnType<PaymentStore['doubtfulPayouts']> {
  const rows = connection.all(endedPage, decidedSince, keyId, state, after, limit);
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    payouts: rows
      .filter((row) => row['isDoubtful'] === 1)
      .map((row) => ({
        paymentId: integerIn(row, 'paymentId'),
        payeeHash: integerIn(row, 'payeeHash'),
        moneyHash: integerIn(row, 'moneyHash'),
        nameHash: integerIn(row, 'nameHash'),
        referenceHash: integerIn(row, 'referenceHash'),
      })),
    next: last === undefined ? null : integerIn(last, 'paymentId'),
  };
}
