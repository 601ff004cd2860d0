import { problemColumns } from './read-problem.ts';
import type { PaymentStore } from '../../core/ports/index.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { inLedger } from '../audit/ledger.ts';
import { batchNumberOf, idsPerBatch } from './payment-id.ts';
import { isInMotion, isPolledOften, hasRecheckedState, paymentOf } from './read-payment.ts';
import { integerIn } from '../read-row.ts';
import { splitBatches } from './single-row-batches.ts';

type Due = { readonly paymentId: number; readonly dueAt: number };

/** Reads only the index of `awaited`, `accepted` and `unknown` payments that have a `dueAt`. */
const dueOfBatch = `SELECT paymentId, dueAt FROM lives INDEXED BY livesThatAreDue
  WHERE paymentId / ${idsPerBatch} = +? AND dueAt IS NOT NULL AND ${isPolledOften} AND dueAt <= +? ORDER BY dueAt LIMIT +?`;

const lookedAtOnce = 500;
const dueSingleRows = `SELECT paymentId, dueAt FROM lives INDEXED BY firstLivesThatAreDue
  WHERE dueAt IS NOT NULL AND ${isPolledOften} AND paymentId % ${idsPerBatch} = 1 AND dueAt <= +? AND (dueAt, paymentId) > (?, ?)
  ORDER BY dueAt, paymentId LIMIT ${lookedAtOnce}`;

/** A profile that is not removed, and whose key is on this computer or named with each call. */
const canBeAsked = 'removedAt IS NULL AND prepareOnlySince IS NULL';
const isRecheckOf = `dueAt IS NOT NULL AND ${hasRecheckedState} AND recheckProfile =`;

/** When payments are polled. */
export function dueMethods(context: Context) {
  const { connection, batchCache } = context;
  return {
    duePayments(batchIds, now, limit, except) {
      const found = firstDue(context, batchIds, now, limit, except);
      if (found.length < limit)
        found.push(...rechecksDue(context, batchIds, now, limit - found.length, except));
      return found.map(({ paymentId }) => paymentOf(context, paymentId));
    },

    nextRecheckAt(environment, after) {
      return connection.integerOrNull(
        `SELECT min((SELECT min(dueAt) FROM lives INDEXED BY rechecks WHERE ${isRecheckOf} profiles.profileNumber AND dueAt > +?)) AS dueAt
         FROM profiles WHERE ${canBeAsked} AND environment = coalesce(?, environment)`,
        after,
        environment,
      );
    },

    pullDueTimes(batchIds, now, { pollMs, awaitedMs, recheckMs }) {
      connection.transaction(() => {
        for (const batchId of batchIds)
          connection.run(
            `UPDATE lives INDEXED BY livesThatAreDue SET dueAt = ?
             WHERE paymentId / ${idsPerBatch} = +? AND dueAt IS NOT NULL AND ${isPolledOften}
               AND dueAt > +? AND (state <> 'awaited' OR dueAt > +?)`,
            now,
            batchCache.numberOf(batchId),
            now + pollMs,
            now + awaitedMs,
          );
        connection.run(
          `UPDATE lives INDEXED BY rechecks SET dueAt = ?
           WHERE dueAt IS NOT NULL AND ${hasRecheckedState} AND recheckProfile IN (SELECT profileNumber FROM profiles) AND dueAt > +?`,
          now,
          now + recheckMs,
        );
      });
    },

    nextDueAt(batchIds, except) {
      return firstDue(context, batchIds, Number.MAX_SAFE_INTEGER, 1, except)[0]?.dueAt ?? null;
    },

    interruptSending(limit, at, batchIds = null) {
      const left = sendingOf(context, batchIds).slice(0, limit);
      if (left.length === 0) return 0;
      return inLedger(context, at, (ledger) => {
        for (const paymentId of left) {
          connection.run(
            `UPDATE lives SET state = 'unknown', dueAt = ?, polls = 0, problemCode = ?, problemParameters = ?, problemMessage = NULL, updatedAt = ?
             WHERE paymentId = +?`,
            at,
            ...problemColumns({ code: 'interrupted' }),
            at,
            paymentId,
          );
          ledger.paymentChanged(paymentId, 'sending', 'unknown', {
            cause: { code: 'interrupted' },
          });
        }
        return left.length;
      });
    },
  } satisfies Partial<PaymentStore>;
}

/** Payments of these batches (null: of all) in `sending`; never more than there are requests in flight. */
function sendingOf({ connection, batchCache }: Context, batchIds: readonly string[] | null): number[] {
  const rows = connection.all(
    `SELECT paymentId FROM lives INDEXED BY livesInMotion
     WHERE state = 'sending' AND ${isInMotion} ORDER BY paymentId`,
  );
  const found = rows.map((row) => integerIn(row, 'paymentId'));
  if (batchIds === null || found.length === 0) return found;
  const batches = new Set(batchIds.map((batchId) => batchCache.numberOf(batchId)));
  return found.filter((paymentId) => batches.has(batchNumberOf(paymentId)));
}

function rechecksDue(
  context: Context,
  batchIds: readonly string[],
  now: number,
  limit: number,
  except: ReadonlySet<number>,
): Due[] {
  const batches = new Set(batchIds.map((batchId) => context.batchCache.numberOf(batchId)));
  return firstRechecks(context, now)
    .filter(({ paymentId }) => batches.has(batchNumberOf(paymentId)) && !except.has(paymentId))
    .slice(0, limit);
}

/**
 * Payments that failed, are in conflict or were marked as not accepted, and are due to be polled again, in order of time: the first of each profile, so that none waits for a profile that
 * cannot be asked; the next call returns further ones. Those of a removed or prepare-only profile keep their due time: they are due again
 * once it is added again with a key.
 */
export function firstRechecks({ connection }: Context, now: number): Due[] {
  return connection
    .all(`SELECT profileNumber FROM profiles WHERE ${canBeAsked}`)
    .flatMap((row) =>
      connection.all(
        `SELECT paymentId, dueAt FROM lives INDEXED BY rechecks WHERE ${isRecheckOf} +? AND dueAt <= +? ORDER BY dueAt LIMIT ${lookedAtOnce}`,
        integerIn(row, 'profileNumber'),
        now,
      ),
    )
    .map((row) => ({ paymentId: integerIn(row, 'paymentId'), dueAt: integerIn(row, 'dueAt') }))
    .toSorted((left, right) => left.dueAt - right.dueAt);
}

function firstDue(
  { connection, batchCache }: Context,
  batchIds: readonly string[],
  now: number,
  limit: number,
  except: ReadonlySet<number>,
): Due[] {
  const { each, singleRow } = splitBatches({ batchCache }, batchIds);
  const found = dueOfSingleRows(connection, singleRow, now, limit, except);
  for (const batchId of each) {
    const rows = connection.all(dueOfBatch, batchCache.numberOf(batchId), now, limit + except.size);
    for (const row of rows) {
      const paymentId = integerIn(row, 'paymentId');
      if (!except.has(paymentId)) found.push({ paymentId, dueAt: integerIn(row, 'dueAt') });
    }
  }
  return found.toSorted((left, right) => left.dueAt - right.dueAt).slice(0, limit);
}

/** The first due of many single-row batches, found by time rather than batch by batch. */
function dueOfSingleRows(
  connection: Connection,
  singleRow: ReadonlySet<number>,
  now: number,
  limit: number,
  except: ReadonlySet<number>,
): Due[] {
  const found: Due[] = [];
  if (singleRow.size === 0) return found;
  let place: Due = { dueAt: Number.MIN_SAFE_INTEGER, paymentId: 0 };
  for (;;) {
    const rows = connection.all(dueSingleRows, now, place.dueAt, place.paymentId);
    for (const row of rows) {
      place = { paymentId: integerIn(row, 'paymentId'), dueAt: integerIn(row, 'dueAt') };
      if (!singleRow.has(batchNumberOf(place.paymentId)) || except.has(place.paymentId)) continue;
      found.push(place);
      if (found.length === limit) return found;
    }
    if (rows.length < lookedAtOnce) return found;
  }
}
