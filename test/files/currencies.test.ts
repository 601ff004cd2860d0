import { describe, expect, it } from 'vitest';
import { minorUnitsOf } from '../../contract/money/currencies.ts';

describe('minor units of ISO 4217', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['CLF', 4],
    ['UYW', 4],
    ['HUF', 2],
    ['IDR', 2],
    ['COP', 2],
    ['ISK', 0],
    ['UGX', 0],
    ['XCG', 2],
  ])('%s has %i', (currencyCode, minorUnits) => {
    expect(minorUnitsOf(currencyCode)).toBe(minorUnits);
  });

  it.each(['BTC', 'USDT', 'XAU', 'XXX', 'eur', '', 'constructor', '__proto__'])(
    'knows none for %j',
    (code) => {
      expect(minorUnitsOf(code)).toBeNull();
    },
  );

  it('knows every currency of the ICU except withdrawn ones and those without minor units', () => {
    const expected = new Set([
      'CUC',
      'HRK',
      'SLL',
      'ZWL',
      'XDR',
      'XSU',
      'XUA',
      'XAU',
      'XAG',
      'XPD',
      'XPT',
      'XTS',
      'XXX',
    ]);
    const missing = Intl.supportedValuesOf('currency').filter((code) => minorUnitsOf(code) === null);
    expect(missing.filter((code) => !expected.has(code))).toEqual([]);
  });
});
