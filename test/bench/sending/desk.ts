import { z } from 'zod';
import { runChild, startServer } from '../kit/children.ts';
import { withCsvFile } from '../kit/csv-file.ts';
import { makeRows } from '../kit/rows.ts';
import { blockFigure, inWords, median, type Figure } from '../kit/figure.ts';
import { Watched } from '../kit/watch.ts';

const Life = z.object({
  steps: z.object({ open: Watched, prepare: Watched, sending: Watched }),
  sent: z.number(),
});
type Life = z.infer<typeof Life>;

const rows = 100_000;
const rounds = 3;
const sendingMs = 15_000;

async function liveOnce(file: string, requestsPerSecond: number | null | undefined): Promise<Life> {
  const server = await startServer('kit/sandbox-server.ts', {
    requestsPerSecond: requestsPerSecond === undefined ? 10 : requestsPerSecond,
    settleMs: 1000,
    notesArrivals: false,
  });
  try {
    return await runChild(
      'sending/desk-life.ts',
      { url: server.url, rows, file, sendingMs, requestsPerSecond },
      Life,
    );
  } finally {
    await server.stop();
  }
}

/** The longest time for which a window would not answer while it prepares a sheet and a release of it runs in the background. */
export function blockingOfADesk(): Promise<Figure[]> {
  return withCsvFile(makeRows(rows, true), async (file) => {
    const limited: Life[] = [];
    const unlimited: Life[] = [];
    for (let round = 0; round < rounds; round += 1) {
      limited.push(await liveOnce(file, undefined));
      unlimited.push(await liveOnce(file, null));
    }
    const all = [...limited, ...unlimited];
    const sent = (lives: readonly Life[]): string => inWords(median(lives.map((life) => life.sent)));
    return [
      blockFigure(
        `opening a sheet, ${inWords(rows)} rows`,
        all.map(({ steps }) => steps.open),
      ),
      blockFigure(
        `making its batch, ${inWords(rows)} rows`,
        all.map(({ steps }) => steps.prepare),
      ),
      blockFigure(
        `releasing ${inWords(rows)} rows and sending them in the background, at the gateway's rate: ${sent(limited)} of them`,
        limited.map(({ steps }) => steps.sending),
      ),
      blockFigure(
        `releasing ${inWords(rows)} rows and sending them in the background, with no limit: ${sent(unlimited)} of them`,
        unlimited.map(({ steps }) => steps.sending),
      ),
    ];
  });
}
