import { z } from 'zod';
import { runChild, startServer } from '../kit/children.ts';
import { withCsvFile } from '../kit/csv-file.ts';
import { makeRows } from '../kit/rows.ts';
import { blockFigure, inWords, megabytes, times, type Figure } from '../kit/figure.ts';
import { Watched } from '../kit/watch.ts';

const Memory = z.object({ rss: z.number(), heap: z.number() });
const Life = z.object({
  before: Memory,
  after: Memory,
  steps: z.object({ import: Watched, show: Watched, list: Watched, release: Watched }),
});
type Life = z.infer<typeof Life>;
type Step = keyof Life['steps'];

const rows = 100_000;
const rounds = 3;
const stepWords: Readonly<Record<Step, string>> = {
  import: 'importing',
  show: 'batches.show',
  list: 'payouts.list to its end, 1,000 a page',
  release: 'releasing',
};
const steps = ['import', 'show', 'list', 'release'] as const;

function liveOnce(): Promise<Life> {
  return withCsvFile(makeRows(rows, false), liveWith);
}

async function liveWith(file: string): Promise<Life> {
  const server = await startServer('kit/sandbox-server.ts', {
    requestsPerSecond: 10,
    settleMs: 1000,
    notesArrivals: false,
  });
  try {
    return await runChild('sending/batch-life.ts', { url: server.url, rows, file }, Life);
  } finally {
    await server.stop();
  }
}

/** Memory of a process that imports a big batch and then reads it. */
export async function memory(): Promise<Figure[]> {
  const { before, after, steps: seen } = await liveOnce();
  const limit = `${megabytes(before.rss)} resident, ${megabytes(before.heap)} heap before, with the file at hand`;
  const figure = (name: string, rss: number, heap: number): Figure => ({
    name: `Memory at ${inWords(rows)} rows: ${name}`,
    measured: `${megabytes(rss)} resident, ${megabytes(heap)} heap`,
    limit,
    ratio: times(rss / before.rss),
    aim: null,
  });
  return [
    ...(['import', 'show', 'list'] as const).map((step) =>
      figure(`most while ${stepWords[step]}`, seen[step].peakRss, seen[step].peakHeap),
    ),
    figure('after importing, garbage collected', after.rss, after.heap),
  ];
}

/** The longest time for which a window of the desktop application would not answer. */
export async function blockingOfABatch(): Promise<Figure[]> {
  const lives: Life[] = [];
  for (let round = 0; round < rounds; round += 1) lives.push(await liveOnce());
  return steps.map((step) =>
    blockFigure(
      `${stepWords[step]}, ${inWords(rows)} rows`,
      lives.map((life) => life.steps[step]),
    ),
  );
}
