import type { Browser, Page } from 'playwright-core';
import { browserProgram, launchBrowser } from '../../browser/kit/launch.ts';
import { servePage } from '../history/a-million-payouts.ts';
import { inWords, median, milliseconds, percentile, type Figure } from '../kit/figure.ts';
import { enter, withSession } from './session.ts';

const rounds = 15;
const aimMs = 100;
const frameMs = 1000 / 60;
const typed = 'payouts';

type Press = { readonly openMs: number; readonly lost: number };

/** From the first press of the shortcut to the palette with its field ready, and what is typed right behind it. */
export async function palette(): Promise<Figure[]> {
  const server = await servePage();
  const browser = await launchBrowser(browserProgram());
  try {
    const session = await enter(browser, server.url);
    const atOnce: Press[] = [];
    const atRest: Press[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const first = await pressOnce(browser, server.url, session, false);
      const second = await pressOnce(browser, server.url, session, true);
      // The first of each warms up the server and the browser.
      if (round < 0) continue;
      atOnce.push(first);
      atRest.push(second);
    }
    return [
      figureOf('Palette at its first press, once the page is at rest', atRest, true),
      figureOf('The same as soon as the heading of the first screen stands there', atOnce, false),
      lostFigure([...atOnce, ...atRest]),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function pressOnce(browser: Browser, url: string, session: string, isAtRest: boolean): Promise<Press> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await withSession(context, session);
  const page = await context.newPage();
  await page.addInitScript(watchForPalette);
  await page.goto(new URL('/', url).href);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  // It is loaded ahead, once the first screen leaves time for it.
  if (isAtRest) {
    await page.waitForFunction(isPaletteLoaded);
    await page.evaluate(untilIdle);
  }
  await page.keyboard.press('Control+k');
  await page.keyboard.type(typed);
  const openMs = await openedAfter(page);
  const value = await page.getByRole('combobox', { name: 'Search or do anything' }).inputValue();
  await context.close();
  return { openMs, lost: typed.length - (typed.startsWith(value) ? value.length : 0) };
}

/** Runs in the page. */
function isPaletteLoaded(): boolean {
  return performance
    .getEntriesByType('resource')
    .some(({ name, duration }) => name.includes('/PaletteDialog') && duration > 0);
}

/** Runs in the page: resolves once it had time left ten times in a row, as before a person reaches for a key. */
async function untilIdle(): Promise<void> {
  const { requestIdleCallback } = Object(globalThis);
  let idle = 0;
  while (idle < 10) {
    const left: number = await new Promise((resolve) => {
      requestIdleCallback((deadline: { timeRemaining: () => number }) => resolve(deadline.timeRemaining()));
    });
    idle = left > 40 ? idle + 1 : 0;
  }
}

/** Runs in the page: from the key, by the clock of the event, to the frame after the field of the palette has the focus. */
function watchForPalette(): void {
  const { document, requestAnimationFrame } = Object(globalThis);
  const opened = new Promise((resolve) => {
    const onKey = (event: { ctrlKey: boolean; key: string; timeStamp: number }): void => {
      if (!event.ctrlKey || event.key !== 'k') return;
      const look = (): void => {
        if (document.activeElement?.getAttribute('role') !== 'combobox') return requestAnimationFrame(look);
        requestAnimationFrame((at: number) => resolve(at - event.timeStamp));
      };
      look();
    };
    document.addEventListener('keydown', onKey, true);
  });
  Reflect.set(globalThis, 'benchPalette', opened);
}

async function openedAfter(page: Page): Promise<number> {
  return Number(await page.evaluate(() => Reflect.get(globalThis, 'benchPalette')));
}

function figureOf(name: string, presses: readonly Press[], hasAim: boolean): Figure {
  const times = presses.map(({ openMs }) => openMs);
  const late = percentile(times, 95);
  return {
    name,
    measured: `${milliseconds(median(times))}, p95 ${milliseconds(late)}`,
    limit: `${milliseconds(frameMs)}, a frame`,
    ratio: `${inWords(median(times) / frameMs, 1)} ×`,
    aim: hasAim ? { words: `p95 of at most ${aimMs} ms`, isMet: late <= aimMs } : null,
  };
}

function lostFigure(presses: readonly Press[]): Figure {
  const lost = presses.reduce((sum, each) => sum + each.lost, 0);
  const all = presses.length * typed.length;
  return {
    name: 'Characters lost that are typed right behind the shortcut',
    measured: `${inWords(lost)} of ${inWords(all)}`,
    limit: '–',
    ratio: '–',
    aim: { words: 'none', isMet: lost === 0 },
  };
}
