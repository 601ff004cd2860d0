import type { FlowPayment } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { profileNumberOf } from '../profiles/profile-number.ts';
import { integerIn } from '../read-row.ts';
import { paymentOfFlow } from './flow-payments.ts';

/** See FlowStore. Dismissed notices are kept. */
export function changedSincePaid(
  context: Context,
  keyId: string,
  currencyCode: string,
  limit: number,
): FlowPayment[] {
  const rows = context.connection.all(
    `SELECT notices.paymentId, max(noticeNumber) AS lastNotice FROM notices
       CROSS JOIN flowPayments ON flowPayments.paymentId = notices.paymentId CROSS JOIN flows USING (flowNumber)
     WHERE notices.kind = 'statusChanged' AND flows.state = 'paid' AND profileNumber = +?
       AND (currencyCode = +? OR feeCurrencyCode = +?)
     GROUP BY notices.paymentId ORDER BY lastNotice DESC LIMIT +?`,
    profileNumberOf(context.connection, keyId),
    currencyCode,
    currencyCode,
    limit,
  );
  return rows.map((row) => paymentOfFlow(context, integerIn(row, 'paymentId')));
}
