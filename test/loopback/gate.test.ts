import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeWire, eventsAddress } from '../../contract/bridge.ts';
import { ask, callHeaders, originOf, resultIn } from './asking.ts';
import { startServing, type Serving } from './serving.ts';

let serving: Serving;

beforeEach(async () => {
  serving = await startServing();
});
afterEach(() => serving.end());

const tokenPath = (): string => new URL(serving.address).pathname + new URL(serving.address).search;

describe('the printed address', () => {
  it('lets one browser in and dies of it', async () => {
    const first = await ask(serving.port, { path: tokenPath() });
    expect(first.status).toBe(303);
    expect(first.headers.location).toBe('/');
    const second = await ask(serving.port, { path: tokenPath() });
    expect(second.status).toBe(401);
    expect(second.headers['set-cookie']).toBeUndefined();
    expect(second.body.toString()).toContain('works once');
  });

  it('gives a cookie that no script reads and no other site sends', async () => {
    const { headers } = await ask(serving.port, { path: tokenPath() });
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toContain('; HttpOnly');
    expect(cookie).toContain('; SameSite=Strict');
    expect(cookie).not.toContain(new URL(serving.address).searchParams.get('token') ?? '');
  });

  it('shows the page again to the browser that it let in', async () => {
    const cookie = await serving.letIn();
    const again = await ask(serving.port, { path: tokenPath(), headers: { cookie } });
    expect(again.status).toBe(200);
  });

  it.each(['', 'x', 'A'.repeat(43), '%00'])('lets nobody in with the token %j', async (token) => {
    const answer = await ask(serving.port, { path: `/?token=${token}` });
    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('is not used up by a browser that only looks ahead', async () => {
    await ask(serving.port, { path: tokenPath(), headers: { 'sec-purpose': 'prefetch' } });
    await ask(serving.port, { method: 'HEAD', path: tokenPath() });
    expect((await ask(serving.port, { path: tokenPath() })).status).toBe(303);
  });
});

describe('without the cookie', () => {
  it.each(['/', '/assets/page-1.js', eventsAddress, '/api/call/host.info'])('%s is closed', async (path) => {
    expect((await ask(serving.port, { path })).status).toBe(401);
    expect(
      (await ask(serving.port, { path, headers: { cookie: `bursar-${serving.port}=guess` } })).status,
    ).toBe(401);
  });

  it('a call is refused and reaches nobody', async () => {
    const answer = await ask(serving.port, {
      method: 'POST',
      path: '/api/call/profiles.list',
      headers: callHeaders(serving.port, ''),
      body: encodeWire({}),
    });
    expect(answer.status).toBe(401);
    expect(resultIn(answer.body)).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
    expect(serving.calls).toEqual([]);
  });
});

describe('with the cookie, from somewhere else', () => {
  const cases = (): [string, Record<string, string>][] => [
    ['a name of the attacker that points here', { host: `evil.example:${serving.port}` }],
    ['localhost, which is not the printed address', { host: `localhost:${serving.port}` }],
    ['the address with another port', { host: '127.0.0.1:1' }],
    ['the address without its port', { host: '127.0.0.1' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin on another port', { origin: 'http://127.0.0.1:1' }],
    ['an origin that is hidden', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another page on this computer', { 'sec-fetch-site': 'same-site' }],
  ];

  it('nothing is answered, whatever the way', async () => {
    const cookie = await serving.letIn();
    for (const [words, headers] of cases())
      for (const path of ['/', '/assets/page-1.js', eventsAddress, '/api/call/x']) {
        const method = path.startsWith('/api/call') ? 'POST' : 'GET';
        const common = method === 'POST' ? callHeaders(serving.port, cookie) : { cookie };
        const answer = await ask(serving.port, { method, path, headers: { ...common, ...headers } });
        expect(answer.status, `${words}, ${path}`).toBe(403);
      }
    expect(serving.calls).toEqual([]);
  });

  it('the token is not exchanged', async () => {
    for (const [words, headers] of cases())
      expect((await ask(serving.port, { path: tokenPath(), headers })).status, words).toBe(403);
    expect((await ask(serving.port, { path: tokenPath() })).status).toBe(303);
  });

  it('a call that does not say where it comes from is refused', async () => {
    const cookie = await serving.letIn();
    const { origin: _origin, ...headers } = callHeaders(serving.port, cookie);
    const answer = await ask(serving.port, {
      method: 'POST',
      path: '/api/call/x',
      headers,
      body: encodeWire({}),
    });
    expect(answer.status).toBe(403);
    expect(serving.calls).toEqual([]);
  });

  it('a form of another page, which can send only plain types, is refused', async () => {
    const cookie = await serving.letIn();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', '']) {
      const headers = { ...callHeaders(serving.port, cookie), 'content-type': type };
      const body = encodeWire({});
      expect((await ask(serving.port, { method: 'POST', path: '/api/call/x', headers, body })).status).toBe(
        415,
      );
    }
    expect(serving.calls).toEqual([]);
  });
});

it('listens on this computer alone', async () => {
  expect(new URL(serving.address).origin).toBe(originOf(serving.port));
  expect(serving.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
});
