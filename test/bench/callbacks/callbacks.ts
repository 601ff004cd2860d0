import { z } from 'zod';
import { runChild, startServer } from '../kit/children.ts';
import { inWords, megabytes, milliseconds, percentile, type Figure } from '../kit/figure.ts';
import { makeRows } from '../kit/rows.ts';
import { Flood } from './flood.ts';
import { Watched } from '../kit/watch.ts';

const Outcome = z.object({
  paid: z.number(),
  flood: Flood,
  callsMs: z.array(z.number()),
  quietCallsMs: z.array(z.number()),
  watched: Watched,
  quietWatched: Watched,
  rssBefore: z.number(),
  rssAfter: z.number(),
  asks: z.number(),
  recorded: z.number(),
});

const perSecond = 5000;
const seconds = 10;
const rows = 150;
/** What a person feels as late. */
const callAimMs = 50;
const growthAimBytes = 200 * 1024 * 1024;

/**
 * A flood at the listener for callbacks, from a process of its own, while a release goes on within the gateway's limit, the gateway calls
 * back for each of its payouts, and a page asks for the batches ten times a second.
 */
export async function floodOfCallbacks(): Promise<Figure[]> {
  const server = await startServer('kit/sandbox-server.ts', {
    requestsPerSecond: 10,
    settleMs: 500,
    notesArrivals: false,
  });
  try {
    const outcome = await runChild(
      'callbacks/under-flood.ts',
      { url: server.url, rows, perSecond, seconds },
      Outcome,
    );
    const { right, payouts } = await compareBook(server.url);
    const { tooManyRequests } = await server.report(z.object({ tooManyRequests: z.number() }));
    const { flood, watched, callsMs, quietCallsMs } = outcome;
    const rate = (flood.requests * 1000) / flood.durationMs;
    const answers = Object.entries(flood.answers)
      .map(([status, count]) => `${inWords(count)} × ${status}`)
      .join(', ');
    const p95 = percentile(callsMs, 95);
    const growth = watched.peakRss - outcome.rssBefore;
    const isRight = right === rows && payouts === rows && outcome.paid === rows;
    return [
      {
        name: `Flood of callbacks for ${seconds} s: requests answered`,
        measured: `${inWords(rate)}/s (${answers}; ${inWords(flood.broken)} connections closed)`,
        limit: `${inWords(perSecond)}/s were sent`,
        ratio: `${inWords(outcome.asks)} questions to the gateway, ${inWords(outcome.recorded)} deliveries kept`,
        aim: { words: `${inWords(perSecond)}/s`, isMet: rate >= perSecond * 0.98 },
      },
      {
        name: 'Flood of callbacks: a page asks for the batches',
        measured: `p95 ${milliseconds(p95)}, slowest ${milliseconds(Math.max(...callsMs))}, of ${callsMs.length}`,
        limit: `p95 ${milliseconds(percentile(quietCallsMs, 95))} without the flood`,
        ratio: `${inWords(p95 / callAimMs, 2)} of ${callAimMs} ms`,
        aim: { words: `p95 of ${callAimMs} ms`, isMet: p95 <= callAimMs },
      },
      {
        name: 'Flood of callbacks: longest block of the event loop',
        measured: `${milliseconds(watched.longestBlockMs)} (at ${milliseconds(watched.longestBlockAtMs)})`,
        limit: `${milliseconds(outcome.quietWatched.longestBlockMs)} without the flood`,
        ratio: `${inWords(watched.longestBlockMs / callAimMs, 2)} of ${callAimMs} ms`,
        aim: { words: `${callAimMs} ms`, isMet: watched.longestBlockMs <= callAimMs },
      },
      {
        name: 'Flood of callbacks: memory',
        measured: `${megabytes(watched.peakRss)} at most, ${megabytes(outcome.rssAfter)} after`,
        limit: `${megabytes(outcome.rssBefore)} before`,
        ratio: `${megabytes(growth)} more`,
        aim: { words: `at most ${megabytes(growthAimBytes)} more`, isMet: growth <= growthAimBytes },
      },
      {
        name: `Flood of callbacks: payouts of the release right in the gateway’s book`,
        measured: `${right} of ${rows}, each once with its exact amount; ${outcome.paid} known as paid here`,
        limit: `${rows} released`,
        ratio: `${tooManyRequests} times 429`,
        aim: { words: 'all', isMet: isRight },
      },
    ];
  } finally {
    await server.stop();
  }
}

const Book = z.object({
  payments: z.array(
    z.object({
      id: z.string(),
      amount: z.string(),
      currencyCode: z.string(),
      status: z.string(),
      acceptedCount: z.number(),
    }),
  ),
});

/** How many payouts the gateway has, and how many of the release it has once, paid, with the amount of their row. */
async function compareBook(url: string): Promise<{ right: number; payouts: number }> {
  const { payments } = Book.parse(await (await fetch(`${url}/!sandbox/book?limit=1000`)).json());
  const entries = new Map(payments.map((entry) => [Number(entry.id.split('-').at(-1)), entry]));
  const right = makeRows(rows, false).filter(({ amount, currencyCode }, index) => {
    const entry = entries.get(index + 1);
    return (
      entry?.acceptedCount === 1 &&
      entry.status === 'SUCCESS' &&
      entry.amount === amount &&
      entry.currencyCode === currencyCode
    );
  });
  return { right: right.length, payouts: payments.length };
}
