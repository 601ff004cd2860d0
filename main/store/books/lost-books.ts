import type { UnknownExports } from '../../../contract/treasury/books.ts';
import type { Context } from '../context.ts';
import { integerIn, integerOrNullIn, timeIn } from '../read-row.ts';

/** The number of the last export that was saved or is known to be lost; 0 if there is none. */
export function lastBooks({ connection }: Pick<Context, 'connection'>): number {
  const rows = connection.all(
    `SELECT * FROM (SELECT exportNumber AS number FROM bookExports WHERE keptAt IS NOT NULL ORDER BY exportNumber DESC LIMIT 1)
     UNION ALL SELECT max(lastNumber) FROM lostBooks`,
  );
  return Math.max(0, ...rows.map((row) => integerOrNullIn(row, 'number') ?? 0));
}

/** When the export with this number was saved; null if these records have none. */
export function booksSavedAt(
  { connection }: Pick<Context, 'connection'>,
  exportNumber: number,
): number | null {
  return connection.integerOrNull('SELECT keptAt FROM bookExports WHERE exportNumber = +?', exportNumber);
}

/** Whether exports may have been saved of which nothing shows how many. */
export function mayLackBooks({ connection }: Pick<Context, 'connection'>): boolean {
  return connection.get('SELECT 1 FROM lostBooks WHERE lastNumber IS NULL') !== undefined;
}

/**
 * What is known outside the database: the number of the last saved export (null: unknown), the numbers under which these records have other
 * exports than a copy of them, and whether others may be missing that nothing shows.
 */
export type BooksOutside = {
  readonly last: number | null;
  readonly others: readonly number[];
  readonly mayLack: boolean;
};

/**
 * Records saved exports that these older records do not know: up to `last`, and possibly others if that is unknown, or was when earlier
 * records were restored. The next export gets a new number. Returns what was recorded.
 */
export function noteLostBooks(
  context: Pick<Context, 'connection'>,
  { last, others, mayLack }: BooksOutside,
  at: number,
): UnknownExports | null {
  const { connection } = context;
  const known = lastBooks(context);
  const until = Math.max(known, last ?? known);
  const isOpen = last === null || (mayLack && !mayLackBooks(context));
  const noted = lostBooks(context);
  const lostToo = [...new Set(others)].filter((number) => !noted.some(({ first }) => first === number));
  if (until === known && !isOpen && lostToo.length === 0) return null;
  const note = (first: number, end: number | null): unknown =>
    connection.insert('lostBooks', { noticedAt: at, firstNumber: first, lastNumber: end });
  connection.transaction(() => {
    for (const number of lostToo) note(number, number);
    if (until > known) note(known + 1, until);
    if (isOpen) note(until + 1, null);
    if (until === known) return;
    const moved = connection.run(
      `UPDATE sqlite_sequence SET seq = max(seq, +?) WHERE name = 'bookExports'`,
      until,
    );
    if (moved === 0)
      connection.run(`INSERT INTO sqlite_sequence (name, seq) VALUES ('bookExports', ?)`, until);
  });
  return { first: Math.min(known + 1, ...lostToo), last: isOpen ? null : until };
}

/** See BookStore. */
export function lostBooks({ connection }: Pick<Context, 'connection'>): (UnknownExports & { at: number })[] {
  return connection
    .all('SELECT noticedAt, firstNumber, lastNumber FROM lostBooks ORDER BY noticedAt')
    .map((row) => ({
      at: timeIn(row, 'noticedAt'),
      first: integerIn(row, 'firstNumber'),
      last: integerOrNullIn(row, 'lastNumber'),
    }));
}
