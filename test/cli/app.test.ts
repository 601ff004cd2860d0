import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openingCommand } from '../../main/faces/cli/terminal/open-browser.ts';
import { ask, callOver, enter, letIn, tokenIn } from '../loopback/asking.ts';
import { startAtTerminal } from '../kit/terminal.ts';
import { runCli, startCli, type CliRun } from '../kit/run-cli.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

let folder: string;
const noScreen = { DISPLAY: '', WAYLAND_DISPLAY: '' };

beforeEach(() => {
  folder = temporaryFolder();
});

/** Starts the app for the browser and gives the address that it prints. */
async function startApp(...words: string[]): Promise<CliRun & { address: URL }> {
  const run = startCli(['app', '--browser', '--data-dir', folder, ...words], noScreen);
  let printed = '';
  run.child.stdout?.on('data', (text: string) => (printed += text));
  await vi.waitUntil(() => /http:\S+/.test(printed), 60_000);
  return { ...run, address: new URL(/http:\S+/.exec(printed)?.[0] ?? '') };
}

it('prints the address if there is no browser to open, serves the page, and stops cleanly on Ctrl-C', async () => {
  const { child, end, address } = await startApp();
  expect(address.hostname).toBe('127.0.0.1');
  expect((await ask(Number(address.port), {})).status).toBe(200);
  // I8: whatever makes a core dump of it finds no memory in it.
  if (process.platform === 'linux')
    expect(readFileSync(`/proc/${child.pid}/coredump_filter`, 'utf8').trim()).toMatch(/^0+$/);
  expect((await enter(Number(address.port), tokenIn(address.href))).status).toBe(200);
  child.kill('SIGINT');
  const { exitCode, stdout, stderr } = await end;
  expect(exitCode).toBe(0);
  expect(stdout).toContain('works once');
  expect(stderr).not.toContain('Error');
  // The folder is free again.
  const doctor = await runCli(['doctor', '--json', '--data-dir', folder]);
  expect(doctor.stderr).not.toContain('in use');
});

it.skipIf(process.platform !== 'linux')(
  'opens the browser with a page that only its owner may read, and puts no secret into process arguments',
  async () => {
    const told = path.join(folder, 'told');
    const opener = path.join(folder, 'xdg-open');
    const inherited = path.join(folder, 'environment');
    const tell = `env > '${inherited}'; printf '%s' "$*" > '${told}.new' && mv '${told}.new' '${told}'`;
    writeFileSync(opener, `#!/bin/sh\n${tell}\n`, { mode: 0o755 });
    const data = path.join(folder, 'data');
    const environment = {
      DISPLAY: ':99',
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      BURSAR_KEY_PASSPHRASE: 'planted phrase',
      BURSAR_MERCHANT_SECRET: 'planted secret',
    };
    const run = startCli(['app', '--browser', '--data-dir', data], environment);
    let printed = '';
    run.child.stdout?.on('data', (text: string) => (printed += text));
    await vi.waitUntil(() => existsSync(told) && /http:\S+/.test(printed), 60_000);
    const address = new URL(/http:\S+/.exec(printed)?.[0] ?? '');
    const words = readFileSync(told, 'utf8');
    expect(words).not.toContain(tokenIn(address.href));
    expect(readFileSync(inherited, 'utf8')).toContain('DISPLAY=:99');
    expect(readFileSync(inherited, 'utf8')).not.toContain('planted');
    const page = fileURLToPath(words);
    expect(statSync(page).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(page)).mode & 0o777).toBe(0o700);
    expect(readFileSync(page, 'utf8')).toContain(address.href);
    await enter(Number(address.port), tokenIn(address.href));
    await vi.waitUntil(() => !existsSync(page), 60_000);
    run.child.kill('SIGINT');
    expect((await run.end).exitCode).toBe(0);
  },
);

it('asks at the terminal before a page changes something that belongs to the whole computer', async () => {
  const run = startAtTerminal(['app', '--browser', '--no-open', '--data-dir', folder]);
  onTestFinished(() => run.type('\u0003'));
  await run.untilShown('Ctrl-C ends Bursar');
  const [address = ''] = /http:\S+/.exec(run.shown()) ?? [];
  const port = Number(new URL(address).port);
  const session = await letIn(address);
  const change = (updateFeedUrl: string): Promise<unknown> =>
    callOver(port, session, 'settings.change', { updateFeedUrl });
  const refused = change('https://one.example/feed');
  await run.untilShown('https://one.example/feed');
  run.type('no\n');
  expect(await refused).toMatchObject({ ok: false, error: { code: 'changeDeclined' } });
  const confirmed = change('https://two.example/feed');
  await run.untilShown('https://two.example/feed');
  run.type('yes\n');
  expect(await confirmed).toMatchObject({ ok: true, value: { updateFeedUrl: 'https://two.example/feed' } });
  const open = change('https://three.example/feed');
  await run.untilShown('https://three.example/feed');
  run.type('\u0003');
  expect(await open).not.toMatchObject({ ok: true });
  expect((await run.end).exitCode).toBe(0);
});

it('says that the data folder is in use', async () => {
  const first = await startApp();
  const second = await runCli(['app', '--browser', '--data-dir', folder]);
  expect(second.exitCode).toBe(7);
  expect(second.stderr).toContain(folder);
  first.child.kill('SIGINT');
  await first.end;
});

it('refuses an invalid port, and a key file, before it opens anything', async () => {
  for (const port of ['70000', '-1', 'x', ''])
    expect((await runCli(['app', '--browser', `--port=${port}`, '--data-dir', folder])).exitCode).toBe(2);
  expect((await runCli(['app', '--key-file', 'k.pem', '--data-dir', folder])).stderr).toContain('--key-file');
});

it('opens the browser with the platform\u2019s own program, and none without a display', () => {
  expect(openingCommand('darwin', {})).toEqual(['open']);
  expect(openingCommand('win32', {})?.[0]).toBe('rundll32');
  expect(openingCommand('linux', { DISPLAY: ':0' })).toEqual(['xdg-open']);
  expect(openingCommand('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open']);
  expect(openingCommand('linux', { DISPLAY: '' })).toBeNull();
});
