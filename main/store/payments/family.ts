import type { FamilyMember } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { integerIn, stateIn, textIn, textOrNullIn } from '../read-row.ts';

/** Every payout of a profile for the same row: up to the first of them, and down from there. */
const family = `WITH RECURSIVE
  up (idPayment, retryOf) AS (
    SELECT idPayment, retryOf FROM payments INDEXED BY orderIds
      WHERE idPayment = +? AND kind = 'payout' AND payments.profileNumber = +?
    UNION SELECT earlier.idPayment, earlier.retryOf FROM up
      CROSS JOIN payments AS earlier INDEXED BY orderIds
        ON earlier.idPayment = up.retryOf AND earlier.kind = 'payout' AND earlier.profileNumber = +?),
  family (idPayment) AS (
    SELECT idPayment FROM up
    UNION SELECT later.idPayment FROM family
      CROSS JOIN payments AS later INDEXED BY retries
        ON later.retryOf = family.idPayment AND later.retryOf IS NOT NULL AND later.profileNumber = +?)
  SELECT payments.paymentId, family.idPayment, batchId, payments.retryOf, coalesce(lives.state, 'draft') AS state FROM family
    CROSS JOIN payments INDEXED BY orderIds
      ON payments.idPayment = family.idPayment AND payments.kind = 'payout' AND payments.profileNumber = +?
    JOIN batches USING (batchNumber) LEFT JOIN lives USING (paymentId)
  WHERE batches.state <> 'importing' ORDER BY payments.paymentId`;

/** See Store. */
export function familyOf({ connection }: Context, keyId: string, idPayment: string): FamilyMember[] {
  const profile = connection.get('SELECT profileNumber FROM profiles WHERE keyId = +?', keyId);
  if (profile === undefined) return [];
  const profileNumber = integerIn(profile, 'profileNumber');
  return connection
    .all(family, idPayment, profileNumber, profileNumber, profileNumber, profileNumber)
    .map((row) => ({
      paymentId: integerIn(row, 'paymentId'),
      idPayment: textIn(row, 'idPayment'),
      batchId: textIn(row, 'batchId'),
      retryOf: textOrNullIn(row, 'retryOf'),
      state: stateIn(row, 'state'),
    }));
}
