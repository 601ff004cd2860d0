import type { NeededColumn, RejectedPayout, RulesStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { integerIn, textIn, type Row } from '../read-row.ts';
import { batchNumberOf, paymentIdsOf } from '../payments/payment-id.ts';
import { profileNumberOfKey } from '../profiles/profile-number.ts';
import { isInMotion } from '../payments/read-payment.ts';

const columns = [
  'accountName',
  'accountNumber',
  'paymentOperatorCode',
  'emailAddress',
] as const satisfies readonly NeededColumn[];

/** Implements RulesStore. */
export function rulesStore({ connection }: Context): RulesStore {
  return {
    /** The answer is that of the last attempt, which is the one that rejected it. */
    rejectedPayouts(keyId, { before, since, limit }) {
      const rows = connection.all(
        `SELECT lives.paymentId, updatedAt, ${columns.join(', ')}, paymentMethodCode,
       kind = 'payout' AND keyId = +? AS isSought,
       coalesce((SELECT answer FROM attempts WHERE attempts.paymentId = lives.paymentId AND status IN (400, 406)
         ORDER BY number DESC LIMIT 1), '') AS answer
     FROM lives INDEXED BY livesInMotion CROSS JOIN payments USING (paymentId)
       JOIN profiles USING (profileNumber)
     WHERE state = 'rejected' AND ${isInMotion} AND lives.paymentId < +? ORDER BY lives.paymentId DESC LIMIT +?`,
        keyId,
        before ?? Number.MAX_SAFE_INTEGER,
        limit,
      );
      const rejected: RejectedPayout[] = [];
      for (const row of rows) {
        const rejectedAt = integerIn(row, 'updatedAt');
        const empty = columns.filter((column) => textIn(row, column) === '');
        const answer = textIn(row, 'answer');
        if (integerIn(row, 'isSought') === 0 || rejectedAt < since || empty.length === 0 || answer === '')
          continue;
        rejected.push({ ...placeOf(row), ...methodOf(row), empty, rejectedAt, answer });
      }
      const last = rows.at(-1);
      const isEnd = last === undefined || rows.length < limit || integerIn(last, 'updatedAt') < since;
      return { rejected, next: isEnd ? null : integerIn(last, 'paymentId') };
    },

    acceptedWithout(keyId, { paymentMethodCode, paymentOperatorCode, column }, { after, limit }) {
      const row = connection.get(
        `SELECT count(*) AS looked, max(paymentId) AS last, coalesce(sum(isLike), 0) AS found FROM (
       SELECT payments.paymentId, kind = 'payout' AND paymentMethodCode = +? AND paymentOperatorCode = +? AND ${column} = ''
         AND profileNumber = ${profileNumberOfKey}
         AND (SELECT state FROM lives WHERE lives.paymentId = payments.paymentId) IN ('accepted', 'paid') AS isLike
       FROM payments WHERE payments.paymentId > +? ORDER BY payments.paymentId LIMIT +?)`,
        paymentMethodCode,
        paymentOperatorCode,
        keyId,
        after,
        limit,
      );
      if (row === undefined) return { isFound: false, next: null };
      const isFound = integerIn(row, 'found') > 0;
      return { isFound, next: integerIn(row, 'looked') < limit ? null : integerIn(row, 'last') };
    },
  };
}

function placeOf(row: Row): Pick<RejectedPayout, 'paymentId' | 'beforeBatch'> {
  const paymentId = integerIn(row, 'paymentId');
  return { paymentId, beforeBatch: paymentIdsOf(batchNumberOf(paymentId))[0] };
}

function methodOf(row: Row): Pick<RejectedPayout, 'paymentMethodCode' | 'paymentOperatorCode'> {
  return {
    paymentMethodCode: textIn(row, 'paymentMethodCode'),
    paymentOperatorCode: textIn(row, 'paymentOperatorCode'),
  };
}
