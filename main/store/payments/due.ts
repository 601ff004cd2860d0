import type { StoredPayment } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { inLedger } from './ledger.ts';
import { batchNumberOf } from './payment-id.ts';
import { isInMotion, paymentOf } from './read-payment.ts';
import { integerIn } from '../read-row.ts';
import { sortedOut } from './single-row-batches.ts';

type Due = { readonly paymentId: number; readonly dueAt: number };

/** Only `awaited`, `accepted` and `unknown` payments have a `dueAt`, so the index of those that have one is all that is read. */
const dueOfBatch = `SELECT paymentId, dueAt FROM lives INDEXED BY livesThatAreDue
  WHERE paymentId / 2097152 = +? AND dueAt IS NOT NULL AND dueAt <= +? ORDER BY dueAt LIMIT ?`;

export function duePayments(
  context: Context,
  batchIds: readonly string[],
  now: number,
  limit: number,
  except: ReadonlySet<number>,
): StoredPayment[] {
  return firstDue(context, batchIds, now, limit, except).map(({ paymentId }) =>
    paymentOf(context, paymentId),
  );
}

export function nextDueAt(
  context: Context,
  batchIds: readonly string[],
  except: ReadonlySet<number>,
): number | null {
  return firstDue(context, batchIds, Number.MAX_SAFE_INTEGER, 1, except)[0]?.dueAt ?? null;
}

function firstDue(
  { connection, facts }: Context,
  batchIds: readonly string[],
  now: number,
  limit: number,
  except: ReadonlySet<number>,
): Due[] {
  const { each, singles } = sortedOut({ facts }, batchIds);
  const found = dueOfSingles(connection, singles, now, limit, except);
  for (const batchId of each) {
    const rows = connection.all(dueOfBatch, facts.numberOf(batchId), now, limit + except.size);
    for (const row of rows) {
      const paymentId = integerIn(row, 'paymentId');
      if (!except.has(paymentId)) found.push({ paymentId, dueAt: integerIn(row, 'dueAt') });
    }
  }
  return found.toSorted((left, right) => left.dueAt - right.dueAt).slice(0, limit);
}

const lookedAtOnce = 500;
const dueSingles = `SELECT paymentId, dueAt FROM lives INDEXED BY firstLivesThatAreDue
  WHERE dueAt IS NOT NULL AND paymentId % 2097152 = 1 AND dueAt <= +? AND (dueAt, paymentId) > (?, ?)
  ORDER BY dueAt, paymentId LIMIT ${lookedAtOnce}`;

/** The first due of many batches of one, found by their time rather than batch by batch. */
function dueOfSingles(
  connection: Context['connection'],
  singles: ReadonlySet<number>,
  now: number,
  limit: number,
  except: ReadonlySet<number>,
): Due[] {
  const found: Due[] = [];
  if (singles.size === 0) return found;
  let place: Due = { dueAt: Number.MIN_SAFE_INTEGER, paymentId: 0 };
  for (;;) {
    const rows = connection.all(dueSingles, now, place.dueAt, place.paymentId);
    for (const row of rows) {
      place = { paymentId: integerIn(row, 'paymentId'), dueAt: integerIn(row, 'dueAt') };
      if (!singles.has(batchNumberOf(place.paymentId)) || except.has(place.paymentId)) continue;
      found.push(place);
      if (found.length === limit) return found;
    }
    if (rows.length < lookedAtOnce) return found;
  }
}

const interrupted = {
  code: 'interrupted',
  message: 'Bursar ended while this payment was being sent, so it asks the gateway whether it arrived.',
};

/** See Store. */
export function interruptSending({ connection }: Context, limit: number, at: number): number {
  return inLedger(connection, at, (ledger) => {
    const rows = connection.all(
      `SELECT paymentId FROM lives INDEXED BY livesInMotion
       WHERE state = 'sending' AND ${isInMotion} ORDER BY paymentId LIMIT ?`,
      limit,
    );
    for (const row of rows) {
      const paymentId = integerIn(row, 'paymentId');
      connection.run(
        `UPDATE lives SET state = 'unknown', dueAt = ?, polls = 0, problemCode = ?, problemMessage = ?, updatedAt = ?
         WHERE paymentId = +?`,
        at,
        interrupted.code,
        interrupted.message,
        at,
        paymentId,
      );
      ledger.paymentChanged(paymentId, 'sending', 'unknown', { cause: 'restart', detail: null });
    }
    return rows.length;
  });
}
