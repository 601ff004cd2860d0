import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { app, page } from '../kit/shared-app.ts';
import { goTo } from '../kit/steps.ts';
import { hasWarningsIn } from '../kit/warnings.ts';

const built = path.resolve(import.meta.dirname, '../../../out/renderer');

const askedFor = [
  'attention.list',
  'balances.stored',
  'balances.trend',
  'batches.scheduled',
  'callbacks.state',
  'gateway.state',
  'incoming.list',
  'profiles.list',
  'runner.state',
  'settings.read',
];

it('is tested as it is shipped: the page is a production build', () => {
  expect(hasWarningsIn(built)).toBe(false);
});

it('creates the schemas that a screen uses, not the whole contract, and none of them by generating code', () => {
  const scripts = globSync(`${built}/assets/*.js`).map((file) => readFileSync(file, 'utf8'));
  // Of a stand-in for a schema, and of the setting that is made before the first of them.
  const standIns = scripts.filter((text) => /new Proxy\(\{make:/.test(text));
  expect(standIns).toHaveLength(1);
  expect(standIns[0]).toMatch(/\{jitless:(!0|true)\}/);
});

it('requests the data of the first screen while the page is still loading, each item once', async () => {
  await goTo(page, '/overview');
  const balances = page.getByRole('row').filter({ hasText: 'EUR' }).first();
  await balances.waitFor();

  const asked: { name: string; whilePageWasLoading: boolean }[] = [];
  let isLoaded = false;
  page.on('requestfinished', (request) => {
    if (/\/page-[^/]+\.js$/.test(request.url())) isLoaded = true;
  });
  page.on('request', (request) => {
    const name = /\/api\/call\/(.+)$/.exec(request.url())?.[1];
    if (name !== undefined) asked.push({ name, whilePageWasLoading: !isLoaded });
  });
  // The file of the page is held back until the first questions have left: they do not wait for it.
  await page.route(/\/page-[^/]+\.js$/, async (route) => {
    await expect.poll(() => asked.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(askedFor.length);
    await route.continue();
  });
  await page.reload();
  await balances.waitFor();
  await page.waitForLoadState('load');

  const early = asked.filter(({ whilePageWasLoading }) => whilePageWasLoading).map(({ name }) => name);
  expect(early.toSorted()).toEqual(askedFor);
  const counts = askedFor.map((each) => asked.filter(({ name }) => name === each).length);
  expect(counts).toEqual(askedFor.map(() => 1));
  expect(app.faults).toEqual([]);
});
