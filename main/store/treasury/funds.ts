import { unresolvedStates } from '../../../contract/payments/payment.ts';
import type { TreasuryStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { memoryOf } from '../history/index.ts';
import { batchNumberOf } from '../payments/payment-id.ts';
import { isInMotion, readFee } from '../payments/read-payment.ts';
import { profileNumberOf } from '../profiles/profile-number.ts';
import { decimalIn, integerIn, textIn } from '../read-row.ts';

/** Fees of payouts, and amounts that will leave a balance. */
export function fundsMethods(context: Context) {
  const { connection } = context;
  return {
    /** The facets of the history have the payments of a method, currency and state in order of time. */
    paidFees(keyId, { paymentMethodCode, currencyCode }, limit) {
      const profileNumber = profileNumberOf(connection, keyId);
      const facet = Array.from(memoryOf(context).facets.all()).find(
        (each) =>
          each.profileNumber === profileNumber &&
          each.state === 'paid' &&
          each.currencyCode === currencyCode &&
          each.paymentMethodCode === paymentMethodCode,
      );
      if (facet === undefined) return [];
      const rows = connection.all(
        `SELECT amount, feeAmount, feeCurrencyCode
         FROM (SELECT paymentId FROM history INDEXED BY historyOfFacet WHERE facetNumber = +? ORDER BY paymentId DESC LIMIT +?) AS newest
           CROSS JOIN lives USING (paymentId) CROSS JOIN payments USING (paymentId)
         WHERE state = 'paid' AND feeAmount IS NOT NULL`,
        facet.facetNumber,
        limit,
      );
      return rows.flatMap((row) => {
        const fee = readFee(row);
        return fee === null ? [] : [{ amount: decimalIn(row, 'amount'), fee }];
      });
    },

    committedPayouts(keyId, { after, limit }) {
      const profileNumber = profileNumberOf(connection, keyId);
      const [state, paymentId] =
        after === null ? ([unresolvedStates[0], 0] as const) : ([after.state, after.paymentId] as const);
      const rows = connection.all(
        `SELECT paymentId, kind, profileNumber, amount, currencyCode, paymentMethodCode
         FROM lives INDEXED BY livesInMotion CROSS JOIN payments USING (paymentId)
         WHERE ${isInMotion} AND state = +? AND paymentId > +? ORDER BY paymentId LIMIT +?`,
        state,
        paymentId,
        limit,
      );
      const last = rows.at(-1);
      const nextState = unresolvedStates[unresolvedStates.indexOf(state) + 1];
      return {
        payouts: rows
          .filter((row) => row['kind'] === 'payout' && row['profileNumber'] === profileNumber)
          .map((row) => ({
            batchId: context.batchCache.ofBatch(batchNumberOf(integerIn(row, 'paymentId'))).batchId,
            amount: decimalIn(row, 'amount'),
            currencyCode: textIn(row, 'currencyCode'),
            paymentMethodCode: textIn(row, 'paymentMethodCode'),
          })),
        next:
          last !== undefined && rows.length === limit
            ? { state, paymentId: integerIn(last, 'paymentId') }
            : nextState === undefined
              ? null
              : { state: nextState, paymentId: 0 },
      };
    },
  } satisfies Partial<TreasuryStore>;
}
