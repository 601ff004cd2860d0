import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { browserProgram, launchBrowser } from '../../browser/kit/launch.ts';
import { historyRows, servePage } from '../history/a-million-payouts.ts';
import { startServer } from '../kit/children.ts';
import { inWords, median, milliseconds, percentile, type Figure } from '../kit/figure.ts';
import { processorMsOf } from '../kit/processor-of-browser.ts';
import { enter, withSession } from './session.ts';

const rounds = 9;
const bytesAimKb = 260;
const timeAim = 2;
/** So long no long task may begin, for the page to count as interactive. */
const quietMs = 500;
const patienceMs = 30_000;

/** Texts that stand on the page once its first screen is there with its data. */
const ourTexts = ['Overview', '1,000,000.25', 'Needs attention', 'Failed', 'Dismiss'];
const emptyTexts = ['Empty', 'Ready'];
const partsTexts = ['Parts of the overview', 'Ready'];

type Load = {
  readonly interactiveMs: number;
  readonly shownMs: number;
  readonly scriptBytes: number;
  /** Of the page's process, from its first request until it is interactive. */
  readonly processorMs: number;
};

/** The first screen on a history of a million payouts, in turn with an empty page of React and MUI, in a fresh context each time. */
export async function firstScreen(): Promise<Figure[]> {
  const empty = await startServer('page/bare-page-server.ts', { page: 'empty' });
  const parts = await startServer('page/bare-page-server.ts', { page: 'overview-parts' });
  const ours = await servePage();
  const browser = await launchBrowser(browserProgram());
  try {
    const letIn = await enter(browser, ours.url);
    const address = new URL('/', ours.url).href;
    const loads = { ours: [] as Load[], empty: [] as Load[], parts: [] as Load[] };
    for (let round = -1; round < rounds; round += 1) {
      const emptyLoad = await loadOnce(browser, empty.url, emptyTexts);
      const partsLoad = await loadOnce(browser, parts.url, partsTexts);
      const ourLoad = await loadOnce(browser, address, ourTexts, letIn);
      // The first of each warms up the servers and the browser.
      if (round < 0) continue;
      loads.empty.push(emptyLoad);
      loads.parts.push(partsLoad);
      loads.ours.push(ourLoad);
    }
    return [sizeFigure(loads), ...timeFigures(loads)];
  } finally {
    await browser.close();
    await ours.stop();
    await parts.stop();
    await empty.stop();
  }
}

async function loadOnce(
  browser: Browser,
  url: string,
  texts: readonly string[],
  session?: string,
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  if (session !== undefined) await withSession(context, session);
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.addInitScript(watchForInteractive, { texts, quietMs, patienceMs });
  const before = await processorMsOf(browser, ['renderer']);
  await page.goto(url);
  const found = await interactive(page);
  const processorMs = (await processorMsOf(browser, ['renderer'])) - before;
  const sizes = await Promise.all(scripts);
  await context.close();
  return { ...found, processorMs, scriptBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/**
 * Runs in the page: interactive is when every text stands there, the main thread has had an idle moment after that, and the last
 * long task before a quiet time has ended. Times count from the beginning of the navigation.
 */
function watchForInteractive(wanted: {
  texts: readonly string[];
  quietMs: number;
  patienceMs: number;
}): void {
  // Objects of a page, which the types of Node do not know.
  const {
    document,
    requestAnimationFrame,
    requestIdleCallback,
    PerformanceObserver: Observer,
  } = Object(globalThis);
  let lastLongTaskEnd = 0;
  new Observer((list: { getEntries(): { startTime: number; duration: number }[] }) => {
    for (const { startTime, duration } of list.getEntries())
      lastLongTaskEnd = Math.max(lastLongTaskEnd, startTime + duration);
  }).observe({ type: 'longtask', buffered: true });
  const seen = new Promise((resolve, reject) => {
    const settle = (shownMs: number, idleMs: number): void => {
      const now = performance.now();
      const isQuiet = now - Math.max(lastLongTaskEnd, idleMs) >= wanted.quietMs;
      if (isQuiet) resolve({ shownMs, interactiveMs: Math.max(idleMs, lastLongTaskEnd) });
      else setTimeout(() => settle(shownMs, idleMs), 50);
    };
    const look = (): void => {
      const text = document.body?.textContent ?? '';
      const missing = wanted.texts.filter((each) => !text.includes(each));
      if (missing.length > 0 && performance.now() > wanted.patienceMs)
        return reject(new Error(`the page does not say ${missing.join(', ')}`));
      if (missing.length > 0) return requestAnimationFrame(look);
      const shownMs = performance.now();
      requestIdleCallback(() => settle(shownMs, performance.now()));
    };
    look();
  });
  Reflect.set(globalThis, 'benchInteractive', seen);
}

async function interactive(page: Page): Promise<{ interactiveMs: number; shownMs: number }> {
  const seen: unknown = await page.evaluate(() => Reflect.get(globalThis, 'benchInteractive'));
  if (
    typeof seen !== 'object' ||
    seen === null ||
    !('shownMs' in seen && typeof seen.shownMs === 'number') ||
    !('interactiveMs' in seen && typeof seen.interactiveMs === 'number')
  )
    throw new Error('the page was not watched');
  return { shownMs: seen.shownMs, interactiveMs: seen.interactiveMs };
}

type Loads = Readonly<Record<'ours' | 'empty' | 'parts', readonly Load[]>>;

function sizeFigure({ ours, empty }: Loads): Figure {
  const kb = (loads: readonly Load[]): number =>
    Math.max(...loads.map(({ scriptBytes }) => scriptBytes)) / 1000;
  return {
    name: 'JavaScript of the first screen, compressed with gzip',
    measured: `${inWords(kb(ours), 1)} kB`,
    limit: `${inWords(kb(empty), 1)} kB for an empty page of React and MUI`,
    ratio: `${inWords(kb(ours) / kb(empty), 2)} ×`,
    aim: { words: `at most ${bytesAimKb} kB`, isMet: kb(ours) <= bytesAimKb },
  };
}

function timeFigures({ ours, empty, parts }: Loads): Figure[] {
  const middle = (loads: readonly Load[]): number => median(loads.map(({ interactiveMs }) => interactiveMs));
  const late = (loads: readonly Load[]): number =>
    percentile(
      loads.map(({ interactiveMs }) => interactiveMs),
      95,
    );
  const words = (loads: readonly Load[]): string =>
    `${milliseconds(middle(loads))}, slowest ${milliseconds(late(loads))}, ${milliseconds(median(loads.map(({ processorMs }) => processorMs)))} of processor time`;
  const factor = middle(ours) / middle(empty);
  const shown = milliseconds(median(ours.map(({ shownMs }) => shownMs)));
  const limit = `${words(empty)}, an empty page of React and MUI`;
  return [
    {
      name: `Time to interactive in Chromium, ${inWords(historyRows)} payouts in the history`,
      measured: `${words(ours)} (first screen with its data after ${shown})`,
      limit,
      ratio: `${inWords(factor, 2)} ×`,
      aim: { words: `at most ${timeAim} ×`, isMet: factor <= timeAim },
    },
    {
      name: 'Floor of the row above: a page with as many parts of MUI as the overview and nothing asked',
      measured: words(parts),
      limit,
      ratio: `${inWords(middle(parts) / middle(empty), 2)} ×`,
      aim: null,
    },
  ];
}
