import type { Browser, CDPSession, Page } from 'playwright-core';
import { z } from 'zod';
import { browserProgram, launchBrowser } from '../../browser/kit/launch.ts';
import { goTo } from '../../browser/kit/steps.ts';
import { builtFile, historyRows, servePage } from '../history/a-million-payouts.ts';
import { runChild, startServer, type ServerChild } from '../kit/children.ts';
import { withCsvFile } from '../kit/csv-file.ts';
import { makeRows, nextMonth } from '../kit/rows.ts';
import { inWords, megabytes, milliseconds, percentile, type Figure } from '../kit/figure.ts';
import { processorMsOf } from '../kit/processor-of-browser.ts';
import { Watched } from '../kit/watch.ts';

const rows = 100_000;
const readingAimMs = 17.5;
const hurryingAimMs = 20;
const blockAimMs = 30;
const openingAimMs = 3000;
const preparingAimMs = 4000;
const memoryAim = 350 * 1024 * 1024;
const restAim = 130 * 1024 * 1024;
const patienceMs = 120_000;
const viewport = { width: 1280, height: 800 };
const onPlainRows = 'on a page that only paints as many cells (floor of the row above)';
/** A turn of the wheel as a mouse makes it, and one as big as it takes to come through all rows in reasonable time. */
const readingTurn = { pixels: 120, turns: 250 };
const hurryingPixels = 4000;
const mostTurns = 10_000;
const lookEveryTurns = 50;

const KeptRows = z.object({ restRss: z.number(), peakRss: z.number(), longestCollectionMs: z.number() });
type KeptRows = z.infer<typeof KeptRows>;

type Scrolled = {
  readonly frames: readonly number[];
  readonly rowsSeen: number;
  /** What drawing took the page and the process that paints it. */
  readonly processorMs: number;
  /** Attributes, texts and elements of the rows that were written: what a frame costs, however busy the machine is. */
  readonly written: number;
};

/** A sheet of 100,000 rows in the page: opening it, scrolling through all of it, preparing its batch, and what that takes of memory. */
export function sheet(): Promise<Figure[]> {
  return withCsvFile(nextMonth(makeRows(rows, true)), measureWith);
}

async function measureWith(file: string): Promise<Figure[]> {
  const server = await servePage();
  const browser = await launchBrowser(browserProgram());
  try {
    const page = await browser.newPage({ viewport });
    const devtools = await page.context().newCDPSession(page);
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    const bare = await framesWhile(page, () => page.waitForTimeout(5000));
    const before = { page: await heapOf(devtools), main: (await server.report(Watched)).peakRss };

    const opened = await openSheet(page, file, server);
    const heapAfterOpening = await heapOf(devtools);
    const reading = await scroll(browser, page, readingTurn.pixels, readingTurn.turns);
    const hurrying = await scroll(browser, page, hurryingPixels, null);
    const scrolled = await server.report(Watched);
    const heapAfterScrolling = await heapOf(devtools);
    const size = await sizeOfGrid(page);
    const prepared = await prepare(page, server);
    await page.close();
    const floor = await scrollPlainRows(browser, size);
    const kept = await runChild(builtFile('keep-rows'), { file }, KeptRows);

    const bareP95 = percentile(bare, 95);
    const peakRss = Math.max(opened.watched.peakRss, scrolled.peakRss, prepared.watched.peakRss);
    return [
      {
        name: `Opening a sheet of ${inWords(rows)} rows in the page, from the choice of the file to its rows`,
        ...tookFigure(opened, openingAimMs),
      },
      {
        name: `Making a batch of a sheet of ${inWords(rows)} rows in the page, and checking it`,
        ...tookFigure(prepared, preparingAimMs),
      },
      frameFigure('as a wheel turns', reading, readingAimMs),
      frameFigure(`as a wheel turns, ${onPlainRows}`, floor.reading, null),
      frameFigure(`through all of it, ${inWords(hurrying.rowsSeen)} rows`, hurrying, hurryingAimMs),
      frameFigure(`through all of it, ${onPlainRows}`, floor.hurrying, null),
      {
        name: `Memory of the page with a sheet of ${inWords(rows)} rows, garbage collected`,
        measured: `${megabytes(heapAfterOpening)} heap opened, ${megabytes(heapAfterScrolling)} scrolled through`,
        limit: `${megabytes(before.page)} heap on the overview`,
        ratio: `${inWords(heapAfterScrolling / before.page, 2)} ×`,
        aim: null,
      },
      {
        name: `Memory of main at rest, on the overview, ${inWords(historyRows)} payouts in the history`,
        measured: `${megabytes(before.main)} resident`,
        limit: `${megabytes(kept.restRss)} of a program that only opens a database and listens`,
        ratio: `${inWords(before.main / kept.restRss, 2)} ×`,
        aim: { words: `at most ${megabytes(restAim)}`, isMet: before.main <= restAim },
      },
      {
        name: `Memory of main while a sheet of ${inWords(rows)} rows is opened, scrolled and prepared, ${inWords(historyRows)} payouts in the history`,
        measured: `${megabytes(peakRss)} resident at most`,
        limit: `${megabytes(kept.peakRss)} resident at most of a program that only keeps as many rows`,
        ratio: `${inWords(peakRss / kept.peakRss, 2)} ×`,
        aim: { words: `at most ${megabytes(memoryAim)}`, isMet: peakRss <= memoryAim },
      },
      blockOf('a sheet is opened from the page', opened.watched, kept),
      blockOf('a sheet is scrolled in the page', scrolled, kept),
      blockOf('a batch is made of the sheet and checked', prepared.watched, kept),
    ];

    function frameFigure(
      name: string,
      { frames, written, processorMs }: Scrolled,
      aimMs: number | null,
    ): Figure {
      const p95 = percentile(frames, 95);
      const slowest = milliseconds(Math.max(...frames));
      return {
        name: `Frames while a sheet of ${inWords(rows)} rows is scrolled ${name}`,
        measured: `p95 ${inWords(p95, 1)} ms, p50 ${inWords(percentile(frames, 50), 1)} ms, longest ${slowest}, of ${inWords(frames.length)}; ${inWords(processorMs / frames.length, 1)} ms of processor time and ${inWords(written / frames.length)} changes of the document a frame`,
        limit: `p95 ${inWords(bareP95, 1)} ms, p50 ${inWords(percentile(bare, 50), 1)} ms of a page at rest`,
        ratio: `${inWords(p95 / bareP95, 2)} ×`,
        aim: aimMs === null ? null : { words: `p95 of ${aimMs} ms`, isMet: p95 <= aimMs },
      };
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

function tookFigure({ tookMs }: Step, aimMs: number): Pick<Figure, 'measured' | 'limit' | 'ratio' | 'aim'> {
  return {
    measured: milliseconds(tookMs),
    limit: '–',
    ratio: `${inWords(tookMs / aimMs, 2)} of ${milliseconds(aimMs)}`,
    aim: { words: `at most ${milliseconds(aimMs)}`, isMet: tookMs <= aimMs },
  };
}

function blockOf(
  name: string,
  { longestBlockMs, longestCollectionMs, durationMs }: Watched,
  { longestCollectionMs: floorMs }: KeptRows,
): Figure {
  return {
    name: `Longest block of main while ${name}, ${inWords(rows)} rows`,
    measured: `${milliseconds(longestBlockMs)}, longest collection of garbage ${milliseconds(longestCollectionMs)}; ${milliseconds(durationMs)} for the whole`,
    limit: `${milliseconds(floorMs)}, the longest collection of a program that only keeps as many rows`,
    ratio: `${inWords(longestBlockMs / blockAimMs, 2)} of ${blockAimMs} ms`,
    aim: { words: `${blockAimMs} ms`, isMet: longestBlockMs <= blockAimMs },
  };
}

type Step = { readonly tookMs: number; readonly watched: Watched };

async function stepOf(server: ServerChild, task: () => Promise<void>): Promise<Step> {
  await server.report(Watched);
  const startedAt = performance.now();
  await task();
  const tookMs = performance.now() - startedAt;
  return { tookMs, watched: await server.report(Watched) };
}

async function openSheet(page: Page, file: string, server: ServerChild): Promise<Step> {
  await goTo(page, '/batches/new');
  await page.getByRole('heading', { name: 'New batch', level: 1 }).waitFor();
  return stepOf(server, async () => {
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('gridcell').filter({ hasText: /\S/ }).first().waitFor({ timeout: patienceMs });
  });
}

/** Until all that the page of the draft asks about its rows is answered. */
function prepare(page: Page, server: ServerChild): Promise<Step> {
  return stepOf(server, async () => {
    const checked = ['batches.check', 'payees.findings'].map(async (name) => {
      const options = { timeout: patienceMs };
      const response = await page.waitForResponse((each) => each.url().endsWith(`/${name}`), options);
      await response.finished();
    });
    await page.getByRole('button', { name: /^Check and release / }).click();
    await Promise.all(checked);
    await page
      .getByRole('button', { name: /^Release / })
      .first()
      .waitFor({ timeout: patienceMs });
  });
}

const GridSize = z.object({
  width: z.number(),
  height: z.number(),
  drawn: z.number(),
  rowHeight: z.number(),
});

/** How large the sheet is on the page, in pixels, and how many rows are drawn. */
async function sizeOfGrid(page: Page): Promise<z.infer<typeof GridSize>> {
  return GridSize.parse(
    await page.evaluate(() => {
      const grid: { querySelectorAll(words: string): object[]; parentElement: { parentElement: object } } =
        Object(globalThis).document.querySelector('[role=grid]');
      const [row] = grid.querySelectorAll('.row');
      const { clientWidth: width, clientHeight: height } = Object(grid.parentElement.parentElement);
      return {
        width,
        height,
        drawn: grid.querySelectorAll('.row').length,
        rowHeight: Object(row).getBoundingClientRect().height,
      };
    }),
  );
}

/** The same scrolling through a page that only paints as many rows and cells, on a window as large. */
async function scrollPlainRows(
  browser: Browser,
  size: z.infer<typeof GridSize>,
): Promise<{ reading: Scrolled; hurrying: Scrolled }> {
  const server = await startServer('page/bare-page-server.ts', { page: 'plain-rows' });
  const page = await browser.newPage({ viewport });
  try {
    const asked = new URLSearchParams({ rows: String(rows) });
    for (const [name, value] of Object.entries(size)) asked.set(name, String(value));
    await page.goto(`${server.url}?${asked.toString()}`);
    await page.getByRole('row').first().waitFor();
    const reading = await scroll(browser, page, readingTurn.pixels, readingTurn.turns);
    return { reading, hurrying: await scroll(browser, page, hurryingPixels, null) };
  } finally {
    await page.close();
    await server.stop();
  }
}

/** Turns the wheel over the grid so often, or until its end; every frame in between, in milliseconds. */
async function scroll(browser: Browser, page: Page, pixels: number, turns: number | null): Promise<Scrolled> {
  const frame = await page.getByRole('grid').locator('xpath=../..').boundingBox();
  if (frame === null) throw new Error('there is no grid to scroll');
  await page.mouse.move(frame.x + frame.width / 2, frame.y + frame.height / 2);
  let rowsSeen = 0;
  await countWritten(page);
  const before = await processorMsOf(browser, ['renderer', 'GPU']);
  const frames = await framesWhile(page, async () => {
    for (let turned = 1; turned <= (turns ?? mostTurns); turned += 1) {
      await page.mouse.wheel(0, pixels);
      if (turned % lookEveryTurns !== 0) continue;
      const last = await lastRow(page);
      if (last === rowsSeen) break;
      rowsSeen = last;
    }
  });
  const processorMs = (await processorMsOf(browser, ['renderer', 'GPU'])) - before;
  return { frames, rowsSeen, processorMs, written: z.number().parse(await page.evaluate('benchWritten')) };
}

/** Counts what is written in the grid from now on, as `benchWritten`. */
async function countWritten(page: Page): Promise<void> {
  await page.evaluate(() => {
    const world = Object(globalThis);
    world.benchWritten = 0;
    world.benchObserver?.disconnect();
    world.benchObserver = new world.MutationObserver((records: readonly object[]) => {
      world.benchWritten += records.length;
    });
    const grid: unknown = world.document.querySelector('[role=grid]');
    const all = { subtree: true, attributes: true, childList: true, characterData: true };
    world.benchObserver.observe(grid, all);
  });
}

/** The greatest row index that the grid has drawn. */
async function lastRow(page: Page): Promise<number> {
  return z.number().parse(
    await page.evaluate(() => {
      const found = [...Object(globalThis).document.querySelectorAll('[role=grid] [role=row]')];
      return Math.max(0, ...found.map((row) => Number(row.getAttribute('aria-rowindex') ?? 0) - 1));
    }),
  );
}

/** How long each frame took, by requestAnimationFrame, while the task went on. */
async function framesWhile(page: Page, task: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const world = Object(globalThis);
    const frames: number[] = [];
    let before: number | null = null;
    const tick = (): void => {
      // The time of the callback and not of the frame: a frame that is late counts as late.
      const now = performance.now();
      if (before !== null) frames.push(now - before);
      before = now;
      if (world.benchFrames === frames) world.requestAnimationFrame(tick);
    };
    world.benchFrames = frames;
    world.requestAnimationFrame(tick);
  });
  await task();
  const frames: unknown = await page.evaluate(() => {
    const { benchFrames } = Object(globalThis);
    Reflect.deleteProperty(globalThis, 'benchFrames');
    return benchFrames;
  });
  return z.array(z.number()).min(1).parse(frames);
}

/** Bytes of the page's heap after collecting garbage. */
async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}
