import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { build } from 'vite';
import { withNonce } from '../../../main/faces/window/page-files.ts';
import { answerOf } from './intercept.ts';

/** Whether a page built into this folder has React with the warnings for its developers. */
export function hasWarningsIn(folder: string): boolean {
  const assets = path.join(folder, 'assets');
  return readdirSync(assets).some(
    (name) =>
      name.endsWith('.js') &&
      readFileSync(path.join(assets, name), 'utf8').includes('Each child in a list should have a unique'),
  );
}

/**
 * React for its developers draws each render into the times of their tools, and gives each element a place in their stacks, where the browser
 * can show them. Nobody looks at these here; its warnings come without.
 */
const withoutTimes = 'console.timeStamp = undefined; console.createTask = undefined;';

/** Builds the page with React's warnings into this folder, and has every page of the context load that; the program answers all else. */
export async function serveWithWarnings(context: BrowserContext, folder: string): Promise<void> {
  // A test runs with another NODE_ENV than production, which is what React looks at.
  await build({
    configFile: path.resolve(import.meta.dirname, '../../../scripts/vite/renderer.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, minify: false, reportCompressedSize: false },
  });
  if (!hasWarningsIn(folder)) throw new Error('the page was built without warnings');
  await context.addInitScript(withoutTimes);
  await context.route(/^[^?]*\/(assets\/[^/]+)?$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname !== '/') return route.fulfill({ path: path.join(folder, pathname) });
    // With the headers of the program: its content security policy holds, for styles of this nonce.
    const response = await answerOf(route);
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '') ?? [];
    return route.fulfill({
      response,
      body: withNonce(readFileSync(path.join(folder, 'index.html'), 'utf8'), nonce),
    });
  });
}
