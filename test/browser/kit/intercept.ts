import type { Page, Route } from 'playwright-core';

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
