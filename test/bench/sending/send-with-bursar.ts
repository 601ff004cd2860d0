import { subscribe } from 'node:diagnostics_channel';
import { z } from 'zod';
import { work } from '../kit/in-child.ts';
import { openBursar } from '../kit/open-bursar.ts';
import { makeRows, toCsv } from '../kit/rows.ts';

/** Imports, releases and sends a batch; what is timed is the sending, `batches.run` until all are sent. */

const Input = z.object({
  url: z.string(),
  rows: z.number(),
  /** As the program has them when left out. */
  requestsPerSecond: z.number().nullable().optional(),
  /** Payouts under way at once; tracking is switched off with it. */
  atOnce: z.number().optional(),
  notesDepartures: z.boolean(),
});

/** Told by undici as it hands a request to the socket. */
const Sent = z.object({ request: z.object({ path: z.string() }) });

await work(Input, async ({ url, rows, requestsPerSecond, atOnce, notesDepartures }) => {
  const departures: number[] = [];
  if (notesDepartures)
    subscribe('undici:client:sendHeaders', (message) => {
      if (!Sent.parse(message).request.path.startsWith('/!sandbox/')) departures.push(performance.now());
    });
  const bursar = await openBursar(url, {
    ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
    ...(atOnce === undefined ? {} : { limits: { submissions: atOnce, polls: 0 } }),
  });
  const bytes = toCsv(makeRows(rows, false));
  const { batch } = await bursar.call('batches.import', { fileName: 'bench.csv', bytes });
  const { batchId, rowsHash } = batch;
  await bursar.call('batches.release', { batchId, rowsHash });
  const startedAt = performance.now();
  const { outcome } = await bursar.call('batches.run', {
    batchIds: [batchId],
    until: 'sent',
    silenceLimitMs: 60_000,
  });
  const durationMs = performance.now() - startedAt;
  const { byState } = await bursar.call('batches.summary', { batchId });
  const { accepted = 0, paid = 0 } = byState;
  if (outcome !== 'done' || accepted + paid !== rows)
    throw new Error(`${outcome}, and of ${rows} payouts ${JSON.stringify(byState)}`);
  await bursar.end();
  return { durationMs, departures };
});
