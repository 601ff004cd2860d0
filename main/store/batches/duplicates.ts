import { isDoubtful, listOf } from '../payments/read-payment.ts';
import { deadStates } from '../../../contract/payments/life.ts';
import type { BatchStore, ComparedRow } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { idsPerBatch } from '../payments/payment-id.ts';
import { integerIn, integerOrNullIn, type Row } from '../read-row.ts';
import { rowRange } from './row-range.ts';

const isLive = `lives.state NOT IN ${listOf(deadStates)}`;

/** The source of the compared rows: their environment, what each retries, and its number. */
type Rows = {
  readonly environment: string;
  readonly retried: string;
  readonly rowNumber: string;
  readonly join: string;
};
/** Rows of a draft. */
const stored: Rows = {
  environment:
    'SELECT environment FROM batches CROSS JOIN profiles USING (profileNumber) WHERE batchNumber = +?',
  retried: 'SELECT retryOf FROM payments WHERE paymentId = row.paymentId AND retryOf IS NOT NULL',
  rowNumber: 'payments.rowNumber',
  join: 'CROSS JOIN payments ON payments.paymentId = row.paymentId',
};
/** Rows passed with the call. */
const given: Rows = {
  environment: 'SELECT environment FROM profiles WHERE keyId = +?',
  retried: 'SELECT row.retryOf WHERE row.retryOf IS NOT NULL',
  rowNumber: 'row.rowNumber',
  join: '',
};

/** Every payout for the same row, over all retries: up to the first of them, and down from there. */
const family = ({ retried }: Rows): string => `WITH RECURSIVE
  up (idPayment) AS (
    ${retried}
    UNION SELECT retry.retryOf FROM up CROSS JOIN payments AS retry INDEXED BY orderIds
      ON retry.idPayment = up.idPayment AND retry.kind = 'payout' AND retry.profileNumber = row.profileNumber
      WHERE retry.retryOf IS NOT NULL),
  family (idPayment) AS (
    SELECT idPayment FROM up
    UNION SELECT later.idPayment FROM family CROSS JOIN payments AS later INDEXED BY retries
      ON later.retryOf = family.idPayment AND later.retryOf IS NOT NULL AND later.profileNumber = row.profileNumber)
  SELECT 1 FROM family WHERE family.idPayment = (SELECT idPayment FROM payments WHERE paymentId = other.paymentId)`;
/**
 * The gateway may still pay a failed payout, may have paid one that a person marked as not accepted, and has paid a row that was retried
 * elsewhere, so rows are compared with these, unless the row is their retry.
 */
const mayBePaidYet = (rows: Rows): string => `${isDoubtful}
  AND NOT (other.profileNumber = row.profileNumber AND EXISTS (${family(rows)}))`;

/** An index of released payouts, and which of its entries are compared with a row. */
type Index = { readonly name: string; readonly where: string; readonly order?: string };

/** Whether this index finds anything for a row, in any state: most rows repeat nothing, and need no other search. */
const isAny = ({ name, where }: Index): string => `EXISTS (SELECT 1 FROM beside
  CROSS JOIN paymentKeys AS other INDEXED BY ${name}
    ON other.isReleased = 1 AND ${where} AND other.profileNumber = beside.profileNumber)`;

/** The latest released payout that this index finds for a row, in such a state: the latest of each profile, and of these the newest. */
const latest = (
  index: Index,
  state: string,
): string => `(SELECT max((SELECT other.paymentId FROM paymentKeys AS other INDEXED BY ${index.name}
    CROSS JOIN lives ON lives.paymentId = other.paymentId
  WHERE other.isReleased = 1 AND ${index.where} AND other.profileNumber = beside.profileNumber AND ${state}
  ORDER BY ${index.order ?? ''} other.paymentId DESC LIMIT 1)) FROM beside)`;

/** One that is active, otherwise one that failed. */
const best = (rows: Rows, index: Index): string =>
  `CASE WHEN ${isAny(index)} THEN coalesce(${latest(index, isLive)}, ${latest(index, mayBePaidYet(rows))}) END`;

/** Of the same payee and amount. */
export const sameMoney = {
  name: 'releasedMoney',
  where: `other.payeeHash = row.payeeHash AND other.moneyHash = row.moneyHash`,
};
/** Any payee with the row's name, its own too. */
export const sameName = {
  name: 'releasedNames',
  where: `row.nameHash <> 0 AND other.nameHash <> 0 AND other.nameHash = row.nameHash AND other.moneyHash = row.moneyHash`,
};
/** Payees before and after the row's own in index order, so SQLite reads none of the row's own payee. */
const otherPayee = (side: '<' | '>') => ({
  name: sameName.name,
  where: `${sameName.where} AND other.payeeHash ${side} row.payeeHash`,
  order: `other.payeeHash ${side === '<' ? 'DESC' : 'ASC'},`,
});
const sameReference = {
  name: 'releasedReferences',
  where: `row.referenceHash <> 0 AND other.referenceHash <> 0 AND other.payeeHash = row.payeeHash
    AND other.referenceHash = row.referenceHash`,
};
/** Of the same payee and reference. */
export const otherMoney = {
  ...sameReference,
  where: `${sameReference.where} AND other.moneyHash <> row.moneyHash`,
};
const isInWindow = `(SELECT releasedAt FROM batches WHERE batchNumber = other.paymentId / ${idsPerBatch}) >= +?`;
const samePayment = `CASE WHEN row.referenceHash = 0
  THEN ${latest({ ...sameMoney, where: `${sameMoney.where} AND other.referenceHash = 0` }, `${isLive} AND ${isInWindow}`)}
  ELSE ${latest({ ...sameReference, where: `${sameReference.where} AND other.moneyHash = row.moneyHash` }, `${isLive} AND ${isInWindow}`)} END`;
const greater = (left: string, right: string): string =>
  `nullif(max(coalesce(${left}, 0), coalesce(${right}, 0)), 0)`;

/**
 * Searches for the same payment only if the same amount was found, and once for rows that agree in what is compared: a payee may have thousands
 * of equal payouts that ended unpaid, which are read past.
 */
const select = (from: string, rows: Rows): string => `WITH beside AS MATERIALIZED (
    SELECT profileNumber FROM profiles WHERE environment = (${rows.environment})),
  compared AS MATERIALIZED (SELECT row.* FROM ${from}),
  live AS MATERIALIZED (
    SELECT payeeHash, moneyHash, ${latest(sameMoney, isLive)} AS paymentId
    FROM (SELECT DISTINCT payeeHash, moneyHash FROM compared) AS row WHERE ${isAny(sameMoney)}),
  money AS MATERIALIZED (
    SELECT row.*, CASE WHEN live.payeeHash IS NOT NULL
      THEN coalesce(live.paymentId, ${latest(sameMoney, mayBePaidYet(rows))}) END AS sameMoney
    FROM compared AS row LEFT JOIN live ON live.payeeHash = row.payeeHash AND live.moneyHash = row.moneyHash),
  same AS MATERIALIZED (
    SELECT payeeHash, moneyHash, referenceHash, ${samePayment} AS paymentId
    FROM (SELECT DISTINCT payeeHash, moneyHash, referenceHash FROM money WHERE sameMoney IS NOT NULL) AS row),
  exact AS MATERIALIZED (
    SELECT row.*, same.paymentId AS samePayment,
      (SELECT referenceHash FROM paymentKeys WHERE paymentId = row.sameMoney) = row.referenceHash AS isSameReference
    FROM money AS row LEFT JOIN same ON same.payeeHash = row.payeeHash AND same.moneyHash = row.moneyHash
      AND same.referenceHash = row.referenceHash)
  SELECT row.paymentId, row.payeeHash, row.moneyHash, row.nameHash, row.referenceHash, row.sameMoney, row.samePayment,
    coalesce(row.isSameReference, 0) AS isSameReference, ${rows.rowNumber},
    CASE WHEN ${isAny(sameName)} THEN coalesce(
      ${greater(latest(otherPayee('<'), isLive), latest(otherPayee('>'), isLive))},
      ${greater(latest(otherPayee('<'), mayBePaidYet(rows)), latest(otherPayee('>'), mayBePaidYet(rows)))}) END AS sameName,
    CASE WHEN row.samePayment IS NULL THEN ${best(rows, otherMoney)} END AS sameReference
  FROM exact AS row ${rows.join}
  ORDER BY row.paymentId`;
const selectStored = select('paymentKeys AS row WHERE row.paymentId BETWEEN +? AND +?', stored);
const selectGiven = select(
  `(SELECT key AS paymentId, profileNumber, value ->> 0 AS rowNumber, value ->> 1 AS retryOf,
     value ->> 2 AS payeeHash, value ->> 3 AS moneyHash, value ->> 4 AS nameHash, value ->> 5 AS referenceHash
   FROM json_each(?) CROSS JOIN profiles WHERE keyId = +?) AS row`,
  given,
);

/** The same of rows that repeat nothing. */
const selectUncompared = `SELECT row.paymentId, row.payeeHash, row.moneyHash, row.nameHash, row.referenceHash, NULL AS sameMoney,
    NULL AS samePayment, 0 AS isSameReference, ${stored.rowNumber}, NULL AS sameName, NULL AS sameReference
  FROM paymentKeys AS row ${stored.join}
  WHERE row.paymentId BETWEEN +? AND +? ORDER BY row.paymentId`;

/** Finds released payouts that a row may repeat. */
export function duplicateMethods(context: Context) {
  return {
    compareRows(batchId, sinceMs, page) {
      const range = rowRange(context, batchId, page);
      if (range === null) return { rows: [], next: null };
      const { batchNumber, first, last, next } = range;
      const rows =
        sinceMs === null
          ? context.connection.all(selectUncompared, first, last)
          : context.connection.all(selectStored, batchNumber, first, last, sinceMs, sinceMs);
      return { rows: rows.map(readCompared), next };
    },

    compareGiven(keyId, sinceMs, rows) {
      const values = rows.map(({ rowNumber, retryOf, keys }) => {
        const { payeeHash, moneyHash, nameHash, referenceHash } = keys;
        return [rowNumber, retryOf, payeeHash, moneyHash, nameHash, referenceHash];
      });
      return context.connection
        .all(selectGiven, keyId, JSON.stringify(values), keyId, sinceMs, sinceMs)
        .map(readCompared);
    },
  } satisfies Partial<BatchStore>;
}

function readCompared(row: Row): ComparedRow {
  return {
    paymentId: integerIn(row, 'paymentId'),
    rowNumber: integerIn(row, 'rowNumber'),
    payeeHash: integerIn(row, 'payeeHash'),
    moneyHash: integerIn(row, 'moneyHash'),
    nameHash: integerIn(row, 'nameHash'),
    referenceHash: integerIn(row, 'referenceHash'),
    samePayment: integerOrNullIn(row, 'samePayment'),
    sameMoney: integerOrNullIn(row, 'sameMoney'),
    isSameReference: integerIn(row, 'isSameReference') === 1,
    sameName: integerOrNullIn(row, 'sameName'),
    sameReference: integerOrNullIn(row, 'sameReference'),
  };
}
