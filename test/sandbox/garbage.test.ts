import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBench, everything, merchantCode, paymentBody, secret, startMs } from './harness.ts';

const statuses = [200, 201, 204, 400, 401, 403, 404, 406, 409, 410, 429, 500];
const paths = [
  '/payouts/a',
  '/payins/a',
  '/topups/a',
  '/payins/a/!setExternalReference',
  '/payins/a/accounts',
  '/payouts/!availablePaymentOptions',
  '/payins/!availablePaymentOptions',
  '/balances',
  '/auth-tokens',
  '/auth-tokens-by-action',
  '/currencies',
];
const path = fc.oneof(
  fc.constantFrom(...paths),
  fc.string({ unit: 'binary' }),
  fc
    .tuple(fc.constantFrom(...paths), fc.string({ unit: 'binary' }))
    .map(([start, rest]) => `${start}${rest}`),
);

/** Right bodies in which one value, wherever it stands, was replaced by any JSON value. */
const seeds = [
  paymentBody({ callbackUrl: 'http://127.0.0.1/' }),
  '{"money":{"amount":1,"currencyCode":"EUR"}}',
  '{"externalReference":"x"}',
  JSON.stringify({
    merchantCode,
    secret,
    validitySecs: 60,
    timestamp: startMs / 1000,
    operations: everything,
    action: 'PAYIN_INFO',
    idPayment: 'a',
    money: { amount: 1, currencyCode: 'EUR' },
  }),
];
const nearlyRight = fc
  .tuple(fc.constantFrom(...seeds), fc.nat(), fc.jsonValue())
  .map(([seed, place, value]) => {
    let index = 0;
    const values = seed.match(/"[^"]*"(?!\s*:)|\d+(?:\.\d+)?/g) ?? [];
    const chosen = place % Math.max(values.length, 1);
    return seed.replaceAll(/"[^"]*"(?!\s*:)|\d+(?:\.\d+)?/g, (text) =>
      index++ === chosen ? JSON.stringify(value) : text,
    );
  });

const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.json().map((text) => Buffer.from(text)),
  nearlyRight.map((text) => Buffer.from(text)),
  fc
    .constantFrom('{"__proto__":{"money":1}}', '['.repeat(100_000), '\ufeff{}', '{"a":1e999999}')
    .map((text) => Buffer.from(text)),
);

describe('garbage', () => {
  it('gets a readable answer of the interface, whatever it is', () => {
    const bench = createBench();
    const token = bench.token();
    const headers = fc.record(
      {
        'x-api-version': fc.oneof({ weight: 9, arbitrary: fc.constant('2') }, fc.string()),
        authorization: fc.oneof({ weight: 9, arbitrary: fc.constant(`Bearer ${token}`) }, fc.string()),
        'x-signature': fc.base64String(),
        'content-type': fc.constantFrom('application/json', 'text/plain'),
      },
      { requiredKeys: ['x-api-version', 'authorization'] },
    );
    const method = fc.constantFrom('GET', 'POST', 'POST', 'PUT', '');
    fc.assert(
      fc.property(method, path, headers, body, (oneMethod, onePath, oneHeaders, oneBody) => {
        const request = { method: oneMethod, path: onePath, headers: oneHeaders, body: oneBody };
        const response = bench.gateway.handle(request);
        expect(statuses).toContain(response.status);
        if (response.status === 204) return;
        const answer: unknown = JSON.parse(response.body);
        if (response.status === 406) expect(answer).toBeInstanceOf(Array);
        else if (response.status >= 400)
          expect(answer).toMatchObject({ code: expect.any(String), message: expect.any(String) });
      }),
      { numRuns: 3000 },
    );
    expect(bench.gateway.book().every(({ acceptedCount }) => acceptedCount === 1)).toBe(true);
  });

  it('of operations never makes a token that is slow to check', () => {
    const bench = createBench();
    const piece = fc.constantFrom(
      'a',
      '.*',
      '(',
      ')',
      '+',
      '*',
      '?',
      '{2,9}',
      '|',
      '[^/]',
      '(?:',
      String.raw`\w`,
      '/',
      '[',
      ']',
      '^',
      '$',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const issued = bench.askToken({ operations: [`GET /${pieces.join('')}`] });
        expect([200, 400]).toContain(issued.status);
        if (issued.status === 400) return;
        const { token } = JSON.parse(issued.body);
        // An expression that takes for ever would never come back from here.
        expect([403, 404, 410]).toContain(bench.send('GET', `/payouts/${'a'.repeat(250)}`, { token }).status);
      }),
      { numRuns: 2000 },
    );
  });
});
