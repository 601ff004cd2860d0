import type { Page } from 'playwright-core';
import { SeededRandom } from '../../simulation/seeded-random.ts';

/** Delays after which a page begins again with the first. */
const distinctDelays = 1000;

/**
 * With `BURSAR_SLOW=N` the page has an Nth of the processor, and with `BURSAR_LATE=MS` each answer and event of the program arrives up to
 * that many milliseconds late, answers in any order: what a test or the page takes for granted about time shows. `BURSAR_SEED` repeats the
 * delays of an earlier run, which printed it.
 */
export async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env['BURSAR_SLOW'] ?? 1);
  const latestMs = Number(process.env['BURSAR_LATE'] ?? 0);
  if (rate > 1) {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
  }
  if (latestMs === 0) return;
  const seed = Number(process.env['BURSAR_SEED'] ?? Math.floor(Math.random() * 1_000_000));
  process.stdout.write(`answers are late by BURSAR_SEED=${seed}\n`);
  await answerLate(page, latestMs, seed);
}

/** Where the delays of a page begin: those of a seed are the same each time. */
export function delaysOf(latest: number, seed: number) {
  const random = new SeededRandom(seed);
  return { latest, taken: 0, fractions: Array.from({ length: distinctDelays }, () => random.fraction()) };
}

/**
 * From the next load on, each answer and event of the program reaches the page up to its `latest` milliseconds late, which it begins with, as
 * the seed has it; `underway` counts the requests that wait for an answer.
 */
export async function answerLate(page: Page, latest: number, seed: number): Promise<void> {
  await page.addInitScript(waitForAnswers, delaysOf(latest, seed));
}

/** Runs in the page. */
function waitForAnswers(delays: ReturnType<typeof delaysOf>): void {
  const world = Object(globalThis);
  Object.assign(world, delays, { underway: 0 });
  const { fetch, Response, TransformStream } = world;
  const wait = (): Promise<void> => {
    const fraction = world.fractions[world.taken % world.fractions.length];
    world.taken += 1;
    return new Promise((resolve) => setTimeout(resolve, fraction * Number(world.latest)));
  };
  world.fetch = async (address: unknown, options: unknown): Promise<unknown> => {
    world.underway += 1;
    const answer = await fetch(address, options);
    if (String(address).startsWith('/api/call/')) await wait();
    world.underway -= 1;
    if (String(address) !== '/api/events' || answer.body === null) return answer;
    const late = new TransformStream({
      transform: (part: unknown, controller: { enqueue(part: unknown): void }) =>
        wait().then(() => controller.enqueue(part)),
    });
    return new Response(answer.body.pipeThrough(late), answer);
  };
}
