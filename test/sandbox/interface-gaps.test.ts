import * as fc from 'fast-check';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  at,
  createBench,
  merchantCode,
  optionsBody,
  paymentBody,
  read,
  secret,
  signatureOf,
  startMs,
  tokenIn,
} from './harness.ts';

const kinds = ['payouts', 'payins', 'topups'] as const;
const idNames = { payouts: 'idPayout', payins: 'idPayin', topups: 'idTopUp' } as const;
const common = { merchantCode, validitySecs: 60, timestamp: startMs / 1000 };
const granted = ['GET /payins/a'];
const tokenRows = [
  { row: 'POST /auth-tokens', path: '/auth-tokens', own: { operations: granted } },
  {
    row: 'POST /auth-tokens-by-action',
    path: '/auth-tokens-by-action',
    own: { action: 'PAYIN_INFO', idPayment: 'a' },
  },
];

describe.each(tokenRows)('$row', ({ path, own }) => {
  const request: Record<string, unknown> = { ...common, ...own };
  function ask(fields: Record<string, unknown>, headers: Record<string, string> = {}) {
    const body = JSON.stringify({ ...request, ...fields });
    const signed = 'secret' in fields ? {} : { 'x-signature': signatureOf(body) };
    return createBench().send('POST', path, { body, headers: { ...signed, ...headers } });
  }

  it.each([
    ['signature', {}],
    ['deprecated secret', { secret }],
  ])('answers 200 with a token and its claims to a valid %s', (_method, fields) => {
    const response = ask(fields);
    expect(response.status).toBe(200);
    expect(Object.keys(JSON.parse(response.body))).toEqual(['token']);
    expect(decodeJwt(tokenIn(response))).toEqual({
      operations: granted,
      iat: common.timestamp,
      exp: common.timestamp + common.validitySecs,
      sub: merchantCode,
      jti: expect.stringMatching(/./),
    });
  });

  it.each(['1', '3', '2.82', ''])('answers 404 to X-API-Version “%s”', (version) => {
    const response = ask({}, { 'x-api-version': version });
    expect(response.status).toBe(404);
    expect(response.body).not.toContain('token');
  });

  it.each([...Object.keys(common), ...Object.keys(own)])(
    'answers 400 with a BasicError that names %s when it is missing, empty or of a wrong type',
    (field) => {
      for (const wrong of [undefined, null, '', {}, [], true]) {
        const response = ask({ [field]: wrong });
        expect(response.status).toBe(400);
        expect(JSON.parse(response.body)).toMatchObject({
          code: 'INPUT_INVALID',
          errors: expect.arrayContaining([expect.objectContaining({ field })]),
        });
      }
    },
  );

  it('answers 401 to a signature over other bytes, a wrong secret and an old timestamp', () => {
    const other = signatureOf(JSON.stringify({ ...request, validitySecs: 61 }));
    expect(ask({}, { 'x-signature': other }).status).toBe(401);
    expect(ask({ secret: 'wrong' }).status).toBe(401);
    expect(ask({ timestamp: common.timestamp - 3600 }).status).toBe(401);
  });

  it('answers 429 above the rate of the merchant', () => {
    const bench = createBench({ requestsPerSecond: 2 });
    const body = JSON.stringify({ ...request, secret });
    const statuses = [1, 2, 3].map(() => bench.send('POST', path, { body }).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('the payment request (interface: Payment request)', () => {
  it.each([
    ['paymentRequested', '"x"'],
    ['paymentMethod', '[]'],
    ['paymentMethod.paymentMethodCode', '""'],
    ['paymentMethod.account', '7'],
    ['paymentMethod.account.accountName', '7'],
    ['paymentMethod.account.accountNumber', '{}'],
    ['paymentMethod.paymentOperatorCode', 'true'],
    ['paymentMethod.emailAddress', '"jane.example.com"'],
    ['callbackUrl', '"/callbacks"'],
  ])('answers 400 that names %s when it is %s', (field, wrong) => {
    const body: unknown = JSON.parse(paymentBody());
    const names = field.split('.');
    const place = names.length === 1 ? body : at(body, names.slice(0, -1).join('.'));
    if (typeof place !== 'object' || place === null) throw new Error(`no ${field}`);
    Reflect.set(place, names.at(-1) ?? '', JSON.parse(wrong));
    const bench = createBench();
    const response = bench.send('POST', '/payouts/a', { token: bench.token(), body: JSON.stringify(body) });
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body)).toMatchObject({
      code: 'INPUT_INVALID',
      errors: expect.arrayContaining([expect.objectContaining({ field })]),
    });
    expect(bench.gateway.book()).toEqual([]);
  });

  it('may contain unknown properties on every level, as may other bodies (Versioning 5)', () => {
    const bench = createBench();
    const token = tokenIn(bench.askToken({ since: '2.83' }));
    const more = paymentBody().replaceAll('{', '{"since":{"version":[2.83]},');
    expect(bench.send('POST', '/payouts/a', { token, body: more }).status).toBe(201);
    const asked = optionsBody().replaceAll('{', '{"since":"2.83",');
    expect(bench.send('POST', '/payouts/!availablePaymentOptions', { token, body: asked }).status).toBe(200);
    expect(bench.gateway.book()).toMatchObject([{ id: 'a', amount: '12.50' }]);
  });
});

describe.each(kinds)('the accepted response of %s (interface: Payment accepted response)', (name) => {
  it('contains the requested money and the method with the order ID', () => {
    const bench = createBench();
    const response = bench.send('POST', `/${name}/a`, { token: bench.token(), body: paymentBody() });
    expect(read(response, 'paymentRequested')).toEqual({ money: { amount: 12.5, currencyCode: 'EUR' } });
    expect(read(response, 'paymentMethodResponse')).toMatchObject({
      paymentMethodCode: 'BANK_TRANSFER',
      [idNames[name]]: 'a',
    });
  });
});

describe('order IDs (interface: Payment identifiers, Operation rules 4)', () => {
  it('are returned whole in a callback, whatever 1 to 250 characters of the pattern they contain', () => {
    const bench = createBench({ settleMs: 1000 });
    const token = bench.token();
    const body = paymentBody({ callbackUrl: 'http://127.0.0.1:9/callbacks' });
    for (const idEntity of ['a', '-', '_'.repeat(250), 'Zz-9_'.repeat(50)]) {
      expect(bench.send('POST', `/payouts/${idEntity}`, { token, body }).status).toBe(201);
      bench.advance(1000);
      const due = bench.gateway.takeDueCallbacks(10);
      expect(due.map((one) => JSON.parse(one.body))).toEqual([{ idEntity }]);
    }
  });

  it('of GET /topups/{idTopUp} are exactly those that GET /payins/{idPayin} accepts', () => {
    const bench = createBench();
    const token = bench.token();
    const character = fc.constantFrom('a', 'Z', '0', '-', '_', '.', '~', '%20', '%C3%A9', ':', '!');
    const id = fc.array(character, { minLength: 1, maxLength: 260 }).map((characters) => characters.join(''));
    const statuses = new Set<number>();
    fc.assert(
      fc.property(fc.oneof(id, fc.stringMatching(/^[A-Za-z0-9_-]{1,260}$/)), (one) => {
        const { status } = bench.send('GET', `/topups/${one}`, { token });
        expect(status).toBe(bench.send('GET', `/payins/${one}`, { token }).status);
        statuses.add(status);
      }),
    );
    expect([...statuses]).toEqual(expect.arrayContaining([400, 410]));
  });
});

describe('options (interface: Operation rules 5)', () => {
  it.each(kinds)('of %s are methods of the gateway, and a payment with any of them is accepted', (name) => {
    const bench = createBench();
    const token = bench.token();
    const listOf = (body: string): Record<string, unknown>[] => JSON.parse(body).paymentMethods;
    const known = listOf(bench.send('GET', '/payment-methods', { token }).body);
    const currencies = ['EUR', 'USD', 'INR', 'BTC'];
    const offers = currencies.map((currencyCode) => {
      const body = optionsBody('12.50', currencyCode);
      const answer = bench.send('POST', `/${name}/!availablePaymentOptions`, { token, body });
      return listOf(answer.body).map(({ paymentMethodCode }) => {
        expect(known).toContainEqual(expect.objectContaining({ paymentMethodCode }));
        const payment = paymentBody({ paymentMethodCode: String(paymentMethodCode), currencyCode });
        const id = `${currencyCode}-${paymentMethodCode}`;
        expect(bench.send('POST', `/${name}/${id}`, { token, body: payment }).status).toBe(201);
        return paymentMethodCode;
      });
    });
    expect(offers.every((codes) => codes.length > 0)).toBe(true);
    expect(new Set(offers.map((codes) => codes.join(','))).size).toBeGreaterThan(1);
  });
});

describe('GET /balances (interface: Operation rules 3)', () => {
  it('accepts only currencyCodes as the name of its parameter', () => {
    const bench = createBench();
    const token = bench.token();
    const count = (query: string) => JSON.parse(bench.send('GET', `/balances${query}`, { token }).body);
    expect(count('?currencyCodes=EUR').balances).toHaveLength(1);
    expect(count('?currencies=EUR')).toEqual(count(''));
  });
});

describe('the operations usually needed (interface: Authentication 7)', () => {
  it('for a payin with the web application are enough for it, and for nothing else', () => {
    const bench = createBench();
    const token = bench.token([
      'POST /payins/!availablePaymentOptions',
      'POST /payins/a',
      'GET /payins/a',
      'GET /merchant-info',
      'POST /payins/a/!setExternalReference',
    ]);
    const status = (method: string, path: string, body = '') =>
      bench.send(method, path, { token, body }).status;
    expect(status('POST', '/payins/!availablePaymentOptions', optionsBody())).toBe(200);
    expect(status('POST', '/payins/a', paymentBody())).toBe(201);
    expect(status('GET', '/payins/a')).toBe(200);
    expect(status('GET', '/merchant-info')).toBe(200);
    expect(status('POST', '/payins/a/!setExternalReference', '{"externalReference":"R1"}')).toBe(204);
    expect(status('GET', '/payins/a/accounts')).toBe(403);
    expect(status('GET', '/payins/b')).toBe(403);
  });

  it('for a payout and for payment accounts are enough for each', () => {
    const bench = createBench();
    const token = bench.token(['POST /payouts/a', 'GET /payouts/a', 'GET /payins/b/accounts']);
    bench.send('POST', '/payins/b', { token: bench.token(), body: paymentBody() });
    expect(bench.send('POST', '/payouts/a', { token, body: paymentBody() }).status).toBe(201);
    expect(bench.send('GET', '/payouts/a', { token }).status).toBe(200);
    expect(bench.send('GET', '/payins/b/accounts', { token }).status).toBe(200);
    expect(bench.send('GET', '/payins/b', { token }).status).toBe(403);
  });
});
