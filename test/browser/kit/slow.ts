import type { Page } from 'playwright-core';

/**
 * With `BURSAR_SLOW=N` the page has an Nth of the processor, and with `BURSAR_LATE=MS` each answer and event of the program arrives up to
 * that many milliseconds late, answers in any order: what a test or the page takes for granted about time shows.
 */
export async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env['BURSAR_SLOW'] ?? 1);
  const latestMs = Number(process.env['BURSAR_LATE'] ?? 0);
  if (rate > 1) {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
  }
  if (latestMs > 0) await answerLate(page, latestMs);
}

/**
 * From the next load on, each answer and event of the program reaches the page up to its `latest` milliseconds late, which it begins with;
 * `underway` counts the requests that wait for an answer.
 */
export async function answerLate(page: Page, latest: number): Promise<void> {
  await page.addInitScript(waitForAnswers, latest);
}

/** Runs in the page. */
function waitForAnswers(latest: number): void {
  const world = Object(globalThis);
  Object.assign(world, { latest, underway: 0 });
  const { fetch, Response, TransformStream } = world;
  const wait = (): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, Math.random() * Number(world.latest)));
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
