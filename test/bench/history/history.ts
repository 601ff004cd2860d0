import type { Page } from 'playwright-core';
import { callAddress, sessionHeader, wireType } from '../../../contract/window/bridge.ts';
import { browserProgram, launchBrowser } from '../../browser/kit/launch.ts';
import { historyOf, historyRows, servePage } from './a-million-payouts.ts';
import type { ServerChild } from '../kit/children.ts';
import { inWords, median, milliseconds, percentile, type Figure } from '../kit/figure.ts';
import { historyQueries, payoutsOnAPage, queryRounds, type HistoryQuery } from './history-queries.ts';
import { Watched } from '../kit/watch.ts';

const aimMs = 50;
/** What no store call may block the process for. */
const blockMs = 10;
const pagesEach = 3;

/** What a page costs main may grow like this with the payouts: it is found by an index, with some noise. */
const growthAim = 0.5;
/** How much longer a page may take where five times as many payouts are in the history. */
const fivefoldAim = 1.3;
const smallerSizes = [10_000, 100_000];
let largest = historyRows;

/** From now on the largest history has so many payouts; one of five millions takes ten to fifteen minutes to make and five gigabytes. */
export function historyUpTo(payouts: number): void {
  largest = Math.max(historyRows, payouts);
}

type Asked = {
  readonly times: readonly number[];
  readonly longestBlockMs: number;
  /** Of main, for one page. */
  readonly processorMs: number;
};

/** Pages of histories of a million payouts and of other sizes as the browser's fetch has them, through the whole stack, and what an index costs. */
export async function history(): Promise<Figure[]> {
  const sizes = [...new Set([...smallerSizes, historyRows, largest])];
  const { index, bareSearchMs } = await historyOf(historyRows);
  const browser = await launchBrowser(browserProgram());
  const opened: { readonly size: number; readonly server: ServerChild; readonly page: Page }[] = [];
  try {
    for (const size of sizes) {
      const server = await servePage(size);
      const page = await browser.newPage();
      opened.push({ size, server, page });
      await page.goto(server.url);
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    }
    const bareP95 = percentile(await bareCalls(opened.find(({ size }) => size === historyRows)?.page), 95);
    const pages: Figure[] = [];
    const growths: Figure[] = [];
    for (const [name, queryOf] of Object.entries(historyQueries)) {
      const asked = new Map<number, Asked>();
      // All sizes in turn, so that what else the machine does meets them alike.
      for (const { size, server, page } of opened) asked.set(size, await ask(server, page, queryOf));
      const ofAMillion = asked.get(historyRows);
      if (ofAMillion !== undefined) pages.push(pageFigure(name, ofAMillion, bareP95, bareSearchMs[name]));
      growths.push(growthFigure(name, sizes, asked));
      if (largest > historyRows) growths.push(fivefoldFigure(name, ofAMillion, asked.get(largest)));
    }
    return [indexFigure(index), ...pages, ...growths];
  } finally {
    await browser.close();
    for (const { server } of opened) await server.stop();
  }
}

function bareCalls(page: Page | undefined): Promise<number[]> {
  if (page === undefined) throw new Error('no page is open');
  const nothing = Array.from({ length: queryRounds * pagesEach }, () => ({}));
  return fetchEach(page, 'host.info', nothing, 1);
}

async function ask(
  server: ServerChild,
  page: Page,
  queryOf: (round: number) => HistoryQuery,
): Promise<Asked> {
  const queries = Array.from({ length: queryRounds }, (_, round) => withLimit(queryOf(round)));
  await server.report(Watched);
  const times = await fetchEach(page, 'payouts.list', queries, pagesEach);
  const { longestBlockMs, processorMs } = await server.report(Watched);
  return { times, longestBlockMs, processorMs: processorMs / times.length };
}

type IndexTimes = Awaited<ReturnType<typeof historyOf>>['index'];

function indexFigure({ durationMs, p95, longestPieceMs }: IndexTimes): Figure {
  return {
    name: `Indexing ${inWords(historyRows)} payouts of an older database, in pieces`,
    measured: `${milliseconds(durationMs)}, longest piece ${milliseconds(longestPieceMs)}`,
    limit: `${milliseconds(p95)} for 95 of 100 pieces`,
    ratio: `${inWords(p95 / blockMs, 2)} of ${blockMs} ms`,
    aim: null,
  };
}

function pageFigure(
  name: string,
  { times, longestBlockMs, processorMs }: Asked,
  bareP95: number,
  search: number | undefined,
): Figure {
  const p95 = percentile(times, 95);
  const limit = bareP95 + (search ?? 0);
  return {
    name: `A page of the history at ${inWords(historyRows)} payouts: ${name}`,
    measured: `p95 ${milliseconds(p95)}, p50 ${milliseconds(median(times))}, ${milliseconds(processorMs)} of processor time of main, longest block ${milliseconds(longestBlockMs)}`,
    limit: `p95 ${milliseconds(limit)} by a bare call${search === undefined ? '' : ' and a bare search in SQLite'}`,
    ratio: `${inWords(p95 / limit, 1)} ×`,
    aim: { words: `p95 of ${aimMs} ms`, isMet: p95 <= aimMs },
  };
}

/** The exponent is that of the last step up to a million, in processor time of main. */
function growthFigure(name: string, sizes: readonly number[], asked: ReadonlyMap<number, Asked>): Figure {
  const timeOf = (size: number): number => asked.get(size)?.processorMs ?? Number.NaN;
  const fewer = smallerSizes.at(-1) ?? Number.NaN;
  const exponent = Math.log(timeOf(historyRows) / timeOf(fewer)) / Math.log(historyRows / fewer);
  return {
    name: `Growth of a page of the history: ${name}`,
    measured: sizes.map((size) => `${milliseconds(timeOf(size))} at ${inWords(size)}`).join(', '),
    limit: '–',
    ratio: `exponent ${inWords(exponent, 2)}`,
    aim: { words: `at most ${growthAim}`, isMet: exponent <= growthAim },
  };
}

function fivefoldFigure(name: string, few: Asked | undefined, many: Asked | undefined): Figure {
  const p95 = (asked: Asked | undefined): number => percentile(asked?.times ?? [], 95);
  const factor = p95(many) / p95(few);
  return {
    name: `A page of the history at ${inWords(largest)} payouts, to that at ${inWords(historyRows)}: ${name}`,
    measured: `p95 ${milliseconds(p95(many))}`,
    limit: `p95 ${milliseconds(p95(few))} at ${inWords(historyRows)}`,
    ratio: `${inWords(factor, 2)} ×`,
    aim: { words: `at most ${fivefoldAim} ×`, isMet: factor <= fivefoldAim },
  };
}

function withLimit(query: HistoryQuery): HistoryQuery & { limit: number } {
  return { ...query, limit: payoutsOnAPage };
}

/** How long each call takes in the page, from fetch to the last byte; of lists, `pages` pages of each. */
function fetchEach(page: Page, name: string, inputs: readonly object[], pages: number): Promise<number[]> {
  return page.evaluate(
    async ({ address, type, secretHeader, all, most }) => {
      const session = String(Object(globalThis).sessionStorage.getItem('bursar-session'));
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
          const answer = await fetch(address, {
            method: 'POST',
            headers: { 'content-type': type, [secretHeader]: session },
            body,
          });
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
    { address: callAddress(name), type: wireType, secretHeader: sessionHeader, all: inputs, most: pages },
  );
}
