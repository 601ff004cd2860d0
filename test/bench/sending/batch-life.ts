import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { work } from '../kit/in-child.ts';
import { openBursar } from '../kit/open-bursar.ts';
import { watch } from '../kit/watch.ts';

/** A batch from the file to its release, and reading it, with an eye on memory and on the event loop at each step. */

const page = 1000;

await work(z.object({ url: z.string(), rows: z.number(), file: z.string() }), async ({ url, rows, file }) => {
  const bytes = readFileSync(file);
  const bursar = await openBursar(url);
  const before = memory();
  const imported = await watch(() => bursar.call('batches.import', { fileName: 'bench.csv', bytes }));
  const after = memory();
  const { batchId, rowsHash } = imported.value.batch;
  const show = await watch(() => bursar.call('batches.show', { batchId }));
  const list = await watch(async () => {
    let next: string | null = null;
    let read = 0;
    do {
      const listed: { payouts: unknown[]; next: string | null } = await bursar.call('payouts.list', {
        filter: { batchId },
        after: next,
        limit: page,
      });
      ({ next } = listed);
      read += listed.payouts.length;
    } while (next !== null);
    if (read !== rows) throw new Error(`${read} payouts were listed`);
  });
  const release = await watch(() => bursar.call('batches.release', { batchId, rowsHash }));
  if (release.value.byState.queued !== rows) throw new Error('not every row was queued');
  await bursar.end();
  return {
    before,
    after,
    steps: { import: imported.watched, show: show.watched, list: list.watched, release: release.watched },
  };
});

/** After collecting what is garbage. */
function memory(): { rss: number; heap: number } {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heap: heapUsed };
}
