import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../contract/treasury.ts';
import { fundsOf } from '../../../main/core/batches/check/funds.ts';
import { fundsHeading } from '../../../renderer/batches/batch/findings/finding-text.ts';
import { fundsText } from '../../../renderer/batches/batch/release-text.ts';

describe('the balance left by a release', () => {
  const heading = (...funds: CheckReport['funds']): string => fundsHeading({ funds }, false).text;
  const fund = {
    currencyCode: 'EUR',
    needed: '1.00',
    estimatedFees: null,
    payoutsWithoutEstimate: 1,
    committed: '0',
    committedWithoutEstimate: 0,
    available: '10.00',
    left: '9.00',
    floor: null,
    gap: '0',
    asOf: null,
  };

  it('is labelled “before fees” if fees are unknown, and “after fees” if they are known', () => {
    expect(fundsText(fund)).toBe('9.00 EUR before fees, which are not known');
    expect(fundsText({ ...fund, committed: '2.00' })).toBe(
      '9.00 EUR before fees, which are not known, and after 2.00 EUR for other batches',
    );
    expect(fundsText({ ...fund, estimatedFees: '0.10', payoutsWithoutEstimate: 0 })).toBe(
      '9.00 EUR after 0.10 EUR estimated fees',
    );
    expect(fundsText({ ...fund, floor: '12.00', gap: '3.00' })).toBe(
      '9.00 EUR before fees, which are not known, below the floor of 12.00 EUR',
    );
  });

  it('is said to cover a batch before the fees that are not known', () => {
    const known = { ...fund, estimatedFees: '0.10', payoutsWithoutEstimate: 0 };
    const partly = { ...known, payoutsWithoutEstimate: 2, floor: '1.00' };
    expect(heading(known)).toBe('The balance covers the batch.');
    expect(heading(known, fund)).toBe(
      'The balance covers the batch before the fees of 1 payout, which are not known.',
    );
    expect(heading(partly, fund)).toBe(
      'The balance covers the batch and does not fall below the floor before the fees of 3 payouts, which are not known.',
    );
    const others = { ...fund, committed: '2.00', committedWithoutEstimate: 2 };
    expect([heading(others), fundsText(others)]).toEqual([
      'The balance covers the batch before the fees of 1 payout and of 2 payouts of other batches, which are not known.',
      '9.00 EUR before fees, which are not known, and after 2.00 EUR for other batches without the fees of 2 payouts',
    ]);
  });
});

it('a balance that the gateway did not name is not said to be unread, and none is awaited where nothing asks', () => {
  const demand = {
    totals: [{ currencyCode: 'EUR', amount: '1.00', count: 1 }],
    fees: { fees: [], unknown: new Map() },
    committed: [],
    committedUnknown: new Map(),
  };
  const heading = (asOf: string | null, isPrepareOnly = false): string =>
    fundsHeading({ funds: fundsOf(demand, { asOf, balances: [] }, new Map()) }, isPrepareOnly).text;
  expect(heading(null)).toBe('Balance not loaded yet in EUR.');
  expect(heading('2026-03-01T10:00:00.000Z')).toBe(
    'The balances last read do not say what is available in EUR.',
  );
  expect(heading(null, true)).toBe('Not asked here: only the computer with the key asks the gateway.');
});
