import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'vite';
import { z } from 'zod';
import { browserProgram, launchBrowser } from '../../browser/kit/launch.ts';
import { startServer } from '../kit/children.ts';
import { inWords, type Figure } from '../kit/figure.ts';
import { processorMsOf } from '../kit/processor-of-browser.ts';

const payouts = 2000;
/** The first drawing, the index of the history and the collection of garbage are over by then. */
const settleMs = 20_000;
const aimPercent = 0.3;
let restMs = 60_000;

/** From now on the program is left alone for so many minutes; one, unless this is called. */
export function restFor(minutes: number): void {
  restMs = minutes * 60_000;
}

const pageConfig = path.resolve(import.meta.dirname, '../../../scripts/vite/renderer.config.ts');
const Taken = z.object({ processorMs: z.number() });

/** The processor time that Bursar takes while its window is open on the overview and nobody does anything. */
export async function resting(): Promise<Figure[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bursar-bench-'));
  await build({ configFile: pageConfig, logLevel: 'warn' });
  const server = await startServer('resting/rest-server.ts', { directory, payouts });
  const browser = await launchBrowser(browserProgram());
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await sleep(settleMs);
    const pageBefore = await processorMsOf(browser, ['renderer']);
    const { processorMs: before } = await server.report(Taken);
    await sleep(restMs);
    const { processorMs: after } = await server.report(Taken);
    const pageAfter = await processorMsOf(browser, ['renderer']);
    return [
      figureOf('main', after - before),
      figureOf('the page, its process in Chromium', pageAfter - pageBefore),
    ];
  } finally {
    await browser.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function figureOf(name: string, processorMs: number): Figure {
  const share = (processorMs / restMs) * 100;
  return {
    name: `At rest, window open, ${inWords(restMs / 60_000)} min: processor time of ${name}`,
    measured: `${inWords(processorMs)} ms`,
    limit: `${inWords(restMs)} ms of one core`,
    ratio: `${inWords(share, 3)} % of a core`,
    aim: { words: `at most ${aimPercent} % of a core`, isMet: share <= aimPercent },
  };
}
