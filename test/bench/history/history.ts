import type { Page } from 'playwright-core';
import { callAddress, wireType } from '../../../contract/window/bridge.ts';
import { browserProgram, launchBrowser } from '../../browser/kit/launch.ts';
import { aMillionPayouts, historyRows, servePage } from './a-million-payouts.ts';
import { inWords, median, milliseconds, percentile, type Figure } from '../kit/figure.ts';
import { historyQueries, payoutsOnAPage, queryRounds, type HistoryQuery } from './history-queries.ts';
import { Watched } from '../kit/watch.ts';

const aimMs = 50;
/** What no store call may block the process for. */
const blockMs = 10;
const pagesEach = 3;

/** Pages of a history of a million payouts as the browser's fetch has them, through the whole stack, and what its index costs. */
export async function history(): Promise<Figure[]> {
  const { index, bareSearchMs } = await aMillionPayouts();
  const figures: Figure[] = [
    {
      name: `Indexing ${inWords(historyRows)} payouts of an older database, in pieces`,
      measured: `${milliseconds(index.durationMs)}, longest piece ${milliseconds(index.longestPieceMs)}`,
      limit: `${milliseconds(index.p95)} for 95 of 100 pieces`,
      ratio: `${inWords(index.p95 / blockMs, 2)} of ${blockMs} ms`,
      aim: null,
    },
  ];
  const server = await servePage();
  const browser = await launchBrowser(browserProgram());
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    const bare = await fetchEach(
      page,
      'host.info',
      Array.from({ length: queryRounds * pagesEach }, () => ({})),
      1,
    );
    const bareP95 = percentile(bare, 95);
    for (const [name, queryOf] of Object.entries(historyQueries)) {
      const queries = Array.from({ length: queryRounds }, (_, round) => withLimit(queryOf(round)));
      await server.report(Watched);
      const times = await fetchEach(page, 'payouts.list', queries, pagesEach);
      const { longestBlockMs } = await server.report(Watched);
      const p95 = percentile(times, 95);
      const search = bareSearchMs[name];
      const limit = bareP95 + (search ?? 0);
      figures.push({
        name: `A page of the history at ${inWords(historyRows)} payouts: ${name}`,
        measured: `p95 ${milliseconds(p95)}, p50 ${milliseconds(median(times))}, longest block ${milliseconds(longestBlockMs)}`,
        limit: `p95 ${milliseconds(limit)} by a bare call${search === undefined ? '' : ' and a bare search in SQLite'}`,
        ratio: `${inWords(p95 / limit, 1)} ×`,
        aim: { words: `p95 of ${aimMs} ms`, isMet: p95 <= aimMs },
      });
    }
    return figures;
  } finally {
    await browser.close();
    await server.stop();
  }
}

function withLimit(query: HistoryQuery): HistoryQuery & { limit: number } {
  return { ...query, limit: payoutsOnAPage };
}

/** How long each call takes in the page, from fetch to the last byte; of lists, `pages` pages of each. */
function fetchEach(page: Page, name: string, inputs: readonly object[], pages: number): Promise<number[]> {
  return page.evaluate(
    async ({ address, type, all, most }) => {
      const encoder = new TextEncoder();
      const decoder = new TextDecoder();
      const times: number[] = [];
      for (const input of all) {
        let after: unknown = null;
        for (let turned = 0; turned < most; turned += 1) {
          // As `encodeWire` writes it; that function cannot be had inside the page.
          const json = encoder.encode(JSON.stringify(after === null ? input : { ...input, after }));
          const body = new Uint8Array(4 + json.length);
          new DataView(body.buffer).setUint32(0, json.length);
          body.set(json, 4);
          const startedAt = performance.now();
          const answer = await fetch(address, { method: 'POST', headers: { 'content-type': type }, body });
          const bytes = await answer.arrayBuffer();
          times.push(performance.now() - startedAt);
          const length = new DataView(bytes).getUint32(0);
          const result = JSON.parse(decoder.decode(new Uint8Array(bytes, 4, length)));
          if (result.ok !== true) throw new Error(JSON.stringify(result));
          after = result.value.next ?? null;
          if (after === null) break;
        }
      }
      return times;
    },
    { address: callAddress(name), type: wireType, all: inputs, most: pages },
  );
}
