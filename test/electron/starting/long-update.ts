import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { sizeOfLongUpdate } from '../../../main/store/index.ts';
import { runCli } from '../../kit/run-cli.ts';
import { makeLargeOlderFolder } from '../../kit/store.ts';
import { runApp, startApp } from '../start-app.ts';
import { temporaryFolder } from '../../kit/temporary-folder.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

it('asks before a database update that shows no window for a while, and changes nothing if the person quits', async () => {
  const directory = path.join(folder, 'data');
  makeLargeOlderFolder(directory);
  const app = await runApp({ directory, answer: () => 'Quit' });
  await vi.waitUntil(() => app.world.exitCode !== null, 60_000);
  expect(app.world.questions).toHaveLength(1);
  expect(app.world.windows.size).toBe(0);
  await app.end();
  expect(sizeOfLongUpdate(directory)).not.toBe(null);

  const again = await startApp({ directory });
  expect(again.world.questions.map(({ detail }) => detail)).toEqual([
    'This version of Bursar first updates the database (68 MB), which can take some minutes. If that is interrupted, nothing is lost: the next start begins it again. The window opens when it is done.',
  ]);
  expect(sizeOfLongUpdate(directory)).toBe(null);
  await again.end();
});

it('the notice of a long update is printed on the command line, once', async () => {
  makeLargeOlderFolder(folder);
  const list = () => runCli(['batch', 'list', '--json', '--data-dir', folder]);
  const first = await list();
  expect(first).toMatchObject({ exitCode: 0, stdout: '[]\n' });
  expect(first.stderr).toContain('first updates the database (68 MB)');
  expect((await list()).stderr).toBe('');
});
