import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  createBench,
  merchantCode,
  optionsBody,
  paymentBody,
  publicKeyPem,
  secret,
  signatureOf,
  startMs,
  tokenIn,
} from './harness.ts';

const operations = ['GET /payouts/a'];
const request = { merchantCode, validitySecs: 60, timestamp: startMs / 1000, operations };

function sendSigned(fields: Record<string, unknown>, change: (body: string) => string = (body) => body) {
  const body = JSON.stringify({ ...request, ...fields });
  return createBench().send('POST', '/auth-tokens', {
    body: change(body),
    headers: { 'x-signature': signatureOf(change(body)) },
  });
}

describe('POST /auth-tokens', () => {
  it('answers 200 with a JWT of operations, exp, iat, jti and sub to a valid signature', () => {
    const response = sendSigned({});
    expect(response.status).toBe(200);
    expect(decodeJwt(tokenIn(response))).toMatchObject({
      operations,
      iat: startMs / 1000,
      exp: startMs / 1000 + 60,
      sub: merchantCode,
      jti: expect.stringMatching(/./),
    });
  });

  it('gives every token its own jti', () => {
    const bench = createBench();
    const ids = Array.from({ length: 50 }, () => decodeJwt(bench.token()).jti);
    expect(new Set(ids).size).toBe(50);
  });

  it('accepts a signature by any of the registered keys, and by no other', () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const bench = createBench();
    const body = JSON.stringify(request);
    const headers = { 'x-signature': signatureOf(body, other.privateKey) };
    expect(bench.send('POST', '/auth-tokens', { body, headers }).status).toBe(401);
    const pem = other.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    bench.gateway.registerMerchant({ merchantCode, publicKeyPems: [pem], secrets: [] });
    expect(bench.send('POST', '/auth-tokens', { body, headers }).status).toBe(200);
    const first = { 'x-signature': signatureOf(body) };
    expect(bench.send('POST', '/auth-tokens', { body, headers: first }).status).toBe(200);
  });

  it('answers 401 when one byte was changed after signing', () => {
    const body = JSON.stringify(request);
    const headers = { 'x-signature': signatureOf(body) };
    const changed = body.replace('GET /payouts/a', 'GET /payouts/b');
    expect(createBench().send('POST', '/auth-tokens', { body: changed, headers }).status).toBe(401);
  });

  it('answers 400 to a signed body that is not minified', () => {
    expect(sendSigned({}, (body) => `${body}\n`).status).toBe(400);
    expect(sendSigned({}, (body) => JSON.stringify(JSON.parse(body), null, 2)).status).toBe(400);
    expect(sendSigned({ operations: ['GET /payouts/"quoted \\\\ text"'] }).status).toBe(400);
    expect(sendSigned({ merchantCode: ' M1' }).status).toBe(401);
  });

  it('accepts the deprecated secret, and answers 401 to a wrong one and to neither', () => {
    const bench = createBench();
    expect(bench.askToken().status).toBe(200);
    expect(bench.askToken({ secret: 'wrong' }).status).toBe(401);
    expect(bench.askToken({ secret: undefined }).status).toBe(401);
    expect(bench.askToken({ merchantCode: 'unknown' }).status).toBe(401);
  });

  it('answers 400 to a signature together with a secret', () => {
    expect(sendSigned({ secret }).status).toBe(400);
  });

  it.each([
    [300, 200],
    [-300, 200],
    [301, 401],
    [-301, 401],
  ])('with a timestamp %i seconds off answers %i', (difference, status) => {
    expect(sendSigned({ timestamp: startMs / 1000 + difference }).status).toBe(status);
  });

  it.each([
    [1, 200],
    [31 * 86_400, 200],
    [0, 400],
    [31 * 86_400 + 1, 400],
    [1.5, 400],
    ['60', 400],
    [undefined, 400],
  ])('with validitySecs %s answers %i', (validitySecs, status) => {
    expect(sendSigned({ validitySecs }).status).toBe(status);
  });

  it.each([
    [[]],
    ['GET /payouts/a'],
    [['GET']],
    [['GET  /payouts']],
    [['GET /payouts/(']],
    [['GET /(a+)+']],
    [['GET /(a|a)*b']],
    [['GET /((a?)b)*']],
    [['GET /.*.*.*.*x']],
    [['GET /(?=a)a']],
    [[String.raw`GET /(a)\1`]],
    [[`GET /${'a'.repeat(500)}`]],
    [[7]],
  ])('answers 400 to the operations %j', (bad) => {
    const response = sendSigned({ operations: bad });
    expect(response.status).toBe(400);
    expect(response.body).toContain('operations');
  });

  it('ends a token exactly when its validity ends', () => {
    const bench = createBench();
    const token = bench.token(['GET /segments'], { validitySecs: 60 });
    bench.advance(59_999);
    expect(bench.send('GET', '/segments', { token }).status).toBe(200);
    bench.advance(1);
    expect(bench.send('GET', '/segments', { token }).status).toBe(401);
  });

  it('does not accept another gateway’s token', () => {
    const token = createBench().token();
    expect(createBench().send('GET', '/segments', { token }).status).toBe(401);
  });
});

describe('permissions', () => {
  it.each([
    ['POST /payouts/batch-[0-9]+', '/payouts/batch-17', 201],
    ['POST /payouts/batch-[0-9]+', '/payouts/batch-17x', 403],
    ['POST /payouts/batch-[0-9]+', '/payouts/xbatch-17', 403],
    ['POST /payouts/.*', '/payouts/anything', 201],
    ['(GET|POST) /payouts/(a|b)', '/payouts/b', 201],
    [String.raw`POST /payouts/\w+`, '/payouts/one', 201],
    ['POST /payouts/a', '/payouts/a', 201],
    ['T /payouts/.*', '/payouts/a', 403],
    ['POST /payouts/[ab]', '/payouts/ab', 403],
    ['POST /payouts/a', '/payouts/ab', 403],
    ['GET /payouts/a', '/payouts/a', 403],
    ['POST /payins/.*', '/payouts/a', 403],
    ['POST /payouts/a|POST /payouts/b', '/payouts/b', 400],
  ])('with the operation %s POST %s is answered %i', (operation, path, status) => {
    const bench = createBench();
    const issued = bench.askToken({ operations: [operation] });
    if (status === 400) return expect(issued.status).toBe(400);
    const token = tokenIn(issued);
    expect(bench.send('POST', path, { token, body: paymentBody() }).status).toBe(status);
  });

  it.each([
    'GET /[^].*.*.*.*]',
    'GET /[].*.*.*.*]',
    'GET /a[^](?:.+)+]',
    'GET /[^]](?:.+)+',
    'GET /|.*.*)+/([^/]',
    'GET /a)|(?:.*',
  ])(
    'are not given for %s: a class ends at its first bracket, and no group ends that was not started',
    (operation) => {
      expect(createBench().askToken({ operations: [operation] }).status).toBe(400);
    },
  );

  it('ignore the query string', () => {
    const bench = createBench();
    const token = bench.token(['GET /balances']);
    expect(bench.send('GET', '/balances?currencyCodes=EUR', { token }).status).toBe(200);
  });
});

describe('a token limited to one amount', () => {
  const money = { amount: 12.5, currencyCode: 'EUR' };

  it.each(['payouts', 'payins', 'topups'])(
    'creates %s of that amount, and answers 403 to any other',
    (name) => {
      const bench = createBench();
      const token = bench.token(undefined, { money });
      const create = (id: string, body: string) =>
        bench.send('POST', `/${name}/${id}`, { token, body }).status;
      expect(create('a', paymentBody({ amount: '12.51' }))).toBe(403);
      expect(create('a', paymentBody({ currencyCode: 'USD' }))).toBe(403);
      expect(create('a', paymentBody({ amount: '12.500' }))).toBe(201);
    },
  );

  it('asks for options of that amount only', () => {
    const bench = createBench();
    const token = bench.token(undefined, { money });
    const ask = (body: string) =>
      bench.send('POST', '/payouts/!availablePaymentOptions', { token, body }).status;
    expect(ask(optionsBody('12.5'))).toBe(200);
    expect(ask(optionsBody('13'))).toBe(403);
  });

  it('lists that currency only', () => {
    const bench = createBench();
    const token = bench.token(undefined, { money });
    const { body } = bench.send('GET', '/currencies', { token });
    expect(JSON.parse(body)).toMatchObject({ currencies: [{ currencyCode: 'EUR' }] });
  });

  it('keeps 18 digits and 18 decimals of the limit apart', () => {
    const bench = createBench();
    const amount = '123456789012345678.123456789012345678';
    const body = `{"merchantCode":"${merchantCode}","validitySecs":60,"timestamp":${startMs / 1000},"operations":["POST /payouts/.*"],"money":{"amount":${amount},"currencyCode":"EUR"}}`;
    const headers = { 'x-signature': signatureOf(body) };
    const token = tokenIn(bench.send('POST', '/auth-tokens', { body, headers }));
    const create = (id: string, sum: string) =>
      bench.send('POST', `/payouts/${id}`, { token, body: paymentBody({ amount: sum }) }).status;
    expect(create('a', '123456789012345678.123456789012345679')).toBe(403);
    expect(create('b', amount)).toBe(201);
  });
});

describe('POST /auth-tokens-by-action', () => {
  function ask(fields: Record<string, unknown>) {
    const bench = createBench();
    const { operations: _operations, ...rest } = request;
    const body = JSON.stringify({ ...rest, idPayment: 'order-1', ...fields });
    const response = bench.send('POST', '/auth-tokens-by-action', {
      body,
      headers: { 'x-signature': signatureOf(body) },
    });
    return { bench, response };
  }

  it('PAYIN_CREATE grants the options, creating and reading of that payin, and nothing else', () => {
    const { bench, response } = ask({ action: 'PAYIN_CREATE' });
    const token = tokenIn(response);
    const status = (method: string, path: string, body?: string) =>
      bench.send(method, path, { token, ...(body === undefined ? {} : { body }) }).status;
    expect(decodeJwt(token)['operations']).toHaveLength(3);
    expect(status('POST', '/payins/!availablePaymentOptions', optionsBody())).toBe(200);
    expect(status('POST', '/payins/order-1', paymentBody())).toBe(201);
    expect(status('GET', '/payins/order-1')).toBe(200);
    expect(status('POST', '/payins/order-2', paymentBody())).toBe(403);
    expect(status('GET', '/payins/order-1/accounts')).toBe(403);
    expect(status('GET', '/merchant-info')).toBe(403);
    expect(status('POST', '/payouts/order-1', paymentBody())).toBe(403);
  });

  it('PAYIN_INFO grants reading that payin only', () => {
    const { bench, response } = ask({ action: 'PAYIN_INFO' });
    const token = tokenIn(response);
    expect(bench.send('GET', '/payins/order-1', { token }).status).toBe(410);
    expect(bench.send('POST', '/payins/order-1', { token, body: paymentBody() }).status).toBe(403);
  });

  it('limits the token to the given money', () => {
    const { bench, response } = ask({ action: 'PAYIN_CREATE', money: { amount: 5, currencyCode: 'EUR' } });
    const token = tokenIn(response);
    expect(bench.send('POST', '/payins/order-1', { token, body: paymentBody() }).status).toBe(403);
  });

  it.each([
    { action: 'PAYOUT_CREATE' },
    {},
    { action: 'PAYIN_INFO', idPayment: 'a b' },
    { action: 'PAYIN_INFO', idPayment: '.*' },
  ])('answers 400 to %j', (fields) => {
    expect(ask(fields).response.status).toBe(400);
  });
});

describe('registering a merchant', () => {
  it('refuses private keys, short keys and keys of other kinds', () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const full = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pems = [
      full.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      short.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      curve.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      'nonsense',
    ];
    const { gateway } = createBench();
    for (const pem of pems) {
      expect(() =>
        gateway.registerMerchant({ merchantCode: 'X', publicKeyPems: [pem], secrets: [] }),
      ).toThrow(TypeError);
    }
    gateway.registerMerchant({ merchantCode: 'X', publicKeyPems: [publicKeyPem], secrets: [] });
  });
});
