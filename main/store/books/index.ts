import type { BookStore } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { integerIn, integerOrNullIn } from '../read-row.ts';

/** Implements BookStore. */
export function bookStore({ connection }: Context): BookStore {
  return {
    beginBooks({ from, until }, at) {
      return connection.transaction(() => {
        connection.run(
          'INSERT INTO bookExports (fromDay, untilDay, madeAt) VALUES (?, ?, ?)',
          from,
          until,
          at,
        );
        const row = connection.get('SELECT last_insert_rowid() AS exportNumber');
        return row === undefined ? 0 : integerIn(row, 'exportNumber');
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

    addBooked(exportNumber, paymentIds) {
      connection.transaction(() => {
        connection.run(
          `INSERT INTO bookedPayments (paymentId, exportNumber) SELECT value, +? FROM json_each(+?) WHERE true
           ON CONFLICT (paymentId) DO UPDATE SET exportNumber = excluded.exportNumber
           WHERE (SELECT keptAt FROM bookExports WHERE bookExports.exportNumber = bookedPayments.exportNumber) IS NULL`,
          exportNumber,
          JSON.stringify(paymentIds),
        );
      });
    },

    keepBooks(exportNumber, at) {
      return (
        connection.run(
          'UPDATE bookExports SET keptAt = ? WHERE exportNumber = +? AND keptAt IS NULL',
          at,
          exportNumber,
        ) === 1
      );
    },

    firstBookedDay() {
      const row = connection.get('SELECT min(fromDay) AS day FROM bookExports WHERE keptAt IS NOT NULL');
      return row === undefined ? null : integerOrNullIn(row, 'day');
    },
  } satisfies BookStore;
}
