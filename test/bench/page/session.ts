import type { Browser, BrowserContext } from 'playwright-core';

/** Uses the address that works once, and gives the session secret that lets later contexts in. */
export async function enter(browser: Browser, url: string): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  const session: unknown = await page.evaluate(() =>
    Object(globalThis).sessionStorage.getItem('bursar-session'),
  );
  await context.close();
  return String(session);
}

/** Lets the pages of this context in. */
export function withSession(context: BrowserContext, session: string): Promise<unknown> {
  return context.addInitScript(
    (secret) => Object(globalThis).sessionStorage.setItem('bursar-session', secret),
    session,
  );
}
