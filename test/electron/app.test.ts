import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { menuItem, runApp, startApp, type RunningApp, type StartOptions } from './start-app.ts';
import { guidePath, places } from '../../contract/window/places.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

let app: RunningApp | null = null;
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await app?.end();
  app = null;
});

/** The app of the tests that need no new one. */
let lasting: Promise<RunningApp> | null = null;
const keep = (): Promise<RunningApp> => (lasting ??= startApp());
afterAll(async () => (await lasting)?.end());

async function start(options: StartOptions = {}): Promise<RunningApp> {
  app = await startApp({ directory: path.join(folder, 'data'), ...options });
  return app;
}

async function run(options: StartOptions = {}): Promise<RunningApp> {
  app = await runApp({ directory: path.join(folder, 'data'), ...options });
  return app;
}

const untilEnded = ({ world }: RunningApp) => vi.waitUntil(() => world.exitCode !== null, 60_000);

describe('debugging', () => {
  it.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--inspect',
    '--inspect-brk=0',
    '--INSPECT',
  ])('ends the app at once if it is started with %s', async (word) => {
    const { world } = await run({ words: [word] });
    expect(world.exitCode).toBe(1);
    expect(world.windows.size).toBe(0);
  });

  it('ends the app at once if only Chromium knows of the switch', async () => {
    const { world } = await run({ switches: ['remote-debugging-port'] });
    expect(world.exitCode).toBe(1);
  });

  it('is never allowed in an installed app, whatever the environment contains', async () => {
    vi.stubEnv('BURSAR_ALLOW_DEBUGGING', '1');
    const { world } = await run({ words: ['--inspect'], isPackaged: true });
    vi.unstubAllEnvs();
    expect(world.exitCode).toBe(1);
  });
});

describe('without the sandbox of the window', () => {
  it.each(['--no-sandbox', '--disable-namespace-sandbox', '--single-process', '--disable-web-security'])(
    'the app does not start: %s',
    async (word) => {
      const { world } = await run({ words: [word] });
      expect(world.exitCode).toBe(1);
      expect(world.windows.size).toBe(0);
    },
  );

  it('the app does not start if only Chromium knows of the switch, and says why in a dialog', async () => {
    const { world } = await run({ switches: ['no-sandbox'], isPackaged: true });
    expect(world.exitCode).toBe(1);
    expect(world.errors[0]).toContain('--no-sandbox');
  });

  it('the app does not start with Electron’s equivalent variable', async () => {
    vi.stubEnv('ELECTRON_DISABLE_SANDBOX', '1');
    const { world } = await run();
    vi.unstubAllEnvs();
    expect(world.exitCode).toBe(1);
  });
});

describe('one app', () => {
  it('ends a second start and shows the window of the first', async () => {
    const second = await run({ hasLock: false });
    expect(second.world.exitCode).toBe(0);
    expect(second.world.windows.size).toBe(0);
    await second.end();
    const first = await start();
    const window = first.window();
    window.isMinimizedNow = true;
    first.world.app.emit('second-instance', {}, [], '');
    expect(window.isMinimizedNow).toBe(false);
    expect(window.focusCount).toBe(1);
  });

  it('keeps Chromium’s files inside its own data folder', async () => {
    const { world, directory } = await start();
    expect(world.paths.get('userData')).toBe(path.join(directory, 'window'));
  });

  it('says so when another program holds the data folder, and opens when it is free', async () => {
    const first = await start();
    const { directory } = first;
    const second = await runApp({ directory });
    let tries = 0;
    second.world.answer = ({ buttons, defaultId = 0 }) => {
      tries += 1;
      return tries < 2 ? 'Try Again' : tries === 2 ? 'Quit' : (buttons[defaultId] ?? '');
    };
    await vi.waitUntil(() => second.world.exitCode !== null, 60_000);
    expect(second.world.questions[0]?.detail).toContain(directory);
    expect(second.world.windows.size).toBe(0);
    await second.end();
  });
});

describe('the window', () => {
  it('reopens where it was', async () => {
    const first = await start();
    first.window().moveTo({ x: 100, y: 50, width: 1400, height: 900 });
    first.window().close();
    await untilEnded(first);
    await first.end();
    const again = await start();
    expect(again.window().options).toMatchObject({ x: 100, y: 50, width: 1400, height: 900 });
  });

  it('opens on an existing screen if its own is gone', async () => {
    const first = await start({ screens: [{ x: 3000, y: 0, width: 1920, height: 1080 }] });
    first.window().moveTo({ x: 3500, y: 100, width: 1200, height: 800 });
    first.window().close();
    await untilEnded(first);
    await first.end();
    const again = await start({ screens: [{ x: 0, y: 0, width: 1366, height: 768 }] });
    const { x, y, width, height } = again.window().options;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(1366);
    expect(y + height).toBeLessThanOrEqual(768);
  });

  it('opens with defaults if its stored state is garbage', async () => {
    const first = await start();
    first.window().close();
    await untilEnded(first);
    await first.end();
    writeFileSync(path.join(folder, 'data', 'window', 'window.json'), '{"bounds":{"x":"left"}}');
    expect((await start()).window().options).toMatchObject({ width: 1280, height: 800 });
  });

  it('reloads its page when its process fails, and asks a person if it keeps failing', async () => {
    const running = await start();
    const { world } = running;
    for (let count = 0; count < 3; count += 1) {
      const isLoaded = running.page().waitForEvent('load');
      running.window().webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
      await isLoaded;
    }
    expect(world.questions).toEqual([]);
    running.window().webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    await vi.waitUntil(() => world.questions.length === 1, 60_000);
    expect(world.questions[0]?.detail).toContain('failed 4 times');
  });

  it('ends the app when it is closed while nothing is being sent, without a question', async () => {
    const running = await start();
    running.window().close();
    await untilEnded(running);
    expect(running.world.exitCode).toBe(0);
    expect(running.world.questions).toEqual([]);
  });
});

describe('menu, themes and updates', () => {
  it('has the shortcuts of the platform and reaches every screen', async () => {
    const running = await keep();
    const { menu } = running.world;
    expect(menuItem(menu, 'New batch').accelerator).toBe('CmdOrCtrl+N');
    expect(menuItem(menu, 'Settings…').accelerator).toBe('CmdOrCtrl+,');
    // Before a merchant is connected.
    const titles: Record<string, string> = { Overview: 'Welcome to Bursar' };
    for (const { label, title = label, path: place } of [
      ...places.map((each) => ({ title: titles[each.label], ...each })),
      { label: 'Bursar guide', title: 'Guide', path: guidePath },
      { label: 'Back', title: 'Settings', path: '/settings' },
      { label: 'Forward', title: 'Guide', path: guidePath },
    ]) {
      menuItem(menu, label).click?.();
      // Some screens lead on to their first part, which must not happen after the next one was asked for.
      const page = running.page();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      expect(new URL(page.url()).hash).toMatch(`#${place}`);
    }
    expect(JSON.stringify(menu)).toContain('"role":"undo"');
    const labels = [...JSON.stringify(menu).matchAll(/"label":"([^"]*)"/g)].map(([, label = '']) => label);
    expect(labels).toContain('Select all');
    expect(labels.filter((label) => / (?!Bursar)[A-Z]/.test(label))).toEqual([]);
  });

  it('follows the appearance that a person chooses, in the menu or in the page', async () => {
    const running = await keep();
    expect(running.world.themeSource).toBe('system');
    menuItem(running.world.menu, 'Dark').click?.();
    await vi.waitUntil(() => running.world.themeSource === 'dark', 60_000);
    await running.call('settings.change', { appearance: 'light' });
    await vi.waitUntil(() => running.world.themeSource === 'light', 60_000);
    expect(menuItem(running.world.menu, 'Light')).toMatchObject({ checked: true });
  });

  it('checks for updates only once a feed is set, and only as an installed app', async () => {
    const asked = vi.fn<(url: string) => void>();
    const updater = {
      setFeedURL: ({ url }: { url: string }) => asked(url),
      checkForUpdates: () => Promise.resolve({ isUpdateAvailable: true, updateInfo: { version: '9.9.9' } }),
    };
    vi.doMock('electron-updater', () => ({ default: { autoUpdater: updater } }));
    const running = await start({ isPackaged: true });
    expect(asked).not.toHaveBeenCalled();
    running.world.answer = () => 'Cancel';
    expect(
      await running.call('settings.change', { updateFeedUrl: 'https://evil.example/bursar' }),
    ).toMatchObject({ ok: false, error: { code: 'changeDeclined' } });
    expect(running.world.questions.at(-1)?.detail).toContain('https://evil.example/bursar');
    expect(asked).not.toHaveBeenCalled();
    running.world.answer = ({ buttons }) => buttons[1] ?? '';
    await running.call('settings.change', { updateFeedUrl: 'https://updates.example/bursar' });
    await vi.waitUntil(() => running.world.notices.length === 1, 60_000);
    expect(asked).toHaveBeenCalledWith('https://updates.example/bursar');
    expect(running.world.notices[0]?.title).toContain('9.9.9');
  });

  it('says that checking for updates failed, until it works or no feed is set', async () => {
    let reason: Error | null = new Error('net::ERR_NAME_NOT_RESOLVED');
    const updater = {
      setFeedURL: () => undefined,
      checkForUpdates: () => (reason === null ? Promise.resolve(null) : Promise.reject(reason)),
    };
    vi.doMock('electron-updater', () => ({ default: { autoUpdater: updater } }));
    const running = await start({ isPackaged: true });
    running.world.answer = ({ buttons }) => buttons[1] ?? '';
    const failing = async () => {
      const answer = JSON.stringify(await running.call('attention.list', {}));
      return answer.includes('"task":"updates"') && answer.includes('"count":1');
    };
    const setFeed = (updateFeedUrl: string | null) => running.call('settings.change', { updateFeedUrl });
    await setFeed('https://updates.example/one');
    await vi.waitUntil(failing, 60_000);
    reason = null;
    await setFeed('https://updates.example/two');
    await vi.waitUntil(async () => !(await failing()), 60_000);
    reason = new Error('net::ERR_INTERNET_DISCONNECTED');
    await setFeed('https://updates.example/three');
    await vi.waitUntil(failing, 60_000);
    await setFeed(null);
    await vi.waitUntil(async () => !(await failing()), 60_000);
  });
});

describe('dialogs', () => {
  it('save the page’s content where the person chooses, or nothing', async () => {
    const running = await keep();
    const { page, world } = running;
    const save = (name = '../export.csv') =>
      page().evaluate(
        (suggestedName) =>
          Reflect.get(globalThis, 'bursar').call('host.saveFile', {
            suggestedName,
            bytes: new Uint8Array([1, 2, 3]),
          }),
        name,
      );
    expect(await save()).toEqual({ ok: true, value: null });
    world.chosenFile = path.join(folder, 'export.csv');
    expect(await save()).toEqual({ ok: true, value: { path: world.chosenFile } });
    expect([...readFileSync(world.chosenFile)]).toEqual([1, 2, 3]);
    expect(world.fileQuestions.at(-1)).toMatchObject({ defaultPath: '__export.csv' });
    // A batch that a report is named after may have a name of 1,024 characters.
    await save(`${'é'.repeat(1024)}-report.csv`);
    expect(world.fileQuestions.at(-1)).toMatchObject({ defaultPath: `${'é'.repeat(98)}.csv` });
    world.chosenFile = path.join(folder, 'nowhere', 'export.csv');
    expect(await save()).toMatchObject({ ok: false, error: { code: 'storageFailed' } });
  });

  it('print the page as a PDF', async () => {
    const running = await keep();
    running.world.chosenFile = path.join(folder, 'receipt.pdf');
    expect(await running.call('host.savePdf', { suggestedName: 'receipt.pdf' })).toMatchObject({ ok: true });
    expect(readFileSync(running.world.chosenFile).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('back up and restore through chosen files, after which everything is read again', async () => {
    const running = await keep();
    const { world } = running;
    await running.call('settings.change', { density: 'compact' });
    world.chosenFile = path.join(folder, 'kept.db');
    await running.call('host.choosePlace', { suggestedName: 'kept.db', purpose: 'backup' });
    expect(await running.call('data.backup', { path: world.chosenFile })).toMatchObject({ ok: true });
    await running.call('settings.change', { density: 'comfortable' });
    await running.call('host.chooseFile', { purpose: 'backup' });
    world.answer = () => 'Cancel';
    const backup = { path: world.chosenFile, windowId: 'here' };
    expect(await running.call('host.restoreBackup', backup)).toMatchObject({
      error: { code: 'changeDeclined' },
    });
    await running
      .page()
      .evaluate(() =>
        Reflect.get(globalThis, 'bursar').onEvent(({ kind }: { kind: string }) =>
          Reflect.set(globalThis, 'isRestored', kind === 'restored' || Reflect.get(globalThis, 'isRestored')),
        ),
      );
    world.answer = ({ buttons, defaultId = 0 }) =>
      buttons.includes('Restore') ? 'Restore' : (buttons[defaultId] ?? '');
    expect(await running.call('host.restoreBackup', backup)).toMatchObject({ ok: true });
    expect(await running.call('settings.read', {})).toMatchObject({ value: { density: 'compact' } });
    await running.page().waitForFunction(() => Reflect.get(globalThis, 'isRestored') === true);
  });

  it('open the data folder', async () => {
    const running = await keep();
    expect(await running.call('host.openDataFolder', {})).toEqual({ ok: true, value: {} });
    expect(running.world.openedPaths).toEqual([running.directory]);
    running.world.openProblem = 'No application is registered';
    menuItem(running.world.menu, 'Open data folder').click?.();
    await vi.waitUntil(() => running.world.errors.length === 1, 60_000);
    expect(running.world.errors[0]).toContain('could not be opened (No application is registered)');
  });
});
