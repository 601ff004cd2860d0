import { createServer, type Server } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CallbackListener } from '../../../../contract/receiving/callbacks.ts';
import { fail } from '../../../../contract/result.ts';
import { openOffice } from '../../../kit/office.ts';
import { readFields } from '../../../../renderer/settings/callbacks/listener-fields.ts';
import { openListeningOffice, patient, type ListeningOffice } from './listening-office.ts';

const on: CallbackListener = { isOn: true, host: '127.0.0.1', port: 0, publicUrl: null };

async function openRunning(): Promise<ListeningOffice> {
  const office = await openListeningOffice({ isListening: false });
  await office.get('runner.start', {});
  return office;
}

const portOf = (address: string | null): number => Number(new URL(address ?? '').port);
const isAnswered = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );

async function occupied(): Promise<{ port: number; server: Server }> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, server };
}

describe('the listener', () => {
  it('is off until a person turns it on', async () => {
    const opened: unknown[] = [];
    const office = await openOffice({
      listening: {
        open: (where) => {
          opened.push(where);
          return Promise.resolve(fail('inputInvalid', 'It is only noted that something would listen.'));
        },
      },
    });
    await office.get('runner.start', {});
    onTestFinished(async () => {
      await office.get('runner.stop', {});
    });
    const { callbackListener } = await office.get('settings.read', {});
    expect(callbackListener).toEqual({ isOn: false, host: '127.0.0.1', port: 14_280, publicUrl: null });
    await office.get('settings.change', { appearance: 'dark' });
    expect(await office.get('callbacks.state', {})).toMatchObject({ listeningAt: null, problem: null });
    expect(opened).toEqual([]);
    await office.get('settings.change', { callbackListener: { ...callbackListener, isOn: true } });
    await office.get('callbacks.state', {});
    expect(opened).toEqual([{ host: '127.0.0.1', port: 14_280 }]);
  });

  it('follows the settings at once: starts, moves and stops', async () => {
    const office = await openRunning();
    const { get } = office;
    await get('settings.change', { callbackListener: on });
    const first = portOf((await get('callbacks.state', {})).listeningAt);
    expect(await isAnswered(first)).toBe(true);
    const { port, server } = await occupied();
    await new Promise((resolve) => server.close(resolve));
    await get('settings.change', { callbackListener: { ...on, port } });
    expect((await get('callbacks.state', {})).listeningAt).toBe(`http://127.0.0.1:${port}`);
    expect([await isAnswered(first), await isAnswered(port)]).toEqual([false, true]);
    await get('settings.change', { callbackListener: { ...on, port, isOn: false } });
    expect((await get('callbacks.state', {})).listeningAt).toBeNull();
    expect(await isAnswered(port)).toBe(false);
  });

  it('stops with the program, and listens again when it starts', async () => {
    const office = await openRunning();
    await office.get('settings.change', { callbackListener: on });
    const port = portOf((await office.get('callbacks.state', {})).listeningAt);
    await office.get('runner.stop', {});
    expect(await isAnswered(port)).toBe(false);
    await office.get('runner.start', {});
    expect((await office.get('callbacks.state', {})).listeningAt).not.toBeNull();
  });

  it('says that its port is in use and continues without; it listens once the port is changed', async () => {
    const office = await openRunning();
    const { port } = await occupied();
    await office.get('settings.change', { callbackListener: { ...on, port } });
    const state = await office.get('callbacks.state', {});
    expect(state).toMatchObject({ listeningAt: null, problem: expect.stringContaining(`port ${port}`) });
    await office.get('settings.change', { callbackListener: on });
    expect(await office.get('callbacks.state', {})).toMatchObject({
      listeningAt: expect.stringContaining('127.0.0.1'),
      problem: null,
    });
    const listened = await office.tell('callbacks.listen', { host: '127.0.0.1', port });
    expect(listened).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  });

  it('gives each profile an address with at least 128 unguessable bits, the same one after a restart', async () => {
    const office = await openListeningOffice();
    const address = await office.address();
    expect(new URL(address).pathname).toMatch(/^\/[A-Za-z0-9_-]{22,}\/$/);
    await office.get('runner.stop', {});
    await office.get('callbacks.listen', { host: '127.0.0.1', port: 0 });
    expect(new URL(await office.address()).pathname).toBe(new URL(address).pathname);
    const { profileName, isUsed, firstReachedAt } =
      (await office.get('callbacks.state', {})).profiles[0] ?? {};
    expect([profileName, isUsed, firstReachedAt]).toEqual(['main', false, null]);
  });

  it.each([
    ['https://pay.merchant.example', /^https:\/\/pay\.merchant\.example\/[\w-]+\/$/],
    ['https://pay.merchant.example/', /^https:\/\/pay\.merchant\.example\/[\w-]+\/$/],
    ['https://merchant.example:8443/bursar/?a=b#c', /^https:\/\/merchant\.example:8443\/bursar\/[\w-]+\/$/],
  ])('uses the public address that a person set: %s', async (publicUrl, expected) => {
    const office = await openListeningOffice();
    await office.get('settings.change', { callbackListener: { ...on, isOn: false, publicUrl } });
    const address = await office.address();
    expect(address).toMatch(expected);
    await office.useAddress(address);
    expect((await office.get('callbacks.state', {})).profiles).toMatchObject([{ isUsed: true }]);
  });

  it('accepts no public address with a user name or password, which no address of a profile would have', async () => {
    const office = await openListeningOffice();
    for (const credentials of ['kim:secret@', 'kim@']) {
      const publicUrl = `https://${credentials}pay.merchant.example`;
      expect(
        await office.tell('settings.change', { callbackListener: { ...on, isOn: false, publicUrl } }),
      ).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
      const fields = { host: '127.0.0.1', port: '14280', publicUrl };
      expect(readFields(fields)).toMatchObject({
        place: null,
        problems: { publicUrl: expect.stringContaining('without user name and password') },
      });
    }
    expect(new URL(await office.address()).hostname).toBe('127.0.0.1');
  });

  it('is also reached if a proxy keeps a prefix before the path', async () => {
    const office = await openListeningOffice();
    const url = new URL(await office.address());
    url.pathname = `/bursar${url.pathname}`;
    expect((await fetch(url, { method: 'POST', body: '{"idEntity":"a"}' })).status).toBe(200);
  });

  it('knows when an address was first and last reached by a well-formed request', async () => {
    const office = await openListeningOffice();
    const reached = async () => (await office.get('callbacks.state', {})).profiles[0];
    await fetch(await office.address(), { method: 'POST', body: 'nonsense' });
    await office.untilDelivered(1);
    expect(await reached()).toMatchObject({ firstReachedAt: null, lastReachedAt: null });
    await office.tellOf('a');
    await office.untilDelivered(2);
    const first = (await reached())?.firstReachedAt;
    expect(first).not.toBeNull();
    office.wait(60_000);
    await office.tellOf('b');
    await office.untilDelivered(3);
    const { firstReachedAt, lastReachedAt } = (await reached()) ?? {};
    expect(firstReachedAt).toBe(first);
    expect(Date.parse(lastReachedAt ?? '') - Date.parse(firstReachedAt ?? '')).toBeGreaterThanOrEqual(60_000);
    expect((await office.get('callbacks.state', {})).turnedAway).toBe(1);
  });

  it('refuses the previous address once it is renewed, and waits for the new one again', async () => {
    const office = await openListeningOffice();
    const before = await office.address();
    await office.tellOf('a');
    await office.untilDelivered(1);
    const { profiles } = await office.get('callbacks.renewAddress', { profileName: 'main' });
    expect(profiles[0]?.address).not.toBe(before);
    expect(profiles[0]).toMatchObject({ firstReachedAt: null, lastReachedAt: null, isUsed: false });
    const status = async (url: string) =>
      (await fetch(url, { method: 'POST', body: '{"idEntity":"a"}' })).status;
    await vi.waitFor(async () => expect(await status(before)).toBe(404), patient);
    expect(await status(profiles[0]?.address ?? '')).toBe(200);
    expect(await office.tell('callbacks.renewAddress', { profileName: 'nobody' })).toMatchObject({
      ok: false,
    });
  });

  it('serves a new profile, and no removed one', async () => {
    const office = await openListeningOffice();
    const before = await office.address();
    await office.get('profiles.remove', { name: 'main' });
    expect((await office.get('callbacks.state', {})).profiles).toEqual([]);
    const status = async () => (await fetch(before, { method: 'POST', body: '{"idEntity":"a"}' })).status;
    await vi.waitFor(async () => expect(await status()).toBe(404), patient);
  });

  it('serves no live profile in a sandbox-only face', async () => {
    const office = await openListeningOffice({ servesLive: false });
    const live = { keyId: 'k', name: 'real', environment: 'live', hasStoredKey: false, at: 1 } as const;
    const rest = {
      baseUrl: 'https://g.example',
      merchantCode: 'R',
      callbackUrl: 'https://m.example/',
      paymentPageUrl: null,
    };
    office.store.addProfile({ ...live, ...rest, authentication: 'signature' });
    const { profiles } = await office.get('callbacks.state', {});
    expect(profiles.map(({ profileName }) => profileName)).toEqual(['main']);
    expect(office.store.callbackAddresses().map(({ profileName }) => profileName)).toEqual(['main']);
    const renewed = await office.tell('callbacks.renewAddress', { profileName: 'real' });
    expect(renewed).toMatchObject({ ok: false, error: { code: 'liveNotServed' } });
  });

  it('keeps the last deliveries, and a flood of refused ones does not push out accepted ones', async () => {
    const office = await openListeningOffice();
    await office.tellOf('worth-keeping');
    await office.untilDelivered(1);
    const { origin } = new URL(await office.address());
    for (let round = 0; round < 12; round += 1)
      await Promise.all(Array.from({ length: 40 }, () => fetch(`${origin}/guess`)));
    await vi.waitUntil(async () => (await office.get('callbacks.state', {})).turnedAway === 480, patient);
    const deliveries = await office.get('callbacks.deliveries', { limit: 1000 });
    expect(deliveries.length).toBeLessThanOrEqual(51);
    expect(deliveries.at(-1)).toMatchObject({ idEntity: 'worth-keeping' });
    expect(JSON.stringify(deliveries)).not.toContain('guess');
  });
});
