import { verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../contract/errors.ts';
import { createHttpTransport, type Transport } from '../../main/gateway/index.ts';
import { realClock } from './clocks.ts';
import { connect, errorOf, interactive, polling, submission, valueOf } from './connect.ts';
import { json, makeToken, startServer, withTokens, type Seen, type TestServer } from './gateway-server.ts';
import { memoryKeys, publicKeyPem } from './memory-keys.ts';

const scope = ['POST /payouts/b1-[0-9]+'];

function tokenRequests({ seen }: TestServer): Seen[] {
  return seen.filter(({ url }) => url.endsWith('/auth-tokens'));
}
function isWellSigned({ body, headers }: Seen): boolean {
  const signature = Buffer.from(String(headers['x-signature']), 'base64');
  return verify('sha256', body, publicKeyPem, signature);
}

describe('token requests (interface: Authentication)', () => {
  it('are minified JSON signed over exactly the bytes sent, with time, validity and operations', async () => {
    await using server = await startServer(withTokens(() => json(200, [])));
    await using client = connect(server.baseUrl);
    const askedAt = Math.floor(Date.now() / 1000);
    valueOf(await client.call('checkAccess', { scope }, interactive));
    const [request] = tokenRequests(server);
    if (request === undefined) throw new Error('no token request');
    expect(isWellSigned(request)).toBe(true);
    const sent = JSON.parse(request.body.toString());
    expect(request.body.toString()).toBe(JSON.stringify(sent));
    expect(sent).toMatchObject({ merchantCode: 'M1', validitySecs: 600, operations: scope });
    expect(sent.timestamp).toBeGreaterThanOrEqual(askedAt);
    expect(sent.timestamp).toBeLessThanOrEqual(Date.now() / 1000);
    expect(sent).not.toHaveProperty('secret');
  });

  it('stay the same bytes if a gateway parses and minifies them again, including amounts', async () => {
    await using server = await startServer(withTokens(() => json(200, [])));
    await using client = connect(server.baseUrl);
    for (const amount of ['9.90', '100.00', '100']) {
      const limited = { money: { amount, currencyCode: 'EUR' }, validitySeconds: 60 };
      await client.call(
        'createTokenByAction',
        { action: 'PAYIN_INFO', idPayment: 'a', ...limited },
        interactive,
      );
      await client.call('createToken', { operations: scope, ...limited }, interactive);
    }
    const sent = server.seen.map(({ body }) => String(body));
    expect(sent.map((body) => JSON.stringify(JSON.parse(body)))).toEqual(sent);
    expect(sent.map((body) => JSON.parse(body).money.amount)).toEqual([9.9, 9.9, 100, 100, 100, 100]);
  });

  it('carry the deprecated secret and no signature for a merchant without a key', async () => {
    await using server = await startServer(withTokens(() => json(200, [])));
    await using client = connect(server.baseUrl, {
      keys: memoryKeys('s3cret'),
      profile: { authentication: 'secret' },
    });
    valueOf(await client.call('checkAccess', { scope }, interactive));
    const [request] = tokenRequests(server);
    expect(JSON.parse(String(request?.body)).secret).toBe('s3cret');
    expect(request?.headers['x-signature']).toBeUndefined();
  });

  it('return the error of the key store when there is none to sign with', async () => {
    await using server = await startServer(withTokens(() => json(200, [])));
    await using client = connect(server.baseUrl, { profile: { authentication: 'secret' } });
    expect(errorOf(await client.call('balances', { currencyCodes: [] }, interactive)).code).toBe(
      'keyMissing',
    );
    expect(server.seen).toHaveLength(0);
  });

  it('are shared by all callers of the same scope, whatever the order of its operations', async () => {
    await using server = await startServer(withTokens(() => json(201, {})));
    await using client = connect(server.baseUrl, { requestsPerSecond: 10 });
    const create = (idPayment: string, operations: string[]) =>
      client.call(
        'createPayment',
        { kind: 'payout', idPayment, body: new Uint8Array([123, 125]), scope: operations },
        submission,
      );
    const scopes = [
      ['POST /payouts/a', 'POST /payouts/b'],
      ['POST /payouts/b', 'POST /payouts/a'],
    ];
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create(String(index), scopes[index % 2] ?? [])),
    );
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(tokenRequests(server)).toHaveLength(1);
  });

  it('renew a token a quarter of its life before it ends, by the span it names and not by its clock', async () => {
    let now = 1_700_000_000_000;
    const clock = { ...realClock, now: () => now };
    await using server = await startServer(({ url }) =>
      url.endsWith('/auth-tokens') ? json(200, { token: makeToken(40, 5_000_000) }) : json(200, []),
    );
    await using client = connect(server.baseUrl, { clock });
    valueOf(await client.call('balances', { currencyCodes: [] }, interactive));
    now += 29_000;
    valueOf(await client.call('balances', { currencyCodes: [] }, interactive));
    expect(tokenRequests(server)).toHaveLength(1);
    now += 2000;
    valueOf(await client.call('balances', { currencyCodes: [] }, interactive));
    expect(tokenRequests(server)).toHaveLength(2);
  });

  it('take a token that cannot be read as opaque, with the validity asked for', async () => {
    await using server = await startServer(({ url }) =>
      url.endsWith('/auth-tokens') ? json(200, { token: 'opaque' }) : json(200, []),
    );
    await using client = connect(server.baseUrl);
    for (let call = 0; call < 3; call += 1)
      valueOf(await client.call('balances', { currencyCodes: [] }, interactive));
    expect(tokenRequests(server)).toHaveLength(1);
  });

  it.each([1, 2])('let tokens of %i s work at the rate limit, each used while it lives', async (lifetime) => {
    const bornAt = new Map<string, number>();
    const ages: number[] = [];
    await using server = await startServer(({ url }) => {
      if (!url.endsWith('/auth-tokens')) return json(200, []);
      const token = makeToken(lifetime);
      bornAt.set(`Bearer ${token}`, performance.now());
      return json(200, { token });
    });
    const real = createHttpTransport({ environment: {} });
    const transport: Transport = {
      close: () => real.close(),
      send: (request) => {
        const { Authorization = null } = request.headers;
        // As it leaves: on a busy computer it may arrive much later.
        if (Authorization !== null) ages.push(performance.now() - (bornAt.get(Authorization) ?? -Infinity));
        return real.send(request);
      },
    };
    await using client = connect(server.baseUrl, { requestsPerSecond: 10, transport });
    const results = await Promise.all(
      Array.from({ length: 35 }, () => client.call('balances', { currencyCodes: [] }, polling)),
    );
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    expect(ages).toHaveLength(35);
    expect(Math.max(...ages)).toBeLessThanOrEqual(lifetime * 1000);
  });

  it('are not started for a caller who has given up, and continue for the others who wait for them', async () => {
    const hasGivenUp = Promise.withResolvers<void>();
    await using server = await startServer(async ({ url }) => {
      if (!url.endsWith('/auth-tokens')) return json(200, []);
      await hasGivenUp.promise;
      return json(200, { token: makeToken(600) });
    });
    await using client = connect(server.baseUrl);
    const abort = new AbortController();
    const first = client.call('balances', { currencyCodes: [] }, { ...interactive, signal: abort.signal });
    const second = client.call('balances', { currencyCodes: [] }, interactive);
    await expect.poll(() => server.seen.length).toBe(1);
    abort.abort();
    expect(errorOf(await first).code).toBe('stopped');
    hasGivenUp.resolve();
    valueOf(await second);
    expect(tokenRequests(server)).toHaveLength(1);
  });
});

describe('wrong clocks (interface: Authentication 2, timestamp)', () => {
  function clockedServer(offsetSeconds: number, status = 401): Promise<TestServer> {
    return startServer(({ url, body }) => {
      if (!url.endsWith('/auth-tokens')) return json(200, []);
      const now = Date.now() + offsetSeconds * 1000;
      const date = new Date(now).toUTCString();
      const difference = JSON.parse(body.toString()).timestamp - now / 1000;
      if (Math.abs(difference) > 5) return json(status, { message: 'timestamp' }, { date });
      return json(200, { token: makeToken(600, Math.floor(now / 1000)) }, { date });
    });
  }

  it.each([
    [3600, 401],
    [-86_400, 400],
    [600, 403],
    [-600, 406],
  ])('of %i seconds are corrected after one refusal with status %i, and reported', async (offset, status) => {
    await using server = await clockedServer(offset, status);
    const reports: AppError[] = [];
    await using client = connect(server.baseUrl, { report: (error) => reports.push(error) });
    expect(client.clockDifferenceSeconds()).toBeNull();
    valueOf(await client.call('balances', { currencyCodes: [] }, interactive));
    expect(Math.abs((client.clockDifferenceSeconds() ?? 0) - offset)).toBeLessThanOrEqual(1);
    expect(tokenRequests(server)).toHaveLength(2);
    expect(tokenRequests(server).every(isWellSigned)).toBe(true);
    expect(reports).toHaveLength(1);
    valueOf(await client.call('checkAccess', { scope }, interactive));
    expect(tokenRequests(server)).toHaveLength(3);
  });

  it('never come from a keychain that a person takes minutes to unlock: the request has the time when it leaves', async () => {
    await using server = await clockedServer(0);
    let unlockingMs = 120_000;
    const clock = { ...realClock, now: () => Date.now() - unlockingMs };
    const keys = memoryKeys();
    await using client = connect(server.baseUrl, {
      clock,
      keys: {
        ...keys,
        sign: (keyId, bytes) => {
          unlockingMs = 0;
          return keys.sign(keyId, bytes);
        },
      },
    });
    valueOf(await client.call('balances', { currencyCodes: [] }, interactive));
    expect(tokenRequests(server)).toHaveLength(1);
    expect(client.clockDifferenceSeconds()).toBeNull();
  });

  it('are corrected for each of several token requests that leave at once', async () => {
    await using server = await clockedServer(3600, 401);
    await using client = connect(server.baseUrl);
    const calls = ['GET /balances', 'GET /currencies', 'GET /segments'].map((operation) =>
      client.call('checkAccess', { scope: [operation] }, interactive),
    );
    for (const answer of await Promise.all(calls)) valueOf(answer);
  });

  it('are named with what else to check if the corrected time is refused too', async () => {
    await using server = await startServer(() =>
      json(401, {}, { date: new Date(Date.now() + 120_000).toUTCString() }),
    );
    await using client = connect(server.baseUrl);
    const error = errorOf(await client.call('balances', { currencyCodes: [] }, interactive));
    expect(error.code).toBe('gatewayUnauthenticated');
    expect(Math.abs((error.details.clockDifferenceSeconds ?? 0) - 120)).toBeLessThanOrEqual(1);
    for (const word of ['merchant code', 'public key', 'clock']) expect(error.message).toContain(word);
    expect(server.seen).toHaveLength(2);
    expect(client.clockDifferenceSeconds()).toBeNull();
  });

  it('are not suspected if the Date header agrees: one request, and a message about the key', async () => {
    await using server = await startServer(() => json(401, {}));
    await using client = connect(server.baseUrl);
    const error = errorOf(await client.call('checkAccess', { scope }, interactive));
    expect(error.code).toBe('gatewayUnauthenticated');
    expect(error.details.clockDifferenceSeconds).toBeUndefined();
    expect(server.seen).toHaveLength(1);
  });
});

describe('a token request that fails', () => {
  it.each([
    [500, 'gatewayUnreachable', 'gatewayServerError'],
    [404, 'gatewayUnreachable', 'gatewayVersionUnsupported'],
    [406, 'gatewayUnreachable', 'gatewayRefused'],
    [401, 'gatewayUnauthenticated', 'gatewayUnauthenticated'],
  ])(
    'with %i never says that the payout behind it may have been sent or was refused',
    async (status, code, own) => {
      await using server = await startServer(() => json(status, {}));
      await using client = connect(server.baseUrl);
      const request = { kind: 'payout', idPayment: 'b1-1', body: new Uint8Array([1]), scope } as const;
      const error = errorOf(await client.call('createPayment', request, submission));
      expect(error.code).toBe(code);
      expect(error.details).toEqual({
        tokenStatus: status,
        tokenRaw: '{}',
        idPayout: 'b1-1',
        neverLeft: true,
      });
      expect(errorOf(await client.call('checkAccess', { scope }, interactive)).code).toBe(own);
    },
  );

  it('without an answer is tried once more', async () => {
    let losses = 1;
    await using server = await startServer(withTokens(() => json(200, [])));
    server.server.prependListener('request', (request) => {
      if (losses-- > 0) request.socket.destroy();
    });
    await using client = connect(server.baseUrl);
    valueOf(await client.call('balances', { currencyCodes: [] }, polling));
  });

  it('waits its turn after a 429 and continues', async () => {
    let busy = 1;
    await using server = await startServer(({ url }) => {
      if (url.endsWith('/auth-tokens') && busy-- > 0) return json(429, {}, { 'retry-after': '1' });
      return url.endsWith('/auth-tokens') ? json(200, { token: makeToken(600) }) : json(200, []);
    });
    await using client = connect(server.baseUrl);
    valueOf(await client.call('balances', { currencyCodes: [] }, polling));
    const [first, second] = tokenRequests(server);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });
});

describe('secrets', () => {
  it('I8: are in no error, message or detail, even if the gateway returns them', async () => {
    const token = makeToken(600);
    const keys = memoryKeys('p4ss"word/with\\odd');
    await using server = await startServer(({ url, headers, body }) => {
      if (!url.endsWith('/auth-tokens')) return json(400, { message: `bad ${headers.authorization}`, token });
      const echo = { message: body.toString(), signature: headers['x-signature'] };
      return url.startsWith('/bad') ? json(400, [echo]) : json(200, { token });
    });
    for (const authentication of ['signature', 'secret'] as const)
      for (const path of ['', '/bad']) {
        await using client = connect(`${server.baseUrl}${path}`, { keys, profile: { authentication } });
        const text = JSON.stringify(
          errorOf(await client.call('balances', { currencyCodes: [] }, interactive)),
        );
        const signature = tokenRequests(server).at(-1)?.headers['x-signature'];
        for (const secret of [token, 'p4ss', 'odd', String(signature ?? token)])
          expect(text).not.toContain(secret);
      }
  });
});
