import { expect, it, onTestFinished, vi } from 'vitest';
import { startApp } from '../start-app.ts';

const discards = 'Discard what you entered or chose?';

it('asks about something unsaved in the page before the window is closed or its page loaded anew, and only then', async () => {
  const running = await startApp();
  onTestFinished(() => running.end());
  const { world } = running;
  const page = running.page();
  await page.evaluate(`location.hash = '/settings/limits'`);
  const days = page.getByLabel('Days');
  await days.fill('77');
  const asked = () => world.questions.map(({ message }) => message);
  world.answer = () => 'Cancel';
  running.window().close();
  await vi.waitUntil(() => asked().length === 1, 60_000);
  await page.evaluate('void location.reload()');
  await vi.waitUntil(() => asked().length === 2, 60_000);
  expect(asked()).toEqual([discards, discards]);
  expect(await days.inputValue()).toBe('77');
  world.answer = () => 'Discard';
  const isLoaded = page.waitForEvent('load');
  await page.evaluate('void location.reload()');
  await isLoaded;
  await days.waitFor();
  expect(await days.inputValue()).not.toBe('77');
  running.window().close();
  await vi.waitUntil(() => world.exitCode !== null, 60_000);
  expect(asked()).toHaveLength(3);
});
