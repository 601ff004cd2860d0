import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { work } from '../kit/in-child.ts';
import { openBursar } from '../kit/open-bursar.ts';
import { watch } from '../kit/watch.ts';

/** What a window has the main process do: a sheet is opened and becomes a batch, which is released and sent by the background runner. */

const Input = z.object({
  url: z.string(),
  rows: z.number(),
  file: z.string(),
  sendingMs: z.number(),
  /** As the program has them when left out; null: none. */
  requestsPerSecond: z.number().nullable().optional(),
});
/** As often as a window that shows a release asks how far it is, or more. */
const lookEveryMs = 500;

await work(Input, async ({ url, rows, file, sendingMs, requestsPerSecond }) => {
  const bytes = readFileSync(file);
  const bursar = await openBursar(url, requestsPerSecond === undefined ? {} : { requestsPerSecond });
  await bursar.call('runner.start', {});
  const opened = await watch(() =>
    bursar.call('sheets.open', { source: { kind: 'file', fileName: 'bench.csv', bytes } }),
  );
  if (opened.value.kind !== 'opened') throw new Error(`the sheet asks for ${opened.value.kind}`);
  const { sheetId } = opened.value.sheet;
  const prepared = await watch(() => bursar.call('sheets.prepare', { sheetId }));
  const { batchId } = prepared.value;
  const { rowsHash } = await bursar.call('batches.summary', { batchId });
  const sending = await watch(async () => {
    await bursar.call('batches.release', { batchId, rowsHash });
    const endAt = performance.now() + sendingMs;
    while (performance.now() < endAt) {
      await sleep(lookEveryMs);
      await bursar.call('batches.summary', { batchId });
    }
  });
  const { byState } = await bursar.call('batches.summary', { batchId });
  const sent = rows - (byState.queued ?? 0);
  if (sent === 0) throw new Error('nothing was sent');
  await bursar.call('runner.stop', {});
  await bursar.end();
  return { steps: { open: opened.watched, prepare: prepared.watched, sending: sending.watched }, sent };
});
