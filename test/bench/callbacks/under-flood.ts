import { z } from 'zod';
import { runChild } from '../kit/children.ts';
import { Flood } from './flood.ts';
import { work } from '../kit/in-child.ts';
import { openBursar, type BenchedBursar } from '../kit/open-bursar.ts';
import { makeRows, toCsv } from '../kit/rows.ts';
import { beginWatching } from '../kit/watch.ts';

/** A release that goes on while a flood of callbacks comes in, and a page that is used meanwhile. */

const Input = z.object({ url: z.string(), rows: z.number(), perSecond: z.number(), seconds: z.number() });

/** For so long the page is used before the flood begins. */
const quietMs = 4000;
const callEveryMs = 100;

await work(Input, async ({ url, rows, perSecond, seconds }) => {
  const bursar = await openBursar(url);
  const { profiles } = await bursar.call('callbacks.listen', { host: '127.0.0.1', port: 0 });
  const address = profiles[0]?.address ?? '';
  await bursar.call('profiles.edit', { name: 'bench', newName: 'bench', callbackUrl: address });
  const bytes = toCsv(makeRows(rows, false));
  const { batch } = await bursar.call('batches.import', { fileName: 'bench.csv', bytes });
  const { batchId, rowsHash } = batch;
  await bursar.call('batches.release', { batchId, rowsHash });
  await bursar.call('runner.start', {});
  const quietly = beginWatching();
  const quiet = beginUsing(bursar);
  await new Promise((resolve) => setTimeout(resolve, quietMs));
  const quietCallsMs = await quiet.end();
  const quietWatched = quietly.end();
  globalThis.gc?.();
  const rssBefore = process.memoryUsage().rss;
  const asksBefore = await asksOf(url);
  const idEntities = Array.from({ length: rows }, (_, index) => `${batchId}-${index + 1}`);
  const flooding = runChild(
    'callbacks/flood-callbacks.ts',
    { address, idEntities, perSecond, seconds },
    Flood,
  );
  // Beginning a process takes this one a while; that is no part of the flood.
  await new Promise((resolve) => setImmediate(resolve));
  const watching = beginWatching();
  const using = beginUsing(bursar);
  const flood = await flooding;
  const callsMs = await using.end();
  const watched = watching.end();
  const asks = (await asksOf(url)) - asksBefore;
  const recorded = (await bursar.call('callbacks.deliveries', { limit: 1000 })).length;
  let paid = 0;
  while (paid < rows) {
    await new Promise((resolve) => setTimeout(resolve, callEveryMs));
    paid = (await bursar.call('batches.summary', { batchId })).byState.paid ?? 0;
  }
  globalThis.gc?.();
  const rssAfter = process.memoryUsage().rss;
  await bursar.end();
  return { paid, flood, callsMs, quietCallsMs, watched, quietWatched, rssBefore, rssAfter, asks, recorded };
});

/** Asks for the batches as a page does, ten times a second; each time is counted from when it was due. */
function beginUsing(bursar: BenchedBursar): { end(): Promise<number[]> } {
  const callsMs: number[] = [];
  const calls: Promise<void>[] = [];
  let dueAt = performance.now() + callEveryMs;
  let timer = setTimeout(ask, callEveryMs);
  const askOnce = async (startedAt: number): Promise<void> => {
    await bursar.call('batches.list', { limit: 50 });
    callsMs.push(performance.now() - startedAt);
  };
  function ask(): void {
    const startedAt = dueAt;
    dueAt += callEveryMs;
    timer = setTimeout(ask, Math.max(0, dueAt - performance.now()));
    calls.push(askOnce(startedAt));
  }
  return {
    end: async () => {
      clearTimeout(timer);
      await Promise.all(calls);
      return callsMs;
    },
  };
}

/** How many requests reached the sandbox. */
async function asksOf(url: string): Promise<number> {
  const answer = await fetch(`${url}/!sandbox/statistics`);
  return z.object({ requests: z.number() }).parse(await answer.json()).requests;
}
