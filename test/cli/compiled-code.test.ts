import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compiledCodeDirectory } from '../../main/faces/cli/compiled-code.ts';
import { runProgram } from '../kit/run-cli.ts';

const home = mkdtempSync(path.join(tmpdir(), 'bursar-compiled-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The user's cache folder is here, and the test run's own compile cache does not stand in for it. */
const cacheAt = (folder: string): Record<string, string> => ({
  XDG_CACHE_HOME: folder,
  NODE_COMPILE_CACHE: '',
});

describe.skipIf(process.platform !== 'linux')('compiled code', () => {
  test('is kept for the next command in a folder of the cache that only its owner may write to', async () => {
    const cache = path.join(home, 'fresh');
    expect((await runProgram(['help'], cacheAt(cache))).exitCode).toBe(0);
    const kept = path.join(cache, 'bursar', 'code');
    expect(statSync(kept).mode & 0o777).toBe(0o700);
    expect(readdirSync(kept, { recursive: true }).length).toBeGreaterThan(1);
  });

  test('is neither kept nor taken from a folder that others may write to', async () => {
    const cache = path.join(home, 'shared');
    const kept = path.join(cache, 'bursar', 'code');
    mkdirSync(kept, { recursive: true });
    chmodSync(kept, 0o777);
    expect((await runProgram(['help'], cacheAt(cache))).exitCode).toBe(0);
    expect(readdirSync(kept)).toEqual([]);
  });

  test('is no condition for running: a cache that cannot be made changes nothing', async () => {
    const { exitCode, stdout, stderr } = await runProgram(['help'], cacheAt('/dev/null'));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('bursar: sends payouts');
    expect(existsSync('/dev/null/bursar')).toBe(false);
  });
});

test('compiled code lies where each platform keeps what can be made again', () => {
  expect(compiledCodeDirectory('linux', {}, '/home/a')).toBe('/home/a/.cache/bursar/code');
  expect(compiledCodeDirectory('linux', { XDG_CACHE_HOME: 'relative' }, '/home/a')).toBe(
    '/home/a/.cache/bursar/code',
  );
  expect(compiledCodeDirectory('darwin', {}, '/Users/a')).toBe('/Users/a/Library/Caches/Bursar/code');
  expect(compiledCodeDirectory('win32', { LOCALAPPDATA: '/local' }, '/a')).toBe('/local/Bursar/cache/code');
});
