import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountsOf, fileOfAmounts, fileWith, refused } from './reading.ts';

describe('exact amounts', () => {
  it('keeps plain decimals as they are, including trailing zeros', async () => {
    const amounts = ['1234.50', '100', '0.10', '7.5', '999999999999999999.99'];
    expect(await amountsOf(amounts)).toEqual(amounts);
  });

  it('keeps all 18 + 18 digits, which no floating-point number could', async () => {
    const amount = '123456789012345678.123456789012345678';
    expect(await amountsOf([amount], 'ETH')).toEqual([amount]);
  });

  it('drops a plus sign, leading zeros and thousands separators, and puts a zero before a bare decimal point', async () => {
    expect(await amountsOf(['+12.50', '007.50', '.5', '1,234,567.80', '1,234.50'])).toEqual([
      '12.50',
      '7.50',
      '0.5',
      '1234567.80',
      '1234.50',
    ]);
  });

  it('reads a dash in place of the decimals as zeros, and only there', async () => {
    expect(await amountsOf(['12.–', '7.-', '5.--', "1'234.—", '1,234.-'])).toEqual([
      '12.00',
      '7.00',
      '5.00',
      '1234.00',
      '1234.00',
    ]);
    expect(await amountsOf(['12,-', '1.234,–'])).toEqual(['12.00', '1234.00']);
    expect(await amountsOf(['12.–'], 'JPY')).toEqual(['12']);
  });

  it.each([' ', '\u00a0', '\u202f', '\u2009', "'", '’'])(
    'reads thousands separated by %j',
    async (separator) => {
      expect(await amountsOf([`1${separator}234${separator}567.80`])).toEqual(['1234567.80']);
      expect(await amountsOf([`1${separator}234${separator}567,80`])).toEqual(['1234567.80']);
      expect(await amountsOf([`1${separator}234`])).toEqual(['1234']);
    },
  );

  it('keeps the exact value of any amount in any notation, in a file that proves its convention', async () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n });
    const fraction = fc.option(fc.stringMatching(/^\d{1,18}$/), { nil: '' });
    const separators = fc.constantFrom('', ' ', '\u00a0', '\u202f', "'", 'other');
    const amounts = fc.array(fc.tuple(whole, fraction, separators), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(amounts, fc.constantFrom('.', ','), async (parts, decimal) => {
        const payable = parts.filter(([digits, decimals]) => digits > 0n || /[1-9]/.test(decimals));
        const written = payable.map(([digits, decimals, separator]) => {
          const between = separator === 'other' ? (decimal === '.' ? ',' : '.') : separator;
          const grouped = digits.toString().replaceAll(/\B(?=(?:\d{3})+$)/g, between);
          return decimals === '' ? grouped : `${grouped}${decimal}${decimals}`;
        });
        const expected = payable.map(([digits, decimals]) =>
          decimals === '' ? `${digits}` : `${digits}.${decimals}`,
        );
        expect(await amountsOf([`1${decimal}5`, ...written], 'ETH')).toEqual(['1.5', ...expected]);
      }),
    );
  });

  it.each([
    ['', 'missing'],
    ['0', 'zero'],
    ['0.00', 'zero'],
    ['0,00', 'zero'],
    ['-5.00', 'negative'],
    ['−5.00', 'negative'],
    ['5.00-', 'negative'],
    ['5-', 'negative'],
    ['-5.–', 'negative'],
    ['(5.00)', 'negative'],
    ['0.–', 'zero'],
    ['CHF 5.–', 'says CHF'],
    ['EUR 5.–', 'more than a number'],
    ['1.234.–', 'separators'],
    ['=SUM(A1:A5)', 'cannot be read as a number'],
    ['€5.00', 'more than a number'],
    ['5.00 EUR', 'more than a number'],
    ['1E5', 'exponent'],
    ['1.5e-8', 'exponent'],
    ['1,23,456.00', 'separators'],
    ['1.234.56', 'separators'],
    ['1 234,567.00', 'separators'],
    ['12.', 'separators'],
    ['1234567890123456789', 'too many digits'],
    ['1.1234567890123456789', 'too many digits'],
    ['9'.repeat(5000), 'too many digits'],
    ['five', 'cannot be read'],
    ['=1+1', 'cannot be read'],
    ['٥', 'cannot be read'],
    ['.', 'cannot be read'],
    ['NaN', 'cannot be read'],
  ])('refuses %j and says what is expected', async (amount, why) => {
    const { code, problems } = await refused(fileWith('amount', amount));
    expect(code).toBe('fileHasErrors');
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ line: 2, field: 'amount', expected: expect.stringMatching(/\w/) });
    expect(problems[0]?.message).toContain(why);
  });
});

describe('amounts and their currency', () => {
  it.each([
    ['1234.555', 'EUR', 'EUR has 2 decimals'],
    ['100.50', 'JPY', 'JPY has no decimals'],
    ['1.2345', 'KWD', 'KWD has 3 decimals'],
    ['1.23456', 'CLF', 'CLF has 4 decimals'],
    ['1.555', 'HUF', 'HUF has 2 decimals'],
  ])('refuses %s %s', async (amount, currencyCode, why) => {
    const { problems } = await refused(
      fileOfAmounts(['0.1', amount].slice(currencyCode === 'JPY' ? 1 : 0), currencyCode),
    );
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain(why);
  });

  it('writes an amount with the decimals of its currency if those beyond are zero', async () => {
    expect(await amountsOf(['100.00', '7.0'], 'JPY')).toEqual(['100', '7']);
    expect(await amountsOf(['1234.5000'], 'EUR')).toEqual(['1234.50']);
    expect(await amountsOf(['0.5000'], 'KWD')).toEqual(['0.500']);
  });

  it('keeps up to 18 decimals of currencies that ISO 4217 does not know', async () => {
    expect(await amountsOf(['0.00000001', '2.000000000000000000'], 'BTC')).toEqual([
      '0.00000001',
      '2.000000000000000000',
    ]);
  });
});
