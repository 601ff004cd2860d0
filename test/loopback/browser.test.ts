import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { encodeWire } from '../../contract/window/bridge.ts';
import { startLoopback } from '../../main/faces/loopback/start.ts';
import type { LoopbackServer } from '../../main/faces/loopback/server.ts';
import { sharedBrowser } from '../browser/kit/launch.ts';

/** Not every browser knows `webrtc`, and one that does not says so. */
const isUnknownDirective = (text: string): boolean => text.includes("directive 'webrtc'");

/** Runs in a page: looks for a way out, as a script that took the page over would. */
async function tryWebRtc(address: string): Promise<string> {
  const { RTCPeerConnection } = Object(globalThis);
  if (RTCPeerConnection === undefined) return 'no WebRTC';
  const connection = new RTCPeerConnection({ iceServers: [{ urls: address }] });
  connection.createDataChannel('out');
  await connection.setLocalDescription(await connection.createOffer());
  Reflect.set(globalThis, 'kept', connection);
  return 'tried';
}

describe('the page in a browser', () => {
  let folder: string;
  let face: LoopbackServer;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    browser = await sharedBrowser();
    folder = mkdtempSync(path.join(tmpdir(), 'bursar-loopback-'));
    const started = await startLoopback({ directory: path.join(folder, 'data'), port: 0, ask: null });
    if (!started.ok) throw new Error(started.error.message);
    face = started.value;
    page = await (await browser.newContext()).newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (fault) => faults.push(fault.message));
    await page.goto(face.address);
  });
  afterAll(async () => {
    await face.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the printed address leads to the page, and the token disappears from the address', async () => {
    expect(page.url()).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${face.port}/(#.*)?$`));
    await page.waitForFunction(
      () => (Object(globalThis).document.querySelector('#root')?.childNodes.length ?? 0) > 0,
    );
  });

  it('the page authenticates with a header, and reloading does not lock it out', async () => {
    expect(await page.context().cookies()).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  });

  it('a tab that is not signed in says so', async () => {
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(`http://127.0.0.1:${face.port}/`);
    await stranger.getByText('not signed in').waitFor();
    await stranger.context().close();
  });

  it('an event reaches the page, which reads it by fetch', async () => {
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/call/settings.read'));
    await page.evaluate(
      async (changed) => {
        const { sessionStorage } = Object(globalThis);
        await fetch('/api/call/settings.change', {
          method: 'POST',
          headers: {
            'bursar-session': sessionStorage.getItem('bursar-session'),
            'content-type': 'application/vnd.bursar.call',
          },
          body: Uint8Array.from(changed),
        });
      },
      Array.from(encodeWire({ density: 'comfortable' })),
    );
    await asked;
  });

  it('WebRTC sends nothing: no packet reaches a listener for UDP', async () => {
    const heard: string[] = [];
    const listener = createSocket('udp4', (packet) => heard.push(`${packet.length} bytes`));
    await new Promise<void>((resolve) => listener.bind(0, '127.0.0.1', resolve));
    const { port } = listener.address();
    const tried = () => page.evaluate(tryWebRtc, `stun:127.0.0.1:${port}`);
    expect(await tried()).toBe('no WebRTC');
    // In a page that keeps it the same try is heard, so that silence says something.
    const control = await page.context().newPage();
    await control.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<p>other</p>' }));
    await control.goto('http://127.0.0.1:9/');
    void control.evaluate(tryWebRtc, `stun:127.0.0.1:${port}`).catch(() => undefined);
    await vi.waitUntil(() => heard.length > 0, 60_000);
    await control.close();
    listener.close();
  });

  it('the page breaks no rule of its own policy', async () => {
    await vi.waitUntil(
      () => page.evaluate(() => Object(globalThis).document.readyState === 'complete'),
      60_000,
    );
    expect(
      faults.filter((text) => /content security policy/i.test(text) && !isUnknownDirective(text)),
    ).toEqual([]);
  });

  it('a page of another origin gets nothing, even in the browser with the session', async () => {
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
