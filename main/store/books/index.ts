import type { ReportedMoney } from '../../../contract/money/money.ts';
import { Environment } from '../../../contract/profile.ts';
import type { BookStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { chainHead } from '../audit/chain-head.ts';
import { profileNumberOf } from '../profiles/profile-number.ts';
import {
  choiceIn,
  dayIn,
  decimalIn,
  integerIn,
  integerOrNullIn,
  named,
  textIn,
  textOrNullIn,
  timeIn,
} from '../read-row.ts';
import { lostBooks } from './lost-books.ts';
import { paymentOfFlow } from '../flows/flow-payments.ts';

/** Implements BookStore. */
export function bookStore(context: Context): BookStore {
  const { connection } = context;
  /** Exports of which a later one has payments. Only this process can save what it began, since it alone has the data folder. */
  const overtaken = new Set<number>();
  return {
    beginBooks({ from, until, environment, keyId }, at) {
      return connection.insert('bookExports', {
        fromDay: from,
        untilDay: until,
        madeAt: at,
        environment,
        profileNumber: keyId === null ? null : profileNumberOf(connection, keyId),
      });
    },

    bookedOf(paymentIds) {
      const rows = connection.all(
        `SELECT paymentId FROM json_each(+?) AS wanted CROSS JOIN bookedPayments ON paymentId = wanted.value
           CROSS JOIN bookExports USING (exportNumber) WHERE keptAt IS NOT NULL`,
        JSON.stringify(paymentIds),
      );
      return new Set(rows.map((row) => integerIn(row, 'paymentId')));
    },

    bookedFeesOf(paymentIds) {
      const rows = connection.all(
        `SELECT paymentId, currencyCode, amount FROM json_each(+?) AS wanted CROSS JOIN bookedFees ON paymentId = wanted.value
           CROSS JOIN bookExports USING (exportNumber) WHERE keptAt IS NOT NULL`,
        JSON.stringify(paymentIds),
      );
      const fees = new Map<number, ReportedMoney[]>();
      for (const row of rows) {
        const paymentId = integerIn(row, 'paymentId');
        const fee = { currencyCode: textIn(row, 'currencyCode'), amount: decimalIn(row, 'amount') };
        fees.set(paymentId, [...(fees.get(paymentId) ?? []), fee]);
      }
      return fees;
    },

    addBooked(exportNumber, payments) {
      if (overtaken.has(exportNumber)) return false;
      return connection.transaction(() => {
        for (const other of othersHaving(context, exportNumber, payments)) overtaken.add(other);
        connection.run(
          `INSERT INTO bookedPayments (paymentId, exportNumber) SELECT value, +? FROM json_each(+?) WHERE true
           ON CONFLICT (paymentId) DO UPDATE SET exportNumber = excluded.exportNumber
           WHERE (SELECT keptAt FROM bookExports WHERE bookExports.exportNumber = bookedPayments.exportNumber) IS NULL`,
          exportNumber,
          JSON.stringify(payments.map(({ paymentId }) => paymentId)),
        );
        for (const { paymentId, fees, report } of payments) {
          for (const { currencyCode, amount } of fees)
            connection.insert('bookedFees', { paymentId, exportNumber, currencyCode, amount });
          if (report !== null) connection.insert('bookedReports', { paymentId, exportNumber, report });
        }
        return true;
      });
    },

    saveBooks(exportNumber, at) {
      if (overtaken.has(exportNumber)) return 'overtaken';
      const changed = connection.run(
        'UPDATE bookExports SET keptAt = ? WHERE exportNumber = +? AND keptAt IS NULL',
        at,
        exportNumber,
      );
      const head = changed === 0 ? null : chainHead(connection);
      // This is not an event, so the mark outside the database is written here.
      if (head !== null) connection.whenAppended?.(head);
      return changed === 1 ? 'saved' : 'known';
    },

    reportedSincePaid: (keyId, after, limit) => reportedSincePaid(context, keyId, after, limit),

    lostBooks: () => lostBooks({ connection }),

    countBooks(exportNumber, { payments, lines }) {
      connection.run(
        'UPDATE bookExports SET payments = ?, lines = ? WHERE exportNumber = +?',
        payments,
        lines,
        exportNumber,
      );
    },

    firstBookedDay(keyId) {
      return connection.integerOrNull(
        `SELECT min(fromDay) AS day FROM bookExports WHERE ${keptOfProfile}`,
        keyId,
      );
    },

    bookExportEnvironment(exportNumber) {
      const row = connection.get(
        'SELECT environment FROM bookExports WHERE exportNumber = +? AND environment IS NOT NULL',
        exportNumber,
      );
      return row === undefined ? null : choiceIn(row, 'environment', Environment.options);
    },

    keptBooks(keyId, limit) {
      const rows = connection.all(
        `SELECT exportNumber, fromDay, untilDay, keptAt, payments, lines,
           (SELECT name FROM profiles WHERE profiles.profileNumber = bookExports.profileNumber) AS profileName
         FROM bookExports WHERE ${keptOfProfile} ORDER BY exportNumber DESC LIMIT +?`,
        keyId,
        limit,
      );
      return context.leftOut.readable(rows, (row) =>
        named(
          () => `export ${String(row['exportNumber'])} of the books`,
          () => ({
            exportNumber: integerIn(row, 'exportNumber'),
            profileName: textOrNullIn(row, 'profileName'),
            from: dayIn(row, 'fromDay'),
            until: dayIn(row, 'untilDay'),
            keptAt: timeIn(row, 'keptAt'),
            payments: integerOrNullIn(row, 'payments'),
            lines: integerOrNullIn(row, 'lines'),
          }),
        ),
      );
    },
  } satisfies BookStore;
}

/** Every other export with one of these payments whose file was not saved: if it were, the payment would be in two files. */
function othersHaving(
  { connection }: Context,
  exportNumber: number,
  payments: readonly { readonly paymentId: number }[],
): number[] {
  const having = ['bookedPayments', 'bookedFees', 'bookedReports'].map(
    (table) => `SELECT exportNumber FROM wanted CROSS JOIN ${table} USING (paymentId)`,
  );
  return connection
    .all(
      `WITH wanted AS (SELECT value AS paymentId FROM json_each(+?))
       SELECT exportNumber FROM (${having.join(' UNION ')}) CROSS JOIN bookExports USING (exportNumber)
       WHERE keptAt IS NULL AND exportNumber <> +?`,
      JSON.stringify(payments.map(({ paymentId }) => paymentId)),
      exportNumber,
    )
    .map((row) => integerIn(row, 'exportNumber'));
}

/** Exports of a profile, or of all profiles of its environment; for an earlier version this may be unknown. */
const keptOfProfile = `keptAt IS NOT NULL AND EXISTS (SELECT 1 FROM profiles WHERE keyId = +?
  AND (bookExports.profileNumber IS NULL OR bookExports.profileNumber = profiles.profileNumber)
  AND (bookExports.environment IS NULL OR bookExports.environment = profiles.environment))`;

/** See BookStore. Dismissed notices are kept. */
function reportedSincePaid(
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
