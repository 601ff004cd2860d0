import type { UnknownExports } from '../../../contract/treasury/books.ts';
import type { Context } from '../context.ts';
import { integerIn, integerOrNullIn } from '../read-row.ts';

/** The number of the last export that was saved or is known to be lost; 0 if there is none. */
export function lastBooks({ connection }: Pick<Context, 'connection'>): number {
  const rows = connection.all(
    `SELECT * FROM (SELECT exportNumber AS number FROM bookExports WHERE keptAt IS NOT NULL ORDER BY exportNumber DESC LIMIT 1)
     UNION ALL SELECT max(lastNumber) FROM lostBooks`,
  );
  return Math.max(0, ...rows.map((row) => integerOrNullIn(row, 'number') ?? 0));
}

/**
 * Records saved exports that these older records do not know: up to `last`, or, if that is unknown too, possibly some. The next
 * export gets a new number. Returns what was recorded.
 */
export function noteLostBooks(
  context: Pick<Context, 'connection'>,
  last: number | null,
  at: number,
): UnknownExports | null {
  const { connection } = context;
  const known = lastBooks(context);
  if (last !== null && last <= known) return null;
  connection.transaction(() => {
    connection.run(
      'INSERT INTO lostBooks (noticedAt, firstNumber, lastNumber) VALUES (?, ?, ?)',
      at,
      known + 1,
      last,
    );
    if (last === null) return;
    const moved = connection.run(
      `UPDATE sqlite_sequence SET seq = max(seq, +?) WHERE name = 'bookExports'`,
      last,
    );
    if (moved === 0)
      connection.run(`INSERT INTO sqlite_sequence (name, seq) VALUES ('bookExports', ?)`, last);
  });
  return { first: known + 1, last };
}

/** See BookStore. */
export function lostBooks({ connection }: Pick<Context, 'connection'>): (UnknownExports & { at: number })[] {
  return connection
    .all('SELECT noticedAt, firstNumber, lastNumber FROM lostBooks ORDER BY noticedAt')
    .map((row) => ({
      at: integerIn(row, 'noticedAt'),
      first: integerIn(row, 'firstNumber'),
      last: integerOrNullIn(row, 'lastNumber'),
    }));
}
