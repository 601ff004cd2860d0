import manifest from '../../package.json' with { type: 'json' };
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CodeListName } from '../../contract/reference.ts';
import { encodePayoutBody } from '../../main/gateway/index.ts';
import { connect, errorOf, interactive, polling, submission, valueOf } from './connect.ts';
import { json, makeToken, startServer, withTokens, type Seen } from './gateway-server.ts';

const money = { amount: '1234.50', currencyCode: 'EUR' };
const body = encodePayoutBody({
  ...money,
  paymentMethodCode: 'BANK',
  accountName: 'A',
  accountNumber: 'DE1',
  paymentOperatorCode: '',
  emailAddress: '',
  callbackUrl: 'https://m.example/cb',
});
const detail =
  '{"paymentRequested":{"money":{"amount":1234.50,"currencyCode":"EUR"}},"process":{"status":"SUCCESS"}}';
const payout = { kind: 'payout', idPayment: 'b1-1', body, scope: ['POST /payouts/b1-[0-9]+'] } as const;
const question = { kind: 'payout', idPayment: 'b1-1', scope: ['GET /payouts/b1-[0-9]+'] } as const;

function operations(seen: readonly Seen[]): Seen[] {
  return seen.filter(({ url }) => !url.includes('/auth-tokens'));
}
function scopesAsked(seen: readonly Seen[]): unknown[] {
  const requests = seen.filter(({ url }) => url.endsWith('/auth-tokens'));
  return requests.map((request) => JSON.parse(request.body.toString()).operations);
}

describe('every request (interface: Endpoints, common rules)', () => {
  it('carries X-API-Version 2, uncompressed JSON both ways, the bearer token, and the exact body bytes', async () => {
    const token = makeToken(600);
    await using server = await startServer(({ url }) =>
      url.endsWith('/auth-tokens') ? json(200, { token }) : json(201, {}),
    );
    await using client = connect(server.baseUrl);
    valueOf(await client.call('createPayment', payout, submission));
    const [tokenRequest, request] = server.seen;
    for (const seen of [tokenRequest, request])
      expect(seen?.headers).toMatchObject({
        'x-api-version': '2',
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': `Bursar/${manifest.version}`,
      });
    expect(tokenRequest?.headers.authorization).toBeUndefined();
    expect(request?.headers.authorization).toBe(`Bearer ${token}`);
    expect(request?.headers['x-signature']).toBeUndefined();
    expect(request?.body.equals(body)).toBe(true);
  });

  it('is appended to a gateway address with a path and a trailing slash, with the order ID encoded', async () => {
    await using server = await startServer(withTokens(() => json(201, {})));
    await using client = connect(`${server.baseUrl}/api/v2/`);
    await client.call('createPayment', { ...payout, idPayment: 'a/b?c' }, submission);
    expect(server.seen.map(({ url }) => url)).toEqual(['/api/v2/auth-tokens', '/api/v2/payouts/a%2Fb%3Fc']);
  });
});

describe('the operations (interface: Endpoints)', () => {
  it.each(['payout', 'payin', 'topup'] as const)(
    'POST /…/{id} of a %s is accepted with 201',
    async (kind) => {
      await using server = await startServer(withTokens(() => json(201, { paymentRequested: { money } })));
      await using client = connect(server.baseUrl);
      const answer = valueOf(await client.call('createPayment', { ...payout, kind }, submission));
      const value = { amount: '1234.50', currencyCode: 'EUR' };
      expect(answer).toMatchObject({ value, status: 201 });
      expect(answer.raw).toContain('1234.50');
      expect(operations(server.seen)).toMatchObject([{ method: 'POST', url: `/${kind}s/b1-1` }]);
      expect(scopesAsked(server.seen)).toEqual([['POST /payouts/b1-[0-9]+']]);
    },
  );

  it.each(['payout', 'payin', 'topup'] as const)('GET /…/{id} of a %s reads its detail', async (kind) => {
    await using server = await startServer(withTokens(() => ({ status: 200, body: detail })));
    await using client = connect(server.baseUrl);
    const answer = valueOf(await client.call('readPayment', { ...question, kind }, polling));
    expect(answer.value).toMatchObject({ money, status: 'SUCCESS' });
    expect(answer.raw).toBe(detail);
    expect(operations(server.seen)).toMatchObject([{ method: 'GET', url: `/${kind}s/b1-1` }]);
  });

  it.each(['payout', 'payin', 'topup'] as const)(
    'POST /…/!availablePaymentOptions of a %s asks with exact money',
    async (kind) => {
      await using server = await startServer(withTokens(() => json(200, [{ paymentMethodCode: 'BANK' }])));
      await using client = connect(server.baseUrl);
      const answer = valueOf(
        await client.call('availableOptions', { kind, money, segmentCode: '' }, interactive),
      );
      expect(answer.value).toEqual([{ paymentMethodCode: 'BANK', name: null, operators: [] }]);
      const [request] = operations(server.seen);
      expect(request?.url).toBe(`/${kind}s/!availablePaymentOptions`);
      expect(request?.body.toString()).toBe('{"money":{"amount":1234.50,"currencyCode":"EUR"}}');
      expect(scopesAsked(server.seen)).toEqual([[`POST /${kind}s/!availablePaymentOptions`]]);
    },
  );

  it('GET /balances names its currencies separated by commas, or none for all', async () => {
    await using server = await startServer(withTokens(() => json(200, [])));
    await using client = connect(server.baseUrl);
    expect(
      valueOf(await client.call('balances', { currencyCodes: ['EUR', 'BTC'] }, interactive)).value,
    ).toEqual([]);
    valueOf(await client.call('balances', { currencyCodes: [] }, interactive));
    expect(operations(server.seen).map(({ url }) => url)).toEqual([
      '/balances?currencyCodes=EUR,BTC',
      '/balances',
    ]);
    expect(scopesAsked(server.seen)).toEqual([['GET /balances']]);
  });

  it('POST /payins/{id}/!setExternalReference and GET /payins/{id}/accounts', async () => {
    await using server = await startServer(
      withTokens(({ method }) =>
        method === 'POST' ? { status: 204 } : json(200, { customerAccountRequest: { accountName: 'A' } }),
      ),
    );
    await using client = connect(server.baseUrl);
    const reference = { idPayin: 'p1', externalReference: 'R1' };
    expect(valueOf(await client.call('setExternalReference', reference, interactive)).status).toBe(204);
    const accounts = valueOf(await client.call('payinAccounts', { idPayin: 'p1' }, interactive)).value;
    expect(accounts.customerAccountRequest?.accountName).toBe('A');
    expect(operations(server.seen)).toMatchObject([
      { method: 'POST', url: '/payins/p1/!setExternalReference' },
      { method: 'GET', url: '/payins/p1/accounts' },
    ]);
    expect(scopesAsked(server.seen)).toEqual([
      ['POST /payins/p1/!setExternalReference'],
      ['GET /payins/p1/accounts'],
    ]);
  });

  it('GET /merchant-info, /currencies, /segments, /payment-operators and /payment-methods', async () => {
    await using server = await startServer(
      withTokens(({ url }) =>
        url === '/merchant-info' ? json(200, { merchantCode: 'M1' }) : json(200, ['X1']),
      ),
    );
    await using client = connect(server.baseUrl);
    expect(valueOf(await client.call('merchant', {}, interactive)).value.merchantCode).toBe('M1');
    for (const list of CodeListName.options)
      expect(valueOf(await client.call('codes', { list }, interactive)).value).toEqual([
        { code: 'X1', name: null },
      ]);
    const paths = ['/merchant-info', '/currencies', '/segments', '/payment-operators', '/payment-methods'];
    expect(operations(server.seen).map(({ url }) => url)).toEqual(paths);
    expect(scopesAsked(server.seen)).toEqual(paths.map((path) => [`GET ${path}`]));
  });

  it('POST /auth-tokens and /auth-tokens-by-action give tokens to hand on, with exact money', async () => {
    const token = makeToken(900);
    await using server = await startServer(() => json(200, { token }));
    await using client = connect(server.baseUrl);
    const operation = { operations: ['GET /payins/p1'], money, validitySeconds: 900 };
    const action = { action: 'PAYIN_CREATE' as const, idPayment: 'p1', money, validitySeconds: 900 };
    expect(valueOf(await client.call('createToken', operation, interactive)).token).toBe(token);
    expect(valueOf(await client.call('createTokenByAction', action, interactive)).token).toBe(token);
    const [first, second] = server.seen;
    expect(first?.url).toBe('/auth-tokens');
    expect(first?.body.toString()).toContain(
      '"operations":["GET /payins/p1"],"money":{"amount":1234.5,"currencyCode":"EUR"}}',
    );
    expect(second?.url).toBe('/auth-tokens-by-action');
    expect(second?.body.toString()).toContain(
      '"action":"PAYIN_CREATE","idPayment":"p1","money":{"amount":1234.5,',
    );
    expect(second?.body.toString()).toContain('"validitySecs":900');
  });
});

describe('error statuses (interface: Errors)', () => {
  it.each([
    [400, 'gatewayInputInvalid'],
    [403, 'gatewayForbidden'],
    [404, 'gatewayVersionUnsupported'],
    [406, 'gatewayRefused'],
    [409, 'gatewayDuplicate'],
    [410, 'gatewayNotFound'],
    [500, 'gatewayServerError'],
    [418, 'gatewayStatusUnexpected'],
    [302, 'gatewayStatusUnexpected'],
  ])('%i to a create is %s, and the create is sent once', async (status, code) => {
    const answer = json(status, { message: 'no' }, status === 302 ? { location: '/elsewhere' } : {});
    await using server = await startServer(withTokens(() => answer));
    await using client = connect(server.baseUrl);
    const error = errorOf(await client.call('createPayment', payout, submission));
    expect(error.code).toBe(code);
    expect(error.details).toMatchObject({ status, idPayout: 'b1-1', raw: '{"message":"no"}' });
    expect(error.message).toContain('b1-1');
    expect(operations(server.seen)).toHaveLength(1);
  });

  it('409 and 201 decide a create even when their bodies are unreadable', async () => {
    let status = 201;
    await using server = await startServer(withTokens(() => ({ status, body: '<html>\u0000' })));
    await using client = connect(server.baseUrl);
    expect(valueOf(await client.call('createPayment', payout, submission)).status).toBe(201);
    status = 409;
    expect(errorOf(await client.call('createPayment', payout, submission)).code).toBe('gatewayDuplicate');
  });

  it('406 shows its validation errors field by field', async () => {
    const complaints = [
      { errorCode: 'ACCOUNT_INVALID', field: 'paymentMethod.account.accountNumber', message: 'wrong IBAN' },
    ];
    await using server = await startServer(withTokens(() => json(406, complaints)));
    await using client = connect(server.baseUrl);
    const { details } = errorOf(await client.call('createPayment', payout, submission));
    expect(details.problems).toEqual([
      { field: 'paymentMethod.account.accountNumber', code: 'ACCOUNT_INVALID', message: 'wrong IBAN' },
    ]);
  });

  it('401 renews the token once and sends the same bytes again; a second 401 is gatewayUnauthenticated', async () => {
    let refusals = 1;
    await using server = await startServer(
      withTokens(() => (refusals-- > 0 ? json(401, {}) : json(201, {}))),
    );
    await using client = connect(server.baseUrl);
    valueOf(await client.call('createPayment', payout, submission));
    const sent = operations(server.seen);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.body.equals(body)).toBe(true);
    expect(sent[1]?.headers.authorization).not.toBe(sent[0]?.headers.authorization);
    refusals = 2;
    expect(errorOf(await client.call('createPayment', payout, submission)).code).toBe(
      'gatewayUnauthenticated',
    );
    expect(operations(server.seen)).toHaveLength(4);
  });

  it('waits for the Retry-After of a 429, then repeats the same request', async () => {
    let busy = 2;
    await using server = await startServer(
      withTokens(() => (busy-- > 0 ? json(429, {}, { 'retry-after': '1' }) : json(201, {}))),
    );
    await using client = connect(server.baseUrl);
    valueOf(await client.call('createPayment', payout, submission));
    const [first, second, third] = operations(server.seen).map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990);
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('after a 429 each request waits a second from an answer on, not from a departure', async () => {
    let busy = 1;
    await using server = await startServer(
      withTokens(async () => {
        if (busy-- > 0) return json(429, {}, { 'retry-after': '1' });
        await sleep(200);
        return json(201, {});
      }),
    );
    await using client = connect(server.baseUrl, { requestsPerSecond: 10 });
    const send = (): Promise<unknown> => client.call('createPayment', payout, submission);
    await send();
    await Promise.all(Array.from({ length: 11 }, send));
    const [first, ...others] = operations(server.seen)
      .map(({ at }) => at)
      .slice(2);
    expect((others[9] ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1200);
  });

  it('a wait for 429 ends with stopped when the caller gives up', async () => {
    const abort = new AbortController();
    await using server = await startServer(
      withTokens(() => {
        setImmediate(() => setTimeout(() => abort.abort(), 20));
        return json(429, {}, { 'retry-after': '60' });
      }),
    );
    await using client = connect(server.baseUrl);
    const error = errorOf(
      await client.call('createPayment', payout, { ...submission, signal: abort.signal }),
    );
    expect(error.code).toBe('stopped');
    expect(operations(server.seen)).toHaveLength(1);
  });

  it('an unreadable answer to a read shows its raw text, cut to 4,000 characters', async () => {
    await using server = await startServer(
      withTokens(() => ({ status: 200, body: `{"a":"${'x'.repeat(9000)}"}` })),
    );
    await using client = connect(server.baseUrl);
    const error = errorOf(await client.call('balances', { currencyCodes: [] }, interactive));
    expect(error.code).toBe('gatewayAnswerUnreadable');
    expect(error.details.raw).toHaveLength(4000);
  });
});

describe('closing', () => {
  it('stops what is waiting and everything after', async () => {
    await using server = await startServer(withTokens(() => json(200, [])));
    await using client = connect(server.baseUrl);
    await client.close();
    expect(errorOf(await client.call('balances', { currencyCodes: [] }, interactive)).code).toBe('stopped');
    expect(server.seen).toHaveLength(0);
  });
});
