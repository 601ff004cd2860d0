import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amounts } from './amounts.ts';
import { createBench, paymentBody, read, startMs } from './harness.ts';

const kinds = ['payouts', 'payins', 'topups'] as const;
const idNames = { payouts: 'idPayout', payins: 'idPayin', topups: 'idTopUp' } as const;

function literalOf(body: string): string {
  return /"amount":([^,}]+)/.exec(body)?.[1] ?? '';
}

describe('amounts', () => {
  it('are returned byte for byte in the accepted response, the detail and the book', () => {
    const bench = createBench();
    const token = bench.token();
    let count = 0;
    fc.assert(
      fc.property(amounts, fc.constantFrom(...kinds), (amount, name) => {
        fc.pre(amount !== '4060.06');
        count += 1;
        const path = `/${name}/amount-${count}`;
        const created = bench.send('POST', path, { token, body: paymentBody({ amount }) });
        expect(created.status).toBe(201);
        expect(literalOf(created.body)).toBe(amount);
        expect(literalOf(bench.send('GET', path, { token }).body)).toBe(amount);
        expect(bench.gateway.book().at(-1)?.amount).toBe(amount);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    '12.50',
    '0.000000000000000001',
    '999999999999999999.999999999999999999',
    '1e2',
    '1.5E1',
    '2E-18',
  ])('accepts %s and echoes it unchanged', (amount) => {
    const bench = createBench();
    const created = bench.send('POST', '/payouts/a', { token: bench.token(), body: paymentBody({ amount }) });
    expect(created.status).toBe(201);
    expect(literalOf(created.body)).toBe(amount);
  });

  it.each([
    '"12.50"',
    '0',
    '-1',
    '0.00',
    '1000000000000000000',
    '0.1234567890123456789',
    '1e-19',
    '1e400',
    'null',
    '{}',
  ])('answers 400 to %s', (amount) => {
    const bench = createBench();
    const response = bench.send('POST', '/payouts/a', {
      token: bench.token(),
      body: paymentBody({ amount }),
    });
    expect(response.status).toBe(400);
    expect(response.body).toContain('paymentRequested.money.amount');
  });

  it('accepts currency codes that are in no list', () => {
    const bench = createBench();
    const body = paymentBody({ currencyCode: 'NEWCOIN' });
    expect(bench.send('POST', '/payouts/a', { token: bench.token(), body }).status).toBe(201);
    const bad = paymentBody({ currencyCode: 'eur' });
    expect(bench.send('POST', '/payouts/b', { token: bench.token(), body: bad }).status).toBe(400);
  });
});

describe.each(kinds)('a payment detail of %s', (name) => {
  it('goes from PENDING without processedAt to SUCCESS with it, at exact times', () => {
    const bench = createBench({ settleMs: 1000 });
    const token = bench.token();
    bench.send('POST', `/${name}/a`, { token, body: paymentBody() });
    bench.advance(999);
    const pending = bench.send('GET', `/${name}/a`, { token });
    expect(read(pending, 'process')).toEqual({
      status: 'PENDING',
      createdAt: new Date(startMs).toISOString(),
      isTest: true,
    });
    bench.advance(5000);
    const finished = bench.send('GET', `/${name}/a`, { token });
    expect(read(finished, 'process')).toEqual({
      status: 'SUCCESS',
      createdAt: '2026-01-05T12:00:00.000Z',
      processedAt: '2026-01-05T12:00:01.000Z',
      isTest: true,
    });
    expect(read(finished, 'paymentRequested.money.currencyCode')).toBe('EUR');
    expect(finished.body).toContain('"fee":{"amount":0.12,"currencyCode":"EUR"}');
    expect(read(finished, `paymentMethodResponse.${idNames[name]}`)).toBe('a');
    expect(read(finished, 'paymentMethodResponse.paymentMethodCode')).toBe('BANK_TRANSFER');
  });
});

describe('a payin by an offline method', () => {
  it('shows account, money, expireAt, reference and returnUrl', () => {
    const bench = createBench();
    const token = bench.token();
    const body = paymentBody().replace(/\}$/, ',"returnUrl":"https://shop.example/back"}');
    bench.send('POST', '/payins/a', { token, body });
    const { body: detail } = bench.send('GET', '/payins/a', { token });
    expect(JSON.parse(detail).paymentMethodResponse).toEqual({
      idPayin: 'a',
      paymentMethodCode: 'BANK_TRANSFER',
      account: { bankName: 'Sandbox Bank', branchName: 'Main Branch' },
      money: { amount: 12.5, currencyCode: 'EUR' },
      expireAt: '2026-01-06T12:00:00.000Z',
      reference: expect.stringMatching(/^\d{10}$/),
      returnUrl: 'https://shop.example/back',
    });
  });

  it('keeps the external reference that was set', () => {
    const bench = createBench();
    const token = bench.token();
    bench.send('POST', '/payins/a', { token, body: paymentBody() });
    bench.send('POST', '/payins/a/!setExternalReference', { token, body: '{"externalReference":"R1"}' });
    expect(bench.gateway.book()).toMatchObject([{ externalReference: 'R1' }]);
  });

  it('shows the account of the request at once and the one of processing afterwards, eight texts each', () => {
    const bench = createBench();
    const token = bench.token();
    bench.send('POST', '/payins/a', { token, body: paymentBody() });
    const before = JSON.parse(bench.send('GET', '/payins/a/accounts', { token }).body);
    expect(before.customerAccountRequest).toMatchObject({ accountName: 'Jane Roe', accountNumber: '123456' });
    expect(Object.values(before.customerAccountProcess)).toEqual(Array.from({ length: 8 }, () => ''));
    bench.advance(1000);
    const after = JSON.parse(bench.send('GET', '/payins/a/accounts', { token }).body);
    expect(after.customerAccountProcess).toMatchObject({ accountName: 'Jane Roe', bankName: 'Sandbox Bank' });
    expect(Object.keys(after.customerAccountProcess)).toHaveLength(8);
  });
});

describe('order IDs', () => {
  it('are separate for each kind and each merchant', () => {
    const secrets = ['merchant-secret'];
    const merchants = ['M1', 'M2'].map((merchantCode) => ({ merchantCode, publicKeyPems: [], secrets }));
    const bench = createBench({ merchants });
    for (const merchantCode of ['M1', 'M2']) {
      const token = bench.token(undefined, { merchantCode });
      for (const name of kinds) {
        expect(bench.send('POST', `/${name}/a`, { token, body: paymentBody() }).status).toBe(201);
      }
    }
    expect(bench.gateway.book().map(({ acceptedCount }) => acceptedCount)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('are accepted once under any sequence of posts, whatever the magic value', () => {
    const post = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      accountNumber: fc.constantFrom('1', '9001', '9003', '9004', '9005', '9011', '9002', '9008'),
      waitMs: fc.integer({ min: 0, max: 600 }),
    });
    fc.assert(
      fc.property(fc.array(post, { maxLength: 30 }), (posts) => {
        const bench = createBench();
        const token = bench.token();
        const accepted = new Map<string, string>();
        for (const { id, accountNumber, waitMs } of posts) {
          bench.advance(waitMs);
          const body = paymentBody({ accountNumber });
          const { status } = bench.send('POST', `/payouts/${id}`, { token, body });
          expect(status === 409).toBe(accepted.has(id));
          if (bench.gateway.book().some((entry) => entry.id === id) && !accepted.has(id))
            accepted.set(id, body);
        }
        const book = bench.gateway.book();
        expect(new Map(book.map((entry) => [entry.id, entry.body]))).toEqual(accepted);
        expect(book.every(({ acceptedCount }) => acceptedCount === 1)).toBe(true);
      }),
    );
  });
});

describe('payment methods', () => {
  it('accepts every listed method for any currency, and answers 406 to others', () => {
    const bench = createBench();
    const token = bench.token();
    const { paymentMethods } = JSON.parse(bench.send('GET', '/payment-methods', { token }).body);
    expect(paymentMethods.length).toBeGreaterThan(4);
    for (const { paymentMethodCode } of paymentMethods) {
      for (const currencyCode of ['EUR', 'BTC', 'XYZ']) {
        const body = paymentBody({ paymentMethodCode, currencyCode });
        const response = bench.send('POST', `/payouts/${paymentMethodCode}-${currencyCode}`, { token, body });
        expect(response.status).toBe(201);
      }
    }
    const unknown = paymentBody({ paymentMethodCode: 'PIGEON' });
    expect(bench.send('POST', '/payouts/p', { token, body: unknown }).status).toBe(406);
  });

  it('answers 406 naming each field that the method needs', () => {
    const bench = createBench();
    const body = paymentBody().replace(/"account":\{[^}]*\}/, '"account":{}');
    const response = bench.send('POST', '/payouts/a', { token: bench.token(), body });
    expect(response.status).toBe(406);
    expect(JSON.parse(response.body).map(({ field }: { field: string }) => field)).toEqual([
      'paymentMethod.account.accountName',
      'paymentMethod.account.accountNumber',
    ]);
  });

  it('grow when a code is added, which is known and offered at once', () => {
    const bench = createBench();
    bench.gateway.addCode({ list: 'paymentMethods', code: 'NEW_METHOD', name: 'New' });
    bench.gateway.addCode({ list: 'currencies', code: 'XYZ', name: 'New money' });
    const token = bench.token();
    const body = '{"money":{"amount":1,"currencyCode":"XYZ"}}';
    const options = bench.send('POST', '/payouts/!availablePaymentOptions', { token, body });
    expect(options.status).toBe(200);
    expect(options.body).toContain('NEW_METHOD');
    expect(createBench().send('GET', '/payment-methods', { token: '' }).status).toBe(401);
    const other = createBench();
    expect(other.send('GET', '/payment-methods', { token: other.token() }).body).not.toContain('NEW_METHOD');
  });
});
