import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openingCommand } from '../../main/faces/cli/open-browser.ts';
import { ask } from '../loopback/asking.ts';
import { runCli, startCli, type CliRun } from './run-cli.ts';

let folder: string;
const noScreen = { DISPLAY: '', WAYLAND_DISPLAY: '' };

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bursar-app-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the app for the browser and gives the address that it prints. */
async function startApp(...words: string[]): Promise<CliRun & { address: URL }> {
  const run = startCli(['app', '--browser', '--data-dir', folder, ...words], noScreen);
  let printed = '';
  run.child.stdout?.on('data', (text: string) => (printed += text));
  await vi.waitUntil(() => /http:\S+/.test(printed), 20_000);
  return { ...run, address: new URL(/http:\S+/.exec(printed)?.[0] ?? '') };
}

it('prints the address where there is no browser to open, serves the page, and Ctrl-C ends it cleanly', async () => {
  const { child, end, address } = await startApp();
  expect(address.hostname).toBe('127.0.0.1');
  const answer = await ask(Number(address.port), { path: `${address.pathname}${address.search}` });
  expect(answer.status).toBe(303);
  child.kill('SIGINT');
  const { exitCode, stdout, stderr } = await end;
  expect(exitCode).toBe(0);
  expect(stdout).toContain('works once');
  expect(stderr).not.toContain('Error');
  // The folder is free again.
  const doctor = await runCli(['doctor', '--json', '--data-dir', folder]);
  expect(doctor.stderr).not.toContain('in use');
});

it('says that the data folder is in use', async () => {
  const first = await startApp();
  const second = await runCli(['app', '--browser', '--data-dir', folder], noScreen);
  expect(second.exitCode).toBe(7);
  expect(second.stderr).toContain(folder);
  first.child.kill('SIGINT');
  await first.end;
});

it('refuses a port that is none, and a key file, before anything is opened', async () => {
  for (const port of ['70000', '-1', 'x', ''])
    expect((await runCli(['app', '--browser', `--port=${port}`, '--data-dir', folder])).exitCode).toBe(2);
  expect((await runCli(['app', '--key-file', 'k.pem', '--data-dir', folder])).stderr).toContain('--key-file');
});

it('opens the browser with the platform\u2019s own program, and none where there is no screen', () => {
  expect(openingCommand('darwin', {})).toEqual(['open']);
  expect(openingCommand('win32', {})?.[0]).toBe('rundll32');
  expect(openingCommand('linux', { DISPLAY: ':0' })).toEqual(['xdg-open']);
  expect(openingCommand('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open']);
  expect(openingCommand('linux', { DISPLAY: '' })).toBeNull();
});
