import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compose } from '../../main/compose.ts';
import { startLoopback } from '../../main/faces/loopback/start.ts';
import type { LoopbackServer } from '../../main/faces/loopback/server.ts';
import { launchBrowser } from '../browser/launch.ts';
import { callOver, letIn } from './asking.ts';

const liveProfile = {
  name: 'real',
  environment: 'live' as const,
  baseUrl: 'https://gateway.example/api',
  merchantCode: 'REAL',
  callbackUrl: 'https://merchant.example/callbacks',
  key: { kind: 'none' as const },
};

let folder: string;
let directory: string;
let face: LoopbackServer;
let cookie: string;
const call = (name: string, input: unknown): Promise<unknown> => callOver(face.port, cookie, name, input);

async function start(port = 0): Promise<LoopbackServer> {
  const started = await startLoopback({ directory, port });
  if (!started.ok) throw new Error(started.error.message);
  return started.value;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bursar-loopback-'));
  directory = path.join(folder, 'data');
  // A live profile that the command line made.
  const bursar = await compose({ directory, keyFile: null });
  if (!bursar.ok) throw new Error(bursar.error.message);
  const callOptions = { signal: new AbortController().signal, confirm: () => Promise.resolve(false) };
  const added = await bursar.value.dispatch('profiles.add', liveProfile, callOptions);
  expect(added.ok).toBe(true);
  await bursar.value.close();
  face = await start();
  cookie = await letIn(face.address);
});
afterAll(async () => {
  await face.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('live profiles', () => {
  it('are not made here', async () => {
    expect(
      await call('profiles.add', { ...liveProfile, name: 'other', merchantCode: 'OTHER' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'liveNotServed' },
    });
  });

  it('are not used here, though they are there', async () => {
    for (const name of ['profiles.test', 'balances.read'])
      expect(await call(name, { profileName: 'real' }), name).toMatchObject({
        ok: false,
        error: { code: 'liveNotServed' },
      });
    const input = { profileName: 'real', fileName: 'a.csv', bytes: new Uint8Array([1]) };
    expect(await call('batches.import', input)).toMatchObject({
      ok: false,
      error: { code: 'liveNotServed' },
    });
  });
});

it('I5: a page cannot ask for a token: that operation is as unknown here as any other name', async () => {
  const input = { operations: ['POST /payouts/.*'], validitySeconds: 60 };
  expect(await call('tokens.create', input)).toEqual({
    ok: false,
    error: { code: 'inputInvalid', message: 'There is no operation tokens.create.', details: {} },
  });
});

describe('the surroundings of a page in the browser', () => {
  it('say what they are', async () => {
    expect(await call('host.info', {})).toMatchObject({
      ok: true,
      value: { face: 'loopback', hasDialogs: false, servesLive: false, dataDirectory: directory },
    });
  });

  it.each([
    ['host.chooseFile', { purpose: 'key' }],
    ['host.choosePlace', { suggestedName: 'x' }],
    ['host.saveFile', { suggestedName: 'x', bytes: new Uint8Array() }],
    ['host.savePdf', { suggestedName: 'x' }],
    ['host.openDataFolder', {}],
  ])('have no dialogs: %s says what to do instead', async (name, input) => {
    expect(await call(name, input)).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  });

  it('take only what the contract says', async () => {
    for (const [name, input] of [
      ['host.cancel', {}],
      ['host.cancel', { callId: 'x', more: 1 }],
      ['host.info', null],
      ['host.openExternal', { url: 'javascript:alert(1)' }],
      ['host.nothing', {}],
      ['toString', {}],
    ] as const)
      expect(await call(name, input), name).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  });

  it('back up and restore by path, and go on afterwards', async () => {
    const file = path.join(folder, 'kept.db');
    await call('settings.change', { density: 'compact' });
    expect(await call('data.backup', { path: file })).toMatchObject({ ok: true });
    await call('settings.change', { density: 'comfortable' });
    expect(await call('host.restoreBackup', { path: path.join(folder, 'none.db') })).toMatchObject({
      ok: false,
    });
    expect(await call('settings.read', {})).toMatchObject({ value: { density: 'comfortable' } });
    const [restored, waited] = await Promise.all([
      call('host.restoreBackup', { path: file }),
      call('settings.read', {}),
    ]);
    expect(restored).toMatchObject({ ok: true });
    expect(waited).toMatchObject({ ok: true });
    expect(await call('settings.read', {})).toMatchObject({ value: { density: 'compact' } });
    expect(await call('runner.state', {})).toMatchObject({ value: { isRunning: true } });
  });
});

describe('starting', () => {
  it('says so when the data folder is in use, and when the port is taken', async () => {
    expect(await startLoopback({ directory, port: 0 })).toMatchObject({
      ok: false,
      error: { code: 'dataFolderInUse' },
    });
    const other = path.join(folder, 'other');
    expect(await startLoopback({ directory: other, port: face.port })).toMatchObject({
      ok: false,
      error: { code: 'inputInvalid' },
    });
    // The folder was let go of again.
    const free = await startLoopback({ directory: other, port: 0 });
    if (free.ok) await free.value.close();
    expect(free.ok).toBe(true);
  });
});

describe('in a browser', () => {
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    await face.close();
    face = await start(face.port);
    page = await (await browser.newContext()).newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (fault) => faults.push(fault.message));
    await page.goto(face.address);
    cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  });
  afterAll(() => browser.close());

  it('the printed address leads to the page, and the token is gone from the address', async () => {
    expect(page.url()).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${face.port}/(#.*)?$`));
    await page.waitForFunction(
      () => (Object(globalThis).document.querySelector('#root')?.childNodes.length ?? 0) > 0,
    );
  });

  it('the page breaks no rule of its own policy', async () => {
    await vi.waitUntil(
      () => page.evaluate(() => Object(globalThis).document.readyState === 'complete'),
      10_000,
    );
    expect(faults.filter((text) => /content security policy/i.test(text))).toEqual([]);
  });

  it('a page of another origin gets nothing, not even with the browser that was let in', async () => {
    const context = page.context();
    const evil = await context.newPage();
    await context.route('https://evil.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>evil</p>' }),
    );
    await evil.goto('https://evil.example/');
    const found = await evil.evaluate(async (address) => {
      const ask = (init: RequestInit) =>
        fetch(address, init).then(
          async (answer) => (answer.type === 'opaque' ? 'opaque' : answer.text()),
          () => 'refused',
        );
      return [
        await ask({ credentials: 'include' }),
        await ask({ method: 'POST', credentials: 'include', mode: 'no-cors', body: 'x' }),
      ];
    }, `http://127.0.0.1:${face.port}/api/call/profiles.list`);
    expect(found.every((text) => text === 'refused' || text === 'opaque')).toBe(true);
    await evil.close();
  });
});
