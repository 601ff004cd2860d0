import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeWire, eventsAddress, sessionAddress, sessionHeader } from '../../contract/window/bridge.ts';
import { ask, callHeaders, enter, originOf, resultIn, tokenIn } from './asking.ts';
import { startServing, type Serving } from './serving.ts';

let serving: Serving;

beforeEach(async () => {
  serving = await startServing();
});
afterEach(() => serving.end());

const token = (): string => tokenIn(serving.address);

describe('the printed address', () => {
  it('admits one page, and is void after that', async () => {
    const first = await enter(serving.port, token());
    expect(first.status).toBe(200);
    const second = await enter(serving.port, token());
    expect(second.status).toBe(401);
    expect(JSON.stringify(resultIn(second.body))).toContain('works once');
  });

  it('sends the token to nobody when opened: it is behind the #', async () => {
    expect(serving.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
    expect(new URL(serving.address).search).toBe('');
  });

  it('uses a session secret that is not a cookie, so that no other server on this computer receives it', async () => {
    const answer = await enter(serving.port, token());
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { session } = Object(Reflect.get(Object(resultIn(answer.body)), 'value'));
    expect(session).toMatch(/^[\w-]{43}$/);
    expect(session).not.toBe(token());
    const asCookie = await ask(serving.port, {
      path: eventsAddress,
      headers: { cookie: `${sessionHeader}=${session}; bursar-${serving.port}=${session}` },
    });
    expect(asCookie.status).toBe(401);
  });

  it.each(['', 'x', 'A'.repeat(43), '%00'])('admits nobody with the token %j', async (wrong) => {
    expect((await enter(serving.port, wrong)).status).toBe(401);
    expect((await enter(serving.port, token())).status).toBe(200);
  });

  it('is not used up by a request that only reads', async () => {
    for (const method of ['GET', 'HEAD'])
      expect(
        (await ask(serving.port, { method, path: sessionAddress, headers: { 'bursar-token': token() } }))
          .status,
      ).toBe(401);
    expect((await enter(serving.port, token())).status).toBe(200);
  });
});

describe('without the session secret', () => {
  it.each([eventsAddress, '/api/call/host.info', '/api/', '/api/anything'])('%s is refused', async (path) => {
    for (const headers of [{}, { [sessionHeader]: '' }, { [sessionHeader]: 'A'.repeat(43) }])
      expect((await ask(serving.port, { path, headers })).status).toBe(401);
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

describe('with the session secret, from another origin', () => {
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

  it('nothing is answered, however it is requested', async () => {
    const session = await serving.letIn();
    for (const [words, headers] of cases())
      for (const path of ['/', '/assets/page-1.js', eventsAddress, '/api/call/x']) {
        const method = path.startsWith('/api/call') ? 'POST' : 'GET';
        const common = method === 'POST' ? callHeaders(serving.port, session) : { [sessionHeader]: session };
        const answer = await ask(serving.port, { method, path, headers: { ...common, ...headers } });
        expect(answer.status, `${words}, ${path}`).toBe(403);
      }
    expect(serving.calls).toEqual([]);
  });

  it('the token is not exchanged', async () => {
    for (const [words, headers] of cases())
      expect((await enter(serving.port, token(), headers)).status, words).toBe(403);
    expect((await enter(serving.port, token())).status).toBe(200);
  });

  it('only the page itself opens, in a tab and not in a frame', async () => {
    const opened = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const inTab = { ...opened, 'sec-fetch-dest': 'document' };
    expect((await ask(serving.port, { headers: inTab })).status).toBe(200);
    expect((await ask(serving.port, { headers: { ...opened, 'sec-fetch-dest': 'iframe' } })).status).toBe(
      403,
    );
    for (const path of ['/assets/page-1.js', eventsAddress])
      expect((await ask(serving.port, { path, headers: inTab })).status).toBe(403);
  });

  it('a call that does not declare its origin is refused', async () => {
    const { origin: _origin, ...headers } = callHeaders(serving.port, await serving.letIn());
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
    const session = await serving.letIn();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', '']) {
      const headers = { ...callHeaders(serving.port, session), 'content-type': type };
      const body = encodeWire({});
      expect((await ask(serving.port, { method: 'POST', path: '/api/call/x', headers, body })).status).toBe(
        415,
      );
    }
    expect(serving.calls).toEqual([]);
  });
});

it('listens on this computer only', () => {
  expect(new URL(serving.address).origin).toBe(originOf(serving.port));
});
