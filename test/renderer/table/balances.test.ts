import { isBelow } from '../../../contract/money/amount.ts';
import { describe, expect, it } from 'vitest';
import { fieldTitle } from '../../../contract/text/states.ts';
import { availableOf } from '../../../contract/treasury/available.ts';
import { amountNames, keyedBalances, onTheirWayTexts } from '../../../renderer/overview/balance-table.ts';

describe('the table of balances', () => {
  const balances = [
    {
      currencyCode: 'EUR',
      amounts: [
        { name: 'blocked', amount: '1' },
        { name: 'available', amount: '2.50' },
      ],
    },
    { currencyCode: 'XYZ', amounts: [{ name: 'reserve', amount: '7' }] },
  ];

  it('shows every amount that the gateway names, the available one first', () => {
    expect(amountNames(balances)).toEqual(['available', 'blocked', 'reserve']);
    expect(balances.map(availableOf)).toEqual(['2.50', '7']);
    expect(fieldTitle('availableBalance')).toBe('Available balance');
  });

  it('shows first, and compares with the limit, what alerts and floors go by', () => {
    const amounts = [
      { name: 'total', amount: '100.00' },
      { name: 'availableBalance', amount: '5.00' },
    ];
    expect(amountNames([{ currencyCode: 'EUR', amounts }])).toEqual(['availableBalance', 'total']);
    expect(isBelow(availableOf({ amounts }), '50.00')).toBe(true);
  });

  it('keeps the line of a balance, and what is typed in it, wherever others come and go', () => {
    const of = (...codes: readonly string[]) =>
      keyedBalances(codes.map((currencyCode) => ({ currencyCode, amounts: [] }))).map(({ key }) => key);
    expect(of('EUR', 'USD', 'USD')).toEqual(['EUR 0', 'USD 0', 'USD 1']);
    expect(of('CHF', 'USD', 'EUR', 'USD')).toEqual(['CHF 0', 'USD 0', 'EUR 0', 'USD 1']);
  });

  it('compares with a limit exactly', () => {
    expect(isBelow('0.1', '0.10')).toBe(false);
    expect(isBelow('999999999999999999.99', '1000000000000000000')).toBe(true);
    expect(isBelow(null, '1')).toBe(false);
    expect(isBelow('1', null)).toBe(false);
  });

  it('names the sum of top-ups on their way as no more than known', () => {
    const payments = ['2500', '0.5'].map((amount) => ({ money: { amount, currencyCode: 'GBP' } }));
    expect(onTheirWayTexts({ payments, next: null }).get('GBP')).toBe('2,500.50 GBP on its way');
    expect(onTheirWayTexts({ payments, next: 'older' }).get('GBP')).toBe('at least 2,500.50 GBP on its way');
  });
});
