import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo } from 'node:net';
import { chromium, type Browser } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { browserProgram, launchBrowser } from '../browser/kit/launch.ts';
import { startApp } from './start-app.ts';

/** Lets a page look for a way out by WebRTC, over UDP and TCP, and gives what was heard outside until `isEnough`. */
async function heardFrom(
  browser: Browser,
  isEnough: (heard: readonly string[]) => boolean,
): Promise<string[]> {
  const heard: string[] = [];
  const udp = createSocket('udp4', () => heard.push('udp'));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  const tcp = createServer((socket) => {
    heard.push('tcp');
    socket.on('error', () => undefined).destroy();
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const { port: tcpPort } = tcp.address() as AddressInfo;
  const page = await (await browser.newContext()).newPage();
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<p>page</p>' }));
  await page.goto('http://127.0.0.1:9/');
  const gathered = page.evaluate(
    async ([stun, turn]) => {
      const { RTCPeerConnection } = Object(globalThis);
      const turnServer = { urls: turn, username: 'a', credential: 'b' };
      const connection = new RTCPeerConnection({ iceServers: [{ urls: stun }, turnServer] });
      const isComplete = new Promise<void>((resolve) => {
        connection.onicegatheringstatechange = () => {
          if (connection.iceGatheringState === 'complete') resolve();
        };
      });
      connection.createDataChannel('out');
      await connection.setLocalDescription(await connection.createOffer());
      await isComplete;
    },
    [`stun:127.0.0.1:${udp.address().port}`, `turn:127.0.0.1:${tcpPort}?transport=tcp`] as const,
  );
  await Promise.race([gathered.catch(() => undefined), vi.waitUntil(() => isEnough(heard), 60_000)]);
  udp.close();
  tcp.close();
  return heard;
}

it('WebRTC sends nothing from the window: the switches for Chromium block it', async () => {
  const browser = await launchBrowser(browserProgram());
  const app = await startApp({ browser });
  const { webRtcPolicy } = app.window().webContents;
  const { proxy } = app.world.session;
  await app.end();
  // As Chromium is by itself, it sends both ways, so that silence says something.
  expect(new Set(await heardFrom(browser, (heard) => new Set(heard).size === 2))).toEqual(
    new Set(['udp', 'tcp']),
  );
  await browser.close();
  // Electron sets these for the window; the same Chromium takes them as switches.
  const cutOff = await chromium.launch({
    executablePath: browserProgram(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--webrtc-ip-handling-policy=${webRtcPolicy}`,
      `--proxy-server=${proxy?.proxyRules ?? ''}`,
      `--proxy-bypass-list=${proxy?.proxyBypassRules ?? ''}`,
    ],
  });
  expect(await heardFrom(cutOff, () => false)).toEqual([]);
  await cutOff.close();
});
