import type { Page } from 'playwright-core';

/**
 * With `BURSAR_SLOW=N` the page has an Nth of the processor, and with `BURSAR_LATE=MS` each answer of the program arrives up to that
 * many milliseconds late, in any order: what a test or the page takes for granted about time shows.
 */
export async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env['BURSAR_SLOW'] ?? 1);
  const latestMs = Number(process.env['BURSAR_LATE'] ?? 0);
  if (rate > 1) {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
  }
  if (latestMs > 0) await page.addInitScript(answerLate, latestMs);
}

/** Runs in the page. */
function answerLate(latestMs: number): void {
  const world = Object(globalThis);
  const { fetch } = world;
  world.fetch = async (address: unknown, options: unknown): Promise<unknown> => {
    const answer = await fetch(address, options);
    if (String(address).startsWith('/api/call/'))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * latestMs));
    return answer;
  };
}
