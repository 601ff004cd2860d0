import { describe, expect, it } from 'vitest';
import { CurrencyCode, currencyCodeOf, Money } from '../../contract/money/money.ts';
import { isSuccess } from '../../contract/payments/life.ts';
import { codeKeyOf, isSameCode, listedCode } from '../../contract/same-code.ts';
import { parseExactJson } from '../../main/gateway/exact-json.ts';
import { readBalances } from '../../main/gateway/readers/balances.ts';

const listed = ['EUR', 'BTC', 'USDT_TRC20', 'usdc.e', 'USDt', 'wbtc', 'USDT-TRC20', 'USDC(ETH)', '1INCH'];

describe('currency codes (interface: Money)', () => {
  it.each(listed)('takes %s as the gateway lists it', (code) => {
    expect(currencyCodeOf(` ${code} `)).toBe(code);
    expect(CurrencyCode.parse(code)).toBe(code);
    expect(Money.parse({ amount: '1.5', currencyCode: code }).currencyCode).toBe(code);
  });

  it('has one spelling for a currency of ISO 4217, so that small letters evade no limit and no rounding', () => {
    for (const typed of ['eur', 'Eur', ' eUR ']) {
      expect(currencyCodeOf(typed)).toBe('EUR');
      expect(CurrencyCode.safeParse(typed).success).toBe(false);
    }
  });

  it.each(['', 'E', 'EURO CENTS', 'EUR,USD', '€', '=EUR', '-EUR', 'x'.repeat(41), 'EUR\n', 'ıNR'])(
    'refuses %j, which is not a code',
    (code) => {
      expect(CurrencyCode.safeParse(code).success).toBe(false);
    },
  );

  it('reads balances by currency whatever the form of the codes, and takes no name of an amount for one', () => {
    const read = (text: string) => readBalances(parseExactJson(text) ?? null);
    expect(read('{"EUR":{"available":1},"usdc.e":{"available":2},"USDT_TRC20":{"available":3}}')).toEqual([
      { currencyCode: 'EUR', amounts: [{ name: 'available', amount: '1' }] },
      { currencyCode: 'usdc.e', amounts: [{ name: 'available', amount: '2' }] },
      { currencyCode: 'USDT_TRC20', amounts: [{ name: 'available', amount: '3' }] },
    ]);
    expect(read('{"available":1,"on_hold":2}')).toBeNull();
  });
});

describe('codes that differ in case', () => {
  it('are one code', () => {
    expect(isSameCode('usdc.e', 'USDC.E')).toBe(true);
    expect(isSameCode('Überweisung', 'ÜBERWEISUNG')).toBe(true);
    expect(codeKeyOf('sepa_Credit')).toBe(codeKeyOf('SEPA_CREDIT'));
    expect(isSuccess('success')).toBe(true);
  });

  it.each([
    ['ıNR', 'INR'],
    ['Großbank', 'GROSSBANK'],
    ['ﬁnance', 'FINANCE'],
    ['EURO', 'EUR'],
  ])('are not one code if letters differ: %s and %s', (one, other) => {
    expect(isSameCode(one, other)).toBe(false);
    expect(listedCode([other], one)).toBeNull();
  });

  it('does not take a status with another letter for a payment', () => {
    expect(isSuccess('ſUCCESS')).toBe(false);
    expect(isSuccess(null)).toBe(false);
  });

  it('are written as the list has them, unless it has several', () => {
    expect(listedCode(['EUR', 'usdc.e'], 'USDC.E')).toBe('usdc.e');
    expect(listedCode(['USDC.E', 'usdc.e'], 'usdc.e')).toBe('usdc.e');
    expect(listedCode(['USDC.E', 'usdc.e'], 'Usdc.e')).toBeNull();
  });
});
