import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import type { AuditFilter } from '../../../contract/audit.ts';
import type { OperationOutput } from '../../../contract/operations.ts';
import type { Result } from '../../../contract/result.ts';
import { compose } from '../../../main/compose.ts';
import { fillHistory } from '../history/history-folder.ts';
import { work } from '../kit/in-child.ts';
import { median, percentile } from '../kit/figure.ts';

const payouts = 20_000;
const rounds = 30;
const pagesEach = 3;
const eventsOnAPage = 100;
const firstAt = Date.UTC(2024, 0, 1);

/** What a person asks the log for. */
const questions: Readonly<Record<string, (round: number) => Partial<AuditFilter>>> = {
  'newest first': () => ({}),
  'by a person who did little': () => ({ person: 'Ada Byron' }),
  'by people': () => ({ byPeople: true }),
  'by a rare kind': () => ({ kinds: ['released'] }),
  'by a frequent kind': () => ({ kinds: ['asked'] }),
  'by a kind that does not occur': () => ({ kinds: ['restored'] }),
  'by subject': () => ({ entities: ['settings'] }),
  'by batch': () => ({ batchId: 'bench0' }),
  'by day': (round) => ({
    from: new Date(firstAt + round * 86_400_000).toISOString(),
    until: new Date(firstAt + (round + 1) * 86_400_000).toISOString(),
  }),
  'by day and kind': (round) => ({
    kinds: ['answered'],
    from: new Date(firstAt + round * 86_400_000).toISOString(),
    until: new Date(firstAt + (round + 1) * 86_400_000).toISOString(),
  }),
};

await work(z.object({ directory: z.string(), events: z.number() }), async ({ directory, events }) => {
  const data = path.join(directory, 'data');
  fillHistory(data, payouts);
  fillLog(data, events);
  const composed = await compose({ directory: data, keyFile: null, isThrowAway: true });
  if (!composed.ok) throw new Error(composed.error.message);
  const found = [];
  for (const [name, question] of Object.entries(questions))
    found.push(await measure(composed.value, name, question));
  await composed.value.close();
  return found;
});

/** Events as they are recorded, their hashes aside: nothing here verifies them. */
function fillLog(directory: string, events: number): void {
  const database = new Sqlite(path.join(directory, 'bursar.sqlite'));
  const minuteMs = 60_000;
  database.exec(`BEGIN;
    CREATE TEMP TABLE ids AS SELECT paymentId, row_number() OVER (ORDER BY paymentId) AS place FROM payments;
    CREATE INDEX temp.places ON ids (place);
    INSERT INTO events (sequence, at, entity, entityId, fromState, toState, cause, detail, facts, hash, actor)
    WITH RECURSIVE numbers (number) AS (
      SELECT coalesce((SELECT max(sequence) FROM events), 0) + 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${events}
    )
    SELECT number, ${firstAt} + number * ${minuteMs},
      CASE WHEN number % 1000 = 0 THEN 'settings' WHEN number % 500 = 1 THEN 'batch' ELSE 'payment' END,
      CASE WHEN number % 1000 = 0 THEN 1 WHEN number % 500 = 1 THEN 1
        ELSE (SELECT paymentId FROM ids WHERE place = number % ${payouts} + 1) END,
      CASE WHEN number % 1000 = 0 THEN NULL ELSE 'accepted' END, CASE WHEN number % 1000 = 0 THEN NULL ELSE 'accepted' END,
      CASE WHEN number % 1000 = 0 THEN '{"code":"settingChanged","name":"density"}'
        WHEN number % 500 = 1 THEN '{"code":"released"}'
        WHEN number % 3 = 0 THEN '{"code":"sent"}'
        WHEN number % 3 = 1 THEN '{"code":"answered","status":201}' ELSE '{"code":"asked","status":200}' END,
      NULL, NULL, randomblob(32),
      CASE WHEN number % 50000 = 1 THEN '{"user":"ada","name":"Ada Byron"}'
        WHEN number % 500 < 2 THEN '{"user":"otto","name":"Otto"}' END
    FROM numbers;
    COMMIT;`);
  database.close();
}

type Bursar = Extract<Awaited<ReturnType<typeof compose>>, { ok: true }>['value'];

async function measure(
  bursar: Bursar,
  name: string,
  question: (round: number) => Partial<AuditFilter>,
): Promise<{ name: string; p95: number; median: number; longestBlockMs: number }> {
  const { signal } = new AbortController();
  const times: number[] = [];
  let longestBlockMs = 0;
  let tickedAt = performance.now();
  const ticking = setInterval(() => {
    const now = performance.now();
    longestBlockMs = Math.max(longestBlockMs, now - tickedAt - 1);
    tickedAt = now;
  }, 1);
  for (let round = 0; round < rounds; round += 1) {
    let before: number | null = null;
    for (let turned = 0; turned < pagesEach; turned += 1) {
      const startedAt = performance.now();
      const result: Result<OperationOutput<'audit.list'>> = await bursar.dispatch(
        'audit.list',
        { ...question(round), before, limit: eventsOnAPage },
        { signal, confirm: () => Promise.resolve(false) },
      );
      times.push(performance.now() - startedAt);
      if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
      before = result.value.next;
      if (before === null) break;
    }
  }
  clearInterval(ticking);
  return { name, p95: percentile(times, 95), median: median(times), longestBlockMs };
}
