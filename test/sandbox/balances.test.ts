import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, parseDecimal, plainDecimal } from '../../contract/money/decimal.ts';
import { feeOf } from '../../sandbox/payments/payment-book.ts';
import { amounts } from './amounts.ts';
import { at, createBench, paymentBody } from './harness.ts';

describe('GET /balances', () => {
  function balances(bench: ReturnType<typeof createBench>, token: string, query = ''): unknown[] {
    const list = at(JSON.parse(bench.send('GET', `/balances${query}`, { token }).body), 'balances');
    return Array.isArray(list) ? list : [];
  }

  it('returns every currency if none is named, and of the named ones those with an account', () => {
    const bench = createBench();
    const token = bench.token();
    expect(balances(bench, token).length).toBeGreaterThan(10);
    expect(balances(bench, token, '?currencyCodes=').length).toBeGreaterThan(10);
    expect(
      balances(bench, token, '?currencyCodes=EUR,ZZZ,e%20r,,BTC').map((one) => at(one, 'currencyCode')),
    ).toEqual(['EUR', 'BTC']);
    expect(balances(bench, token, '?currencyCodes=ZZZ')).toEqual([]);
  });

  function euro(bench: ReturnType<typeof createBench>, token: string): string {
    return bench.send('GET', '/balances?currencyCodes=EUR', { token }).body;
  }

  const opened = {
    merchantCode: 'M1',
    publicKeyPems: [],
    secrets: ['merchant-secret'],
    balances: { EUR: '100.00' },
  };

  it('falls by amount and fee when a payout succeeds, to the last decimal, below zero too', () => {
    const bench = createBench({ merchants: [opened] });
    const token = bench.token();
    bench.send('POST', '/payouts/a', {
      token,
      body: paymentBody({ amount: '1000000000000.000000000000000001' }),
    });
    expect(euro(bench, token)).toContain(
      '"available":-1009999999900.000000000000000001,"blocked":1010000000000.000000000000000001,"total":100.00',
    );
    bench.advance(1000);
    expect(euro(bench, token)).toContain(
      '"available":-1009999999900.000000000000000001,"blocked":0.000000000000000000,"total":-1009999999900.000000000000000001',
    );
  });

  it('is unchanged after a payout failed', () => {
    const bench = createBench({ merchants: [opened] });
    const token = bench.token();
    bench.send('POST', '/payouts/a', { token, body: paymentBody({ accountNumber: '9001' }) });
    bench.advance(1000);
    expect(euro(bench, token)).toContain('"available":100.00,"blocked":0.00,"total":100.00');
  });

  it.each(['payins', 'topups'])('rises by amount less fee when %s succeed', (name) => {
    const bench = createBench({ merchants: [opened] });
    const token = bench.token();
    bench.send('POST', `/${name}/a`, { token, body: paymentBody({ amount: '10.00' }) });
    expect(euro(bench, token)).toContain('"total":100.00');
    bench.advance(1000);
    expect(euro(bench, token)).toContain('"total":109.90');
  });

  it('ends at the opening balance less every payout and its fee', () => {
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 20 }), (list) => {
        const bench = createBench({ merchants: [opened] });
        const token = bench.token();
        let expected = 100n * 10n ** 18n;
        for (const [index, amount] of list.entries()) {
          const decimal = parseDecimal(amount);
          if (decimal === null || amount === '4060.06') continue;
          bench.send('POST', `/payouts/a${index}`, { token, body: paymentBody({ amount }) });
          expected -= (decimal.digits + decimal.digits / 100n) * 10n ** BigInt(18 - decimal.scale);
        }
        bench.advance(1000);
        const total = /"total":([^,}]+)/.exec(euro(bench, token))?.[1] ?? '';
        const found = parseDecimal(total);
        expect(found === null ? null : found.digits * 10n ** BigInt(18 - found.scale)).toBe(expected);
      }),
    );
  });
});

describe('the fee', () => {
  it.each([
    ['12.50', '0.12'],
    ['100', '1'],
    ['99', '0'],
    ['1e2', '1'],
    ['0.000000000000000100', '0.000000000000000001'],
  ])('of %s is %s', (amount, fee) => {
    const decimal = parseDecimal(plainDecimal(amount) ?? '');
    expect(decimal === null ? null : formatDecimal(feeOf(decimal))).toBe(fee);
  });
});
