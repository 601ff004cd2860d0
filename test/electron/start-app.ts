import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, vi } from 'vitest';
import { launchBrowser } from '../browser/kit/launch.ts';
import { electronModule } from './double/module.ts';
import type { WindowDouble } from './double/window.ts';
import { World, type WorldOptions } from './double/world.ts';

const patienceMs = 60_000;

export type RunningApp = {
  readonly world: World;
  readonly directory: string;
  /** The one window, once its page is there. */
  window(): WindowDouble;
  page(): Page;
  /** Calls as the page does, through the real preload. */
  call(name: string, input: unknown, callId?: string): Promise<unknown>;
  end(): Promise<void>;
};

export type StartOptions = Partial<WorldOptions> & {
  /** Words of the command line. */
  readonly words?: readonly string[];
  /** A data folder that is there already. */
  readonly directory?: string;
};

/** The browser of a test file, in which its windows are pages. */
let shared: Promise<Browser> | null = null;
afterAll(async () => (await shared)?.close());

/** Runs the real `main/electron.ts` over the double; without waiting for a window. */
export async function runApp(options: StartOptions = {}): Promise<RunningApp> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bursar-desktop-'));
  const directory = options.directory ?? path.join(folder, 'data');
  const browser = options.browser ?? (await (shared ??= launchBrowser()));
  const world = new World({ ...options, browser });
  const argumentsBefore = process.argv;
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const listenersBefore = signals.map((signal) => process.listeners(signal));
  process.argv = [...argumentsBefore, `--data-dir=${directory}`, ...(options.words ?? [])];
  vi.resetModules();
  vi.doMock('electron', () => electronModule(world));
  try {
    await import('../../main/electron.ts');
  } finally {
    process.argv = argumentsBefore;
  }
  const window = (): WindowDouble => {
    const [only] = world.windows;
    if (only === undefined) throw new Error('there is no window');
    return only;
  };
  const page = (): Page => window().webContents.page;
  return {
    world,
    directory,
    window,
    page,
    call: (name, input, callId) =>
      page().evaluate(
        ([operation, given, id]) => Reflect.get(globalThis, 'bursar').call(operation, given, id),
        [name, input, callId] as const,
      ),
    end: async () => {
      for (const [index, signal] of signals.entries())
        for (const listener of process.listeners(signal))
          if (listenersBefore[index]?.includes(listener) !== true) {
            // Ends as the system asks a program to end.
            if (signal === 'SIGTERM' && world.exitCode === null) listener(signal);
            process.removeListener(signal, listener);
          }
      if (world.windows.size > 0) await vi.waitUntil(() => world.windows.size === 0, patienceMs);
      await Promise.all(world.closings);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs the app and waits until its page is shown. */
export async function startApp(options: StartOptions = {}): Promise<RunningApp> {
  const app = await runApp(options);
  const { world } = app;
  const isShown = (): boolean => [...world.windows].some((window) => window.isShown);
  try {
    await vi.waitUntil(() => isShown() || world.exitCode !== null, patienceMs);
  } finally {
    if (!isShown()) {
      const asked = world.questions.slice(0, 3).map(({ message, detail }) => `${message} ${detail ?? ''}`);
      const state = `ended with ${world.exitCode}, ${world.windows.size} windows`;
      process.stderr.write(`The app showed no window: ${[state, ...asked, ...world.errors].join('; ')}\n`);
    }
  }
  return app;
}

type MenuItem = {
  label?: string;
  role?: string;
  accelerator?: string;
  submenu?: MenuItem[];
  click?: () => void;
};

/** The item of a menu with this label, however deep it is. */
export function menuItem(items: object[], label: string): MenuItem {
  const all = (list: MenuItem[]): MenuItem[] => list.flatMap((item) => [item, ...all(item.submenu ?? [])]);
  const found = all(items).find((item) => item.label === label);
  if (found === undefined) throw new Error(`no menu item ${label}`);
  return found;
}
