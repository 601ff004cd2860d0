import type { APIResponse, Page, Route } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { decodeWire } from '../../../contract/window/bridge.ts';

/**
 * Handles the requests to this address until the returned function is called; later ones go on as they are. The page's requests stay
 * intercepted all the same: Chromium can lose a request that leaves while interception is turned off, which then never ends.
 */
export async function intercept(
  page: Page,
  address: string,
  handle: (route: Route) => Promise<void>,
): Promise<() => void> {
  let isOver = false;
  await page.route(address, (route) => (isOver ? route.fallback() : handle(route)));
  return () => {
    isOver = true;
  };
}

/** Holds the page's calls of this operation, or its requests for such a file, until the returned function is called, or the test ends. */
export async function hold(page: Page, name: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  const end = await intercept(page, `**/${name}`, (route) => held.promise.then(() => route.fallback()));
  const release = (): void => {
    end();
    held.resolve();
  };
  onTestFinished(release);
  return release;
}

/**
 * The program's answer to a held request. It closes connections that are idle for a few seconds: a request that leaves on one just then is lost
 * before anything reads it, and leaves again.
 */
export function answerOf(route: Route): Promise<APIResponse> {
  return route.fetch({ maxRetries: 3 });
}

/** What the page or the program wrote in the body of a call or of its answer. */
export function wireValue(body: Uint8Array | null): unknown {
  const read = decodeWire(body ?? new Uint8Array());
  return read.ok ? read.value : expect.unreachable(read.error.message);
}

/** Resolves once the page has drawn again: whatever it does with an answer that has come, it does before that. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))');
}
