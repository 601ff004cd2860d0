import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCli } from '../../kit/run-cli.ts';
import { runApp, startApp, type RunningApp } from '../start-app.ts';
import { temporaryFolder } from '../../kit/temporary-folder.ts';

let app: RunningApp | null = null;
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await app?.end();
  app = null;
});

async function start(words: readonly string[]): Promise<RunningApp> {
  app = await startApp({ directory: path.join(folder, 'data'), words });
  return app;
}

/** The approver card of a person, as a file. */
async function cardOf(name: string): Promise<string> {
  const file = path.join(folder, `${name}.bursar`);
  const words = ['approver', 'card', '--name', name, '--out', file, '--data-dir', path.join(folder, name)];
  expect((await runCli(words)).exitCode).toBe(0);
  return file;
}

it('a signed file opened from the system is shown, whether it starts the app, reaches a running one, or is named by macOS; nothing is imported', async () => {
  const { world, page, call } = await start([await cardOf('Ann')]);
  const isShown = (name: string) => page().getByText(`Card of ${name}`).waitFor();
  await isShown('Ann');
  expect(page().url()).toContain('#/approvals');
  const second = await cardOf('Ben');
  world.app.emit('second-instance', {}, ['bursar', path.basename(second)], folder);
  await isShown('Ben');
  world.app.emit('open-file', { preventDefault: () => undefined }, await cardOf('Cleo'));
  await isShown('Cleo');
  // Of several the last one is shown, and the others are not taken for one that is opened later.
  const several = [await cardOf('Dora'), await cardOf('Émile Ün')];
  world.app.emit('second-instance', {}, ['bursar', ...several], folder);
  await isShown('Émile Ün');
  world.app.emit('second-instance', {}, ['bursar', pathToFileURL(second).href], folder);
  await isShown('Ben');
  expect(await call('approvals.list', { limit: 1 })).toMatchObject({ ok: true, value: [] });
  // Each is given to the page once, and no other file is.
  expect(await call('host.takeOpenedFile', {})).toEqual({ ok: true, value: null });
  world.app.emit('second-instance', {}, ['bursar', '/etc/passwd', '--x.bursar'], folder);
  expect(await call('host.takeOpenedFile', {})).toEqual({ ok: true, value: null });
});

it('a signed file opened while the app still opens its data folder is shown once there is a window', async () => {
  const card = await cardOf('Ann');
  app = await runApp({ directory: path.join(folder, 'data') });
  const { world } = app;
  expect(world.windows.size).toBe(0);
  world.app.emit('second-instance', {}, ['bursar', '--original-process-start-time=1', card], folder);
  await vi.waitUntil(() => [...world.windows].some(({ isShown }) => isShown), 60_000);
  await app.page().getByText('Card of Ann').waitFor();
});

it('a file that is larger than any signed file is not read, and the page says so', async () => {
  const large = path.join(folder, 'large.bursar');
  writeFileSync(large, '');
  truncateSync(large, 64 * 1024 * 1024 + 1);
  const { page } = await start([large]);
  await page().getByText('which no signed file of Bursar is').waitFor();
});

it('the shared folder is one that the person chose in the native dialog, and no other', async () => {
  const { world, call } = await start([]);
  const set = () => call('settings.change', { approvalFolder: folder });
  expect(await set()).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  world.chosenFile = folder;
  await call('host.chooseFile', { purpose: 'backup' });
  expect(await set()).toMatchObject({ ok: false });
  await call('host.chooseFile', { purpose: 'folder' });
  expect(world.fileQuestions.at(-1)).toMatchObject({ properties: ['openDirectory'] });
  expect(await set()).toMatchObject({ ok: true });
});
