import { describe, expect, it } from 'vitest';
import { type Bench, createBench, optionsBody, paymentBody, type Sent } from './harness.ts';

type Row = { readonly row: string; readonly method: string; readonly path: string; readonly body?: string };

const options: Row[] = ['payins', 'payouts', 'topups'].map((name) => ({
  row: `POST /${name}/!availablePaymentOptions`,
  method: 'POST',
  path: `/${name}/!availablePaymentOptions`,
  body: optionsBody(),
}));
const creates: Row[] = ['payins', 'payouts', 'topups'].map((name) => ({
  row: `POST /${name}/{id}`,
  method: 'POST',
  path: `/${name}/order-1`,
  body: paymentBody(),
}));
const details: Row[] = ['payins', 'payouts', 'topups'].map((name) => ({
  row: `GET /${name}/{id}`,
  method: 'GET',
  path: `/${name}/order-1`,
}));
const reference: Row = {
  row: 'POST /payins/{idPayin}/!setExternalReference',
  method: 'POST',
  path: '/payins/order-1/!setExternalReference',
  body: '{"externalReference":"RF18 5390"}',
};
const accounts: Row = {
  row: 'GET /payins/{idPayin}/accounts',
  method: 'GET',
  path: '/payins/order-1/accounts',
};
const lists: Row[] = [
  'balances',
  'merchant-info',
  'currencies',
  'segments',
  'payment-operators',
  'payment-methods',
].map((name) => ({ row: `GET /${name}`, method: 'GET', path: `/${name}` }));
const withToken = [...options, ...creates, ...details, reference, accounts, ...lists];
const ofPayments = [...details, reference, accounts];

function send(bench: Bench, row: Row, sent: Sent = {}) {
  return bench.send(row.method, row.path, { ...(row.body === undefined ? {} : { body: row.body }), ...sent });
}

/** Creates what the row is about, so that it can succeed. */
function prepare(bench: Bench, row: Row, body: string = paymentBody()): string {
  const token = bench.token();
  if (!ofPayments.includes(row)) return token;
  const path = row.path.split('/').slice(0, 3).join('/');
  expect(bench.send('POST', path, { token, body }).status).toBe(201);
  return token;
}

function createBenchOf(merchantCode: string): { bench: Bench; token: string } {
  const bench = createBench({
    merchants: [{ merchantCode, publicKeyPems: [], secrets: ['merchant-secret'] }],
  });
  return { bench, token: bench.token(undefined, { merchantCode }) };
}

describe.each(withToken)('$row', (row) => {
  const success = creates.includes(row) ? 201 : row === reference ? 204 : 200;

  it(`answers ${success} with JSON and the gateway's Date`, () => {
    const bench = createBench();
    const response = send(bench, row, { token: prepare(bench, row) });
    expect(response.status).toBe(success);
    expect(response.headers['date']).toBe(new Date(bench.now()).toUTCString());
    if (success === 204) expect(response.body).toBe('');
    else expect(JSON.parse(response.body)).toBeTypeOf('object');
  });

  it.each([undefined, '1', '3', '2.82', 'two'])('answers 404 to X-API-Version %s', (version) => {
    const bench = createBench();
    const token = prepare(bench, row);
    const headers: Record<string, string | undefined> = {
      authorization: `Bearer ${token}`,
      'x-api-version': version,
    };
    const { method, path } = row;
    const response = bench.gateway.handle({ method, path, headers, body: Buffer.from(row.body ?? '') });
    expect(response.status).toBe(404);
    expect(JSON.parse(response.body)).toMatchObject({ code: 'VERSION_UNSUPPORTED' });
  });

  it('answers 401 without a token, with a wrong one, and with an expired one', () => {
    const bench = createBench();
    const token = prepare(bench, row);
    expect(send(bench, row).status).toBe(401);
    expect(
      send(bench, row, { token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` }).status,
    ).toBe(401);
    bench.advance(3600 * 1000);
    expect(send(bench, row, { token }).status).toBe(401);
  });

  it('answers 403 when the token does not permit it', () => {
    const bench = createBench();
    prepare(bench, row);
    const token = bench.token(['GET /somewhere-else', 'POST /payouts/other']);
    expect(send(bench, row, { token }).status).toBe(403);
  });

  it('answers 429 with Retry-After above the rate, and does not process the request', () => {
    const bench = createBench({ requestsPerSecond: 3 });
    const token = prepare(bench, row);
    bench.advance(1000);
    for (let count = 0; count < 3; count += 1) bench.send('GET', '/segments', { token });
    const before = bench.gateway.book();
    const response = send(bench, row, { token });
    expect(response.status).toBe(429);
    expect(response.headers['retry-after']).toBe('1');
    expect(bench.gateway.book()).toEqual(before);
  });
});

describe.each([...options, ...creates, reference])('$row', (row) => {
  it.each(['', 'nonsense', '[]', '{}', '{"money":null,"paymentRequested":7,"externalReference":""}'])(
    'answers 400 with a BasicError to the body %j',
    (body) => {
      const bench = createBench();
      const response = send(bench, row, { token: prepare(bench, row), body });
      expect(response.status).toBe(400);
      expect(JSON.parse(response.body)).toMatchObject({
        code: 'INPUT_INVALID',
        errors: expect.arrayContaining([expect.objectContaining({ field: expect.any(String) })]),
      });
    },
  );

  it('answers 400 to another content type', () => {
    const bench = createBench();
    const token = prepare(bench, row);
    expect(send(bench, row, { token, headers: { 'content-type': 'text/xml' } }).status).toBe(400);
  });
});

describe.each([...details, accounts, ...lists])('$row', (row) => {
  it('answers 400 to a body, which it does not take', () => {
    const bench = createBench();
    expect(send(bench, row, { token: prepare(bench, row), body: '{}' }).status).toBe(400);
  });
});

describe.each([...creates, ...details, reference, accounts])('$row', (row) => {
  it('answers 400 to an invalid order ID', () => {
    const bench = createBench();
    const token = bench.token();
    for (const id of ['a.b', 'a%20b', 'x'.repeat(251)]) {
      const response = send(bench, { ...row, path: row.path.replace('order-1', id) }, { token });
      expect(response.status).toBe(400);
      expect(response.body).toMatch(/id(Payin|Payout|TopUp)/);
    }
  });
});

describe.each(options)('$row', (row) => {
  it('answers 406 with an array, not an empty list, when there is no option', () => {
    const bench = createBench();
    const token = bench.token();
    for (const body of [optionsBody('4060.07'), optionsBody('4060.070'), optionsBody('1', 'XYZ')]) {
      const response = send(bench, row, { token, body });
      expect(response.status).toBe(406);
      expect(JSON.parse(response.body)).toMatchObject([{ code: 'NO_PAYMENT_OPTION' }]);
    }
  });
});

describe.each(creates)('$row', (row) => {
  it('answers 406 with an array when business validation fails', () => {
    const bench = createBench();
    const token = bench.token();
    for (const body of [paymentBody({ amount: '4060.06' }), paymentBody({ paymentMethodCode: 'PIGEON' })]) {
      const response = send(bench, row, { token, body });
      expect(response.status).toBe(406);
      expect(JSON.parse(response.body)).toMatchObject([
        { code: expect.any(String), message: expect.any(String) },
      ]);
    }
    expect(bench.gateway.book()).toEqual([]);
  });

  it('answers 409 to an order ID that it accepted before, and accepts nothing again', () => {
    const bench = createBench();
    const token = bench.token();
    expect(send(bench, row, { token }).status).toBe(201);
    expect(send(bench, row, { token }).status).toBe(409);
    expect(send(bench, row, { token, body: paymentBody({ amount: '99' }) }).status).toBe(409);
    expect(bench.gateway.book()).toMatchObject([{ amount: '12.50', acceptedCount: 1, postsSeen: 3 }]);
  });

  it('answers 500 before and after the effect when asked to', () => {
    const bench = createBench();
    const token = bench.token();
    expect(send(bench, row, { token, body: paymentBody({ accountNumber: '9004' }) }).status).toBe(500);
    expect(bench.gateway.book()).toEqual([]);
    expect(send(bench, row, { token, body: paymentBody({ accountNumber: '9003' }) }).status).toBe(500);
    expect(bench.gateway.book()).toHaveLength(1);
  });
});

describe.each(ofPayments)('$row', (row) => {
  it('answers 410 to an order ID that it does not know', () => {
    const bench = createBench();
    expect(send(bench, row, { token: bench.token() }).status).toBe(410);
  });

  it('answers 500 when asked to', () => {
    const bench = createBench();
    const token = prepare(bench, row, paymentBody({ accountNumber: '9014' }));
    expect(send(bench, row, { token }).status).toBe(500);
    expect([200, 204]).toContain(send(bench, row, { token }).status);
  });
});

describe.each([...details, accounts])('$row', (row) => {
  it('answers 406 with an array when asked to', () => {
    const bench = createBench();
    const token = prepare(bench, row, paymentBody({ accountNumber: '9015' }));
    const response = send(bench, row, { token });
    expect(response.status).toBe(406);
    expect(JSON.parse(response.body)).toMatchObject([{ code: 'PAYMENT_NOT_READABLE' }]);
  });
});

describe.each(lists)('$row', (row) => {
  it('answers 500 to a merchant whose code asks for it', () => {
    const { bench, token } = createBenchOf('M-500');
    expect(send(bench, row, { token }).status).toBe(500);
  });

  const canBeGone = ['/balances', '/merchant-info', '/currencies'].includes(row.path);
  it(`answers ${canBeGone ? '410' : '200, having no 410,'} to a merchant whose code asks for 410`, () => {
    const { bench, token } = createBenchOf('M-410');
    expect(send(bench, row, { token }).status).toBe(canBeGone ? 410 : 200);
  });
});

describe('GET /balances', () => {
  it('answers 406 with an array when asked to', () => {
    const bench = createBench();
    const response = bench.send('GET', '/balances?currencyCodes=EUR,X406', { token: bench.token() });
    expect(response.status).toBe(406);
    expect(JSON.parse(response.body)).toBeInstanceOf(Array);
  });

  it('ignores unsupported and invalid codes', () => {
    const bench = createBench();
    const response = bench.send('GET', '/balances?currencyCodes=,%00,%F0,..,EUR', { token: bench.token() });
    expect(response.status).toBe(200);
  });
});

describe('anything else', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/payouts'],
    ['GET', '/payouts/'],
    ['PUT', '/payouts/order-1'],
    ['DELETE', '/payouts/order-1'],
    ['GET', '/payouts/!availablePaymentOptions'],
    ['POST', '/payouts/!other'],
    ['GET', '/payouts/order-1/accounts'],
    ['GET', '/__proto__/order-1'],
    ['GET', `/payouts/${'x'.repeat(1000)}`],
  ])('answers 404 to %s %s', (method, path) => {
    const bench = createBench();
    expect(bench.send(method, path, { token: bench.token() }).status).toBe(404);
  });
});
