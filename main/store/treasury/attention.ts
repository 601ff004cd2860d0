import { PaymentKind, troubledStates, unpaidStates } from '../../../contract/payments/payment.ts';
import type { TreasuryStore, Trouble } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { dismissNotices } from './notices.ts';
import { idsPerBatch, paymentIdsOf } from '../payments/payment-id.ts';
import { isInMotion, listOf } from '../payments/read-payment.ts';
import { choiceIn, integerIn, textIn, textOrNullIn, timeIn, type Row } from '../read-row.ts';

/** Those that the index `troubledCounts` covers. */
const troubled = listOf(troubledStates);
/** What was sent outside Bursar stays until a person decides about it, also where an older Bursar let it be dismissed. */
const dismissable = listOf(unpaidStates.filter((state) => state !== 'outside'));

/** Those of a payin or top-up, which is a batch of one. Failed ones are common: customers give up. */
const troubledIncoming = listOf(['unknown', 'conflict', 'outside']);
const incomingColumns = 'payments.kind AS paymentKind, payments.idPayment';
const joinIncoming = `LEFT JOIN payments ON batches.kind <> 'payout' AND payments.paymentId = batches.batchNumber * ${idsPerBatch} + 1`;

/** By batch, the newest first, payouts before payins and top-ups. */
const selectUnanswered = `SELECT batchId, name, fileName, batches.kind, ${incomingColumns}, waiting.count, acceptedAt
  FROM (SELECT paymentId / ${idsPerBatch} AS itsBatch, count(*) AS count, min(updatedAt) AS acceptedAt
      FROM lives INDEXED BY livesUnanswered
      WHERE state = 'accepted' AND problemCode = 'couldNotAskForLong' AND paymentId BETWEEN +? AND +?
      GROUP BY itsBatch) AS waiting
    CROSS JOIN batches ON batches.batchNumber = itsBatch CROSS JOIN profiles USING (profileNumber)
    ${joinIncoming}
  ORDER BY batches.kind = 'payout' DESC, batches.batchNumber DESC`;

function incomingIn(row: Row): Trouble['payment'] {
  const idPayment = textOrNullIn(row, 'idPayment');
  return idPayment === null ? null : { kind: choiceIn(row, 'paymentKind', PaymentKind.options), idPayment };
}

/** Drafts and payments that need a person. */
export function attentionMethods(context: Context) {
  const { connection, batchCache } = context;
  return {
    /** Drafts only: a person has dealt with the held rows of a released batch. */
    noteHeld(batchId, rows) {
      const batchNumber = batchCache.numberOf(batchId);
      if (batchNumber === null) return false;
      if (connection.integer('SELECT rows FROM heldDrafts WHERE batchNumber = +?', batchNumber) === rows)
        return false;
      const changes = connection.run(
        `INSERT INTO heldDrafts (batchNumber, rows) SELECT batchNumber, ? FROM batches WHERE batchNumber = +?
         ON CONFLICT (batchNumber) DO UPDATE SET rows = excluded.rows`,
        rows,
        batchNumber,
      );
      return changes > 0;
    },

    heldDrafts(limit) {
      const rows = connection.all(
        `SELECT batchId, name, fileName, coalesce(heldDrafts.rows, 0) AS held, (
           SELECT same.batchId FROM profiles AS its CROSS JOIN batches AS same INDEXED BY batchesOfContent
             ON same.profileNumber = its.profileNumber AND same.contentHash = draft.contentHash AND same.contentHash <> ''
           WHERE its.environment = profiles.environment AND same.releasedAt IS NOT NULL
           ORDER BY same.batchNumber DESC LIMIT 1) AS sameFileAs
         FROM batches AS draft INDEXED BY draftBatches JOIN profiles USING (profileNumber)
           LEFT JOIN heldDrafts USING (batchNumber)
         WHERE draft.state = 'draft' AND (held > 0 OR sameFileAs IS NOT NULL) ORDER BY draft.batchNumber DESC LIMIT +?`,
        limit,
      );
      return rows.map((row) => ({
        batchId: textIn(row, 'batchId'),
        profileName: textIn(row, 'name'),
        fileName: textIn(row, 'fileName'),
        rows: integerIn(row, 'held'),
        sameFileAs: textOrNullIn(row, 'sameFileAs'),
      }));
    },

    /** Reads `limit` counts of the index, dismissed or not. */
    troubles({ before, limit }) {
      const from = before ?? Number.MAX_SAFE_INTEGER;
      const last = connection.integerOrNull(
        `SELECT batchNumber FROM paymentCounts INDEXED BY troubledCounts
         WHERE count > 0 AND state IN ${troubled} AND batchNumber < +?
         ORDER BY batchNumber DESC LIMIT 1 OFFSET +?`,
        from,
        limit - 1,
      );
      const rows = connection.all(
        `SELECT batchId, name, fileName, ${incomingColumns}, counts.state, counts.count - coalesce(handled.count, 0) AS open,
           coalesce(handled.count, 0) AS handled
         FROM paymentCounts AS counts INDEXED BY troubledCounts
           CROSS JOIN batches ON batches.batchNumber = counts.batchNumber
           CROSS JOIN profiles ON profiles.profileNumber = batches.profileNumber
           LEFT JOIN handledCounts AS handled
             ON handled.batchNumber = counts.batchNumber AND handled.state = counts.state AND handled.state IN ${dismissable}
           ${joinIncoming}
         WHERE counts.count > 0 AND counts.state IN ${troubled}
           AND (batches.kind = 'payout' OR counts.state IN ${troubledIncoming}) AND counts.batchNumber < +? AND counts.batchNumber >= +?
           AND counts.count > coalesce(handled.count, 0) ORDER BY counts.batchNumber DESC`,
        from,
        last ?? 0,
      );
      const found = rows.map((row) => ({
        batchId: textIn(row, 'batchId'),
        profileName: textIn(row, 'name'),
        fileName: textIn(row, 'fileName'),
        payment: incomingIn(row),
        state: choiceIn(row, 'state', troubledStates),
        count: integerIn(row, 'open'),
        handled: integerIn(row, 'handled'),
      }));
      return { troubles: found, next: last };
    },

    countUnknown(batchId, { before, limit }) {
      const row = connection.get(
        `SELECT count(*) AS looked, coalesce(sum(updatedAt < +? OR isForAPerson), 0) AS old,
           coalesce(sum(isForAPerson), 0) AS forAPerson
         FROM (SELECT updatedAt, dueAt IS NULL OR problemCode IS 'couldNotAskForLong' AS isForAPerson FROM lives INDEXED BY livesInMotion
           WHERE state = 'unknown' AND ${isInMotion} AND paymentId BETWEEN +? AND +? LIMIT +?)`,
        before,
        ...paymentIdsOf(batchCache.numberOf(batchId)),
        limit,
      );
      if (row === undefined) return { looked: 0, old: 0, forAPerson: 0 };
      return {
        looked: integerIn(row, 'looked'),
        old: integerIn(row, 'old'),
        forAPerson: integerIn(row, 'forAPerson'),
      };
    },

    unanswered({ batchId, limit }) {
      const [first, last] =
        batchId === null ? [0, Number.MAX_SAFE_INTEGER] : paymentIdsOf(batchCache.numberOf(batchId));
      const rows = connection.all(`${selectUnanswered} LIMIT +?`, first, last, limit);
      return rows.map((row) => ({
        batchId: textIn(row, 'batchId'),
        profileName: textIn(row, 'name'),
        fileName: textIn(row, 'fileName'),
        payment: incomingIn(row),
        count: integerIn(row, 'count'),
        acceptedAt: timeIn(row, 'acceptedAt'),
      }));
    },

    unansweredBeyond(listed) {
      const rows = connection.all(
        `SELECT name, kind, sum(count) AS count, min(acceptedAt) AS acceptedAt
         FROM (${selectUnanswered} LIMIT -1 OFFSET +?) GROUP BY name, kind`,
        0,
        Number.MAX_SAFE_INTEGER,
        listed,
      );
      return rows.map((row) => ({
        profileName: textIn(row, 'name'),
        kind: choiceIn(row, 'kind', PaymentKind.options),
        count: integerIn(row, 'count'),
        acceptedAt: timeIn(row, 'acceptedAt'),
      }));
    },

    /**
     * These states are final, so a count says which payments were seen: all up to now, or the next ones after those handled before. `seenAt`
     * tells apart later ones, which are handled once they are retried.
     */
    dismiss(batchId, at, item = null) {
      dismissNotices(context, batchId, at, item);
      const kind = item?.kind ?? null;
      const count = item?.count ?? null;
      const handled = item?.upTo?.handled ?? null;
      connection.run(
        `INSERT INTO handledCounts (batchNumber, state, count, seenAt)
           SELECT batchNumber, state, coalesce(handled.count + ?, ?, counts.count), max(coalesce(handled.seenAt, -1), ?)
             FROM paymentCounts AS counts LEFT JOIN handledCounts AS handled USING (batchNumber, state)
           WHERE batchNumber = +? AND counts.count > 0 AND state IN ${dismissable} AND (+? IS NULL OR state = +?)
             AND counts.count >= coalesce(handled.count + ?, ?, 0) AND (+? IS NULL OR coalesce(handled.count, 0) = +?)
         ON CONFLICT (batchNumber, state) DO UPDATE SET count = excluded.count, seenAt = excluded.seenAt`,
        count,
        count,
        Math.min(at, item?.upTo?.at ?? at),
        batchCache.numberOf(batchId),
        kind,
        kind,
        count,
        count,
        handled,
        handled,
      );
    },
  } satisfies Partial<TreasuryStore>;
}
