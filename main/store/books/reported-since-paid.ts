import type { BookStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { paymentOfFlow } from '../flows/flow-payments.ts';
import { profileNumberOf } from '../profiles/profile-number.ts';
import { integerIn, textOrNullIn } from '../read-row.ts';

/** See BookStore. Dismissed notices are kept. */
export function reportedSincePaid(
  context: Context,
  keyId: string,
  after: number,
  limit: number,
): ReturnType<BookStore['reportedSincePaid']> {
  const rows = context.connection.all(
    `SELECT DISTINCT notices.paymentId, (SELECT report FROM bookedReports CROSS JOIN bookExports USING (exportNumber)
         WHERE bookedReports.paymentId = notices.paymentId AND keptAt IS NOT NULL
         ORDER BY exportNumber DESC LIMIT 1) AS noted
     FROM notices CROSS JOIN flowPayments ON flowPayments.paymentId = notices.paymentId CROSS JOIN flows USING (flowNumber)
     WHERE notices.kind = 'statusChanged' AND notices.paymentId > +? AND flows.state = 'paid' AND profileNumber = +?
     ORDER BY notices.paymentId LIMIT +?`,
    after,
    profileNumberOf(context.connection, keyId),
    limit,
  );
  return rows.map((row) => ({
    payment: paymentOfFlow(context, integerIn(row, 'paymentId')),
    noted: textOrNullIn(row, 'noted') ?? '',
  }));
}
