import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { work } from '../kit/in-child.ts';
import { bareBodies, openBarePool } from './bare-pool.ts';

/**
 * The least that keeps a limit: payouts at an even distance, none sooner than a second and the margin after the tenth before it left. Nothing
 * is stored, read or checked, and nothing waits for an answer.
 */

const inASecond = 10;
/** As Bursar's (main/gateway/rate/limiter.ts). */
const windowMs = 1015;
const connections = 64;

await work(z.object({ url: z.string(), rows: z.number() }), async ({ url, rows }) => {
  const bodies = bareBodies(rows);
  const pool = await openBarePool(url, connections);
  // The one for the token counts.
  const departures = [performance.now()];
  const answers: Promise<void>[] = [];
  for (const [index, body] of bodies.entries()) {
    const evenly = (departures.at(-1) ?? 0) + windowMs / inASecond;
    const strictly = (departures.at(-inASecond) ?? -Infinity) + windowMs;
    await sleep(Math.max(0, evenly - performance.now(), strictly - performance.now()));
    while (performance.now() < Math.max(evenly, strictly)) await sleep(1);
    departures.push(performance.now());
    answers.push(pool.post(`bench-${index + 1}`, body));
  }
  await Promise.all(answers);
  await pool.close();
  return { departures };
});
