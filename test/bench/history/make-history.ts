import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { matchOf } from '../../../main/store/history/search-text.ts';
import { percentile } from '../kit/figure.ts';
import { fillHistory, openHistory } from './history-folder.ts';
import { historyQueries, payoutsOnAPage, queryRounds } from './history-queries.ts';
import { work } from '../kit/in-child.ts';

/** Makes a data folder with a history of this many payouts, and its index; prints how long that takes, and bare searches in it. */
await work(z.object({ directory: z.string(), rows: z.number() }), async ({ directory, rows }) => {
  fillHistory(directory, rows);
  return { index: indexAll(directory), bareSearchMs: searchBare(directory) };
});

function indexAll(directory: string): { durationMs: number; p95: number; longestPieceMs: number } {
  const store = openHistory(directory);
  const pieces: number[] = [];
  const startedAt = performance.now();
  for (let isDone = false; !isDone;) {
    const pieceAt = performance.now();
    isDone = store.indexHistory() && store.mergeHistory();
    pieces.push(performance.now() - pieceAt);
  }
  const durationMs = performance.now() - startedAt;
  store.close();
  return { durationMs, p95: percentile(pieces, 95), longestPieceMs: Math.max(...pieces) };
}

/** By the name of a query with a search: the p95 of asking SQLite's text indexes alone for the payments of one page, newest first. */
function searchBare(directory: string): Record<string, number> {
  const database = new Sqlite(path.join(directory, 'bursar.sqlite'), { readonly: true });
  const tables = z
    .array(z.object({ shelfNumber: z.number() }))
    .parse(database.prepare('SELECT shelfNumber FROM historyShelves ORDER BY shelfNumber DESC').all());
  const statements = tables.map(({ shelfNumber }) => {
    const table = `historyText${shelfNumber}`;
    return database.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?`);
  });
  const page = (match: string): void => {
    let wanted = payoutsOnAPage;
    for (const statement of statements) {
      wanted -= statement.all(match, wanted).length;
      if (wanted === 0) return;
    }
  };
  const found: Record<string, number> = {};
  for (const [name, queryOf] of Object.entries(historyQueries)) {
    const times: number[] = [];
    for (let round = 0; round < queryRounds; round += 1) {
      const match = matchOf(queryOf(round).filter?.search?.toLowerCase() ?? '');
      if (match === null) break;
      const startedAt = performance.now();
      page(match);
      times.push(performance.now() - startedAt);
    }
    if (times.length > 0) found[name] = percentile(times, 95);
  }
  database.close();
  return found;
}
