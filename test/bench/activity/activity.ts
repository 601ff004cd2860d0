import { z } from 'zod';
import { runChild } from '../kit/children.ts';
import { inWords, milliseconds, type Figure } from '../kit/figure.ts';
import { benchFolder } from '../kit/bench-folder.ts';

const aimMs = 50;
const events = 1_000_000;

const Measured = z.array(
  z.object({ name: z.string(), p95: z.number(), median: z.number(), longestBlockMs: z.number() }),
);

/** Pages of the audit log with a million events, by what a person asks it for. */
export async function activity(): Promise<Figure[]> {
  const folder = benchFolder();
  const measured = await runChild('activity/read-activity.ts', { directory: folder, events }, Measured);
  const whole = measured[0]?.p95 ?? 0;
  return measured.map(({ name, p95, median, longestBlockMs }) => ({
    name: `A page of Activity at ${inWords(events)} events: ${name}`,
    measured: `p95 ${milliseconds(p95)}, p50 ${milliseconds(median)}, longest block ${milliseconds(longestBlockMs)}`,
    limit: `p95 ${milliseconds(whole)} for the newest page`,
    ratio: `${inWords(p95 / whole, 1)} ×`,
    aim: { words: `p95 of ${aimMs} ms`, isMet: p95 <= aimMs },
  }));
}
