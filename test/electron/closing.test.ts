import { BrowserWindow } from 'electron';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fail, succeed, type Result } from '../../contract/result.ts';
import { Closing } from '../../main/faces/electron/closing.ts';
import type { World } from './double/world.ts';

const world = vi.hoisted((): { now: World | null } => ({ now: null }));
vi.mock('electron', async () => {
  const { electronModule } = await import('./double/module.ts');
  const double = await import('./double/world.ts');
  // Nothing here opens a page.
  world.now = new double.World({ browser: Object.create(null) });
  return electronModule(world.now);
});

it('says that everything is sent only if that is known, and otherwise shows the window again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answers: Result<unknown>[] = [
    succeed({ count: 2 }),
    succeed({ count: 1 }),
    fail('storageFailed', 'The database could not be read.'),
  ];
  const host = {
    opened: () => Promise.resolve(succeed(null)),
    call: () => Promise.resolve(answers.shift() ?? succeed({ count: 0 })),
    subscribe: () => () => undefined,
    report: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const window = new BrowserWindow({ x: 0, y: 0, width: 100, height: 100, show: true, webPreferences: {} });
  const closing = new Closing(host, window);
  const [shown] = world.now?.windows ?? [];
  window.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown?.isShown).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(world.now?.notices).toEqual([]);
  expect(shown?.isShown).toBe(true);
  await closing.end();
  expect(world.now?.windows.size).toBe(0);
});
