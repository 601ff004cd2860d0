import { describe, expect, it } from 'vitest';
import { amountsOf, fileOfAmounts, refused } from './reading.ts';

describe('decimal point or decimal comma', () => {
  it.each([
    [
      ['1,234.50', '1,234'],
      ['1234.50', '1234'],
    ],
    [
      ['1.234,50', '1.234'],
      ['1234.50', '1234'],
    ],
    [
      ['12,5', '1.234'],
      ['12.5', '1234'],
    ],
    [
      ['1,23', '7.500'],
      ['1.23', '7500'],
    ],
    [
      ['1,234,567', '7,500'],
      ['1234567', '7500'],
    ],
    [
      ['1.234.567', '7.500'],
      ['1234567', '7500'],
    ],
    [
      ['10.25', '1,500'],
      ['10.25', '1500'],
    ],
    [
      ['12345.67', '1,500', '100'],
      ['12345.67', '1500', '100'],
    ],
  ])('reads %j by the one amount that proves the convention', async (written, expected) => {
    expect(await amountsOf(written)).toEqual(expected);
    expect(await amountsOf(written.toReversed())).toEqual(expected.toReversed());
  });

  it('takes an amount that begins with zero for a decimal, since thousands never do', async () => {
    expect(await amountsOf(['0.125', '1.234'], 'BTC')).toEqual(['0.125', '1.234']);
    expect(await amountsOf(['0,125', '1,234'], 'BTC')).toEqual(['0.125', '1.234']);
  });

  it('takes four digits before the separator as proof, since thousands come in threes', async () => {
    expect(await amountsOf(['1234.567', '1.500'], 'BTC')).toEqual(['1234.567', '1.500']);
  });

  it.each([['1234.5'], ['10.25'], ['0.001'], ['100'], ['1234567']])(
    'finds nothing ambiguous in %s',
    async (amount) => {
      expect(await amountsOf([amount], 'BTC')).toEqual([amount]);
    },
  );

  it.each(['1,234', '1.234', '999.000', '10,500'])('refuses to guess what %s alone means', async (amount) => {
    for (const currencyCode of ['EUR', 'JPY', 'KWD', 'BTC']) {
      const { code, problems } = await refused(fileOfAmounts(['100', amount], currencyCode));
      expect(code).toBe('fileAmbiguous');
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatchObject({ line: 3, field: 'amount', value: amount });
    }
  });

  it('shows both readings and how to write them unambiguously', async () => {
    const { message, problems } = await refused(fileOfAmounts(['1,234', '2.500']));
    expect(message).toContain('2 amounts');
    expect(message).toContain('1,234 on line 2 is 1234 or 1.234');
    expect(message).toContain('1234.00');
    expect(problems.map((problem) => problem.message)).toEqual([
      '1,234 is 1234 with a decimal point, and 1.234 with a decimal comma.',
      '2.500 is 2.500 with a decimal point, and 2500 with a decimal comma.',
    ]);
  });

  it('accepts the amounts once they are written as it said', async () => {
    const { problems } = await refused(fileOfAmounts(['1,234']));
    expect(problems[0]?.expected).toContain('1234.00');
    expect(await amountsOf(['1234.00'])).toEqual(['1234.00']);
  });

  it('names the lines of both amounts that contradict each other', async () => {
    const { code, problems } = await refused(fileOfAmounts(['5', '1,234.50', '1,234', '99,5', '88,5']));
    expect(code).toBe('fileHasErrors');
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatchObject({ line: 3, value: '1,234.50' });
    expect(problems[0]?.message).toContain('99,5 on line 5');
    expect(problems[1]).toMatchObject({ line: 5, value: '99,5' });
    expect(problems[1]?.message).toContain('1,234.50 on line 3');
  });

  it('does not turn two thousand five hundred into two and a half because of a typo elsewhere', async () => {
    const { code, problems } = await refused(fileOfAmounts(['2,500', '12,5']));
    expect(code).toBe('fileHasErrors');
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ line: 2, value: '2,500' });
    expect(problems[0]?.message).toContain('12,5 on line 3');
  });

  it('also names the other problems of an ambiguous file', async () => {
    const { code, problems } = await refused(`${fileOfAmounts(['1,234'])}\n100;€;WIRE`);
    expect(code).toBe('fileAmbiguous');
    expect(problems.map(({ field }) => field)).toEqual(['amount', 'currencyCode']);
  });

  it('keeps the first thousand ambiguous amounts and counts the rest', async () => {
    const { details, problems } = await refused(fileOfAmounts(Array.from({ length: 3_500 }, () => '1,234')));
    expect(problems).toHaveLength(1_000);
    expect(details.problemsLeftOut).toBe(2_500);
  });
});
