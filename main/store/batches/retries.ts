import type { LiveRetry } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { integerIn, stateIn, textIn } from '../read-row.ts';

/**
 * Every payout of a profile that repairs the same one, however often it was repaired: up to the first of them, and down from there.
 */
const living = `WITH RECURSIVE
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
  SELECT family.idPayment, coalesce(lives.state, 'draft') AS state FROM family
    CROSS JOIN payments INDEXED BY orderIds
      ON payments.idPayment = family.idPayment AND payments.kind = 'payout' AND payments.profileNumber = +?
    JOIN batches USING (batchNumber) LEFT JOIN lives USING (paymentId)
  WHERE batches.state <> 'importing' AND coalesce(lives.state, 'draft') NOT IN ('failed', 'rejected', 'cancelled')
  LIMIT 1`;

/** See Store. */
export function liveRetries(context: Context, keyId: string, idPayments: readonly string[]): LiveRetry[] {
  const profileNumber = profileNumberOf(context, keyId);
  if (profileNumber === null) return [];
  return idPayments.flatMap((idPayment) => {
    const row = context.connection.get(
      living,
      idPayment,
      profileNumber,
      profileNumber,
      profileNumber,
      profileNumber,
    );
    return row === undefined
      ? []
      : [{ idPayment, by: textIn(row, 'idPayment'), state: stateIn(row, 'state') }];
  });
}

function profileNumberOf({ connection }: Context, keyId: string): number | null {
  const row = connection.get('SELECT profileNumber FROM profiles WHERE keyId = +?', keyId);
  return row === undefined ? null : integerIn(row, 'profileNumber');
}
