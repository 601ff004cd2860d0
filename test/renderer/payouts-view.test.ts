import { describe, expect, it } from 'vitest';
import { PayoutFilter } from '../../contract/payments/history.ts';
import { dayRanges } from '../../renderer/payouts/filter/day-ranges.ts';
import { conditionsOf } from '../../renderer/payouts/filter/conditions.ts';
import { readFields, writeFields } from '../../renderer/payouts/filter/filter-fields.ts';
import { dayAfter, dayBefore, dayOf, momentOfDay } from '../../renderer/payouts/days.ts';
import {
  isNarrowed,
  noFilter,
  payoutsLink,
  readView,
  writeView,
  type PayoutView,
} from '../../renderer/payouts/view.ts';

const whole: PayoutView = {
  filter: PayoutFilter.parse({
    profileName: 'acme',
    batchId: 'b1',
    states: ['failed', 'unknown'],
    payeeId: 'p1',
    currencyCodes: ['EUR', 'USD'],
    paymentMethodCodes: ['SEPA', 'CARD'],
    dateOf: 'paid',
    from: momentOfDay('2026-03-01'),
    until: momentOfDay('2026-04-01'),
    amountFrom: '0.10',
    amountUntil: '99999999999999999.000000000000000001',
    search: 'Müller & Söhne, #7',
  }),
  order: 'amountDown',
};
const inAddress = (address: string) => readView(new URLSearchParams(address), 'acme');

describe('the view of the history in the address', () => {
  it('is restored from the address as it was, with every condition and every digit', () => {
    for (const profile of ['acme', 'other', null])
      expect(readView(writeView(whole, profile), profile)).toEqual(whole);
  });

  it('names the last day of a range, and not the moment after it', () => {
    const address = writeView(whole, 'acme');
    expect(address.get('from')).toBe('2026-03-01');
    expect(address.get('to')).toBe('2026-03-31');
  });

  it('keeps a range that begins within a day to the exact moment', () => {
    const filter = { ...noFilter, from: '2026-03-01T10:20:30.400Z', until: '2026-03-01T10:20:31.400Z' };
    expect(readView(writeView({ filter, order: 'newest' }, null), null).filter).toEqual(filter);
  });

  it('is the window’s profile if none is named, and all of them only if it says so', () => {
    expect(inAddress('').filter.profileName).toBe('acme');
    expect(inAddress('profile=*').filter.profileName).toBeNull();
    expect(inAddress('profile=other').filter.profileName).toBe('other');
    const every = { filter: noFilter, order: 'newest' } as const;
    expect(readView(writeView(every, 'acme'), 'acme')).toEqual(every);
  });

  it('leaves out what cannot be read, and keeps the rest', () => {
    const { filter, order } = inAddress(
      'state=paid&state=lost&currency=%E2%82%AC&min=-1&max=1e3&from=31-12-2026&to=2026-02-31&order=random&batch=a%20b&q=x',
    );
    expect(filter).toEqual({ ...noFilter, profileName: 'acme', states: ['paid'], search: 'x' });
    expect(order).toBe('newest');
  });

  it('links other screens to the same view', () => {
    const link = payoutsLink({ states: ['failed'], batchId: 'b1' });
    expect(link).toBe('/payouts?state=failed&batch=b1');
    expect(payoutsLink({ profileName: null })).toBe('/payouts?profile=*');
    expect(payoutsLink({})).toBe('/payouts');
  });

  it('distinguishes a filter that leaves something out from one that shows everything of its profile', () => {
    expect(isNarrowed({ ...noFilter, profileName: 'acme' })).toBe(false);
    expect(isNarrowed({ ...noFilter, search: 'x' })).toBe(true);
  });
});

describe('the active filters', () => {
  it('are listed one by one, and each can be removed alone', () => {
    const conditions = conditionsOf(whole.filter, 'other', { batch: 'june.csv' });
    expect(conditions.map(({ label }) => label)).toEqual([
      'Profile acme',
      'State: failed',
      'State: unknown',
      'Currency EUR',
      'Currency USD',
      'Method SEPA',
      'Method CARD',
      'Batch june.csv',
      'Payee p1',
      expect.stringMatching(/^Paid from /),
      expect.stringMatching(/^Paid to .*31/),
      'At least 0.10',
      'At most 99,999,999,999,999,999.000000000000000001',
    ]);
    expect(conditions[0]?.remove(whole.filter)).toEqual({ ...whole.filter, profileName: 'other' });
    expect(conditions[1]?.remove(whole.filter)).toEqual({ ...whole.filter, states: ['unknown'] });
  });
});

describe('the fields of the filter', () => {
  it('return the filter that they were written from', () => {
    expect(readFields(writeFields(whole.filter), whole.filter)).toEqual({ ok: true, filter: whole.filter });
  });

  it('accept an amount copied from a list and a currency in any case', () => {
    const fields = { ...writeFields(noFilter), amountFrom: '1,234.50', currencyCodes: [' eur ', 'USD'] };
    expect(readFields(fields, noFilter)).toMatchObject({
      filter: { amountFrom: '1234.50', currencyCodes: ['EUR', 'USD'] },
    });
  });

  it('say field by field what is wrong', () => {
    const fields = {
      ...writeFields(noFilter),
      from: '2026-03-02',
      to: '2026-03-01',
      amountFrom: '10',
      amountUntil: '9.99',
      currencyCodes: ['€'],
    };
    const read = readFields(fields, noFilter);
    expect(read.ok ? [] : Object.keys(read.problems).toSorted()).toEqual([
      'amountUntil',
      'currencyCodes',
      'to',
    ]);
  });

  it('compare amounts by value, however many digits they have', () => {
    const fields = {
      ...writeFields(noFilter),
      amountFrom: '9007199254740993',
      amountUntil: '9007199254740992',
    };
    expect(readFields(fields, noFilter).ok).toBe(false);
  });
});

describe('local days', () => {
  it('are whole and consecutive, across months, years and leap days', () => {
    expect(dayAfter('2028-02-28')).toBe('2028-02-29');
    expect(dayAfter('2026-12-31')).toBe('2027-01-01');
    expect(dayBefore('2026-03-01')).toBe('2026-02-28');
    expect(dayOf(momentOfDay('2026-10-25') ?? '')).toBe('2026-10-25');
    expect(momentOfDay('2026-02-30')).toBeNull();
  });

  it('offer the last month as a whole', () => {
    const [, , , , last] = dayRanges(new Date(2026, 2, 31, 12));
    expect(last).toEqual({ title: 'Last month', from: '2026-02-01', to: '2026-02-28' });
  });

  it('offer the last quarter as a whole, also in the first one, and this year to today', () => {
    expect(dayRanges(new Date(2026, 2, 31, 12)).slice(5)).toEqual([
      { title: 'Last quarter', from: '2025-10-01', to: '2025-12-31' },
      { title: 'This year', from: '2026-01-01', to: '2026-03-31' },
    ]);
    expect(dayRanges(new Date(2026, 10, 30, 12))[5]).toEqual({
      title: 'Last quarter',
      from: '2026-07-01',
      to: '2026-09-30',
    });
  });
});
