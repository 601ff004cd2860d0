import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readView } from '../../renderer/payouts/view.ts';
import { exactTimesText, incomingFilterOf, localDayOf, readFilter } from '../../renderer/receive/filter.ts';
import { paidInLink, paidPayoutsLink } from '../../renderer/treasury/flow-links.ts';
import { isInUse, withTotals } from '../../renderer/treasury/position-lines.ts';

const line = { from: '2026-11-16', until: '2026-11-22', currencyCode: 'EUR' };
const days = { from: '2026-11-16T00:00:00.000Z', until: '2026-11-23T00:00:00.000Z' };

function queryOf(link: string): URLSearchParams {
  return new URL(link, 'https://bursar.example').searchParams;
}

describe.each(['Pacific/Kiritimati', 'Pacific/Niue', 'Asia/Kathmandu', 'UTC'])(
  'a line of flows in %s',
  (zone) => {
    const before = process.env['TZ'];
    beforeEach(() => {
      process.env['TZ'] = zone;
    });
    afterEach(() => {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    });

    it('leads to the payouts paid on its days in UTC, in any time zone', () => {
      const { filter } = readView(queryOf(paidPayoutsLink(line, 'acme')), 'other');
      expect(filter).toMatchObject({ ...days, dateOf: 'paid', currencyCodes: ['EUR'], profileName: 'acme' });
    });

    it('leads to the payins and top-ups paid on these days, and the list says if they begin within a local day', () => {
      const filter = readFilter(queryOf(paidInLink(line)));
      expect(incomingFilterOf(filter, 'acme')).toMatchObject({
        ...days,
        dateOf: 'paid',
        currencyCode: 'EUR',
        kind: null,
        states: [],
      });
      expect(exactTimesText(filter) === null).toBe(zone === 'UTC');
      expect(localDayOf(filter.from)).toBe(zone === 'Pacific/Niue' ? '2026-11-15' : '2026-11-16');
      expect(localDayOf(filter.to, 1)).toBe(
        zone === 'UTC' || zone === 'Pacific/Niue' ? '2026-11-22' : '2026-11-23',
      );
    });
  },
);

it('a currency whose amounts are not known is not among those without money, and makes the total unknown', () => {
  const lineOf = (profileName: string, available: string | null) => ({
    profileName,
    environment: 'live' as const,
    currencyCode: 'EUR',
    available,
    reserved: null,
    committed: '0',
    expectedIn: '0',
    perhapsCountedTwice: '0',
    perhapsTakenTwice: '0',
    estimatedFees: '0',
    committedWithoutEstimate: 0,
    expectedWithoutFee: 0,
    projected: available,
    asOf: '2026-10-01T00:00:00.000Z',
  });
  const lines = [lineOf('known', '100.00'), lineOf('unknown', null), lineOf('empty', '0.00')];
  expect(lines.map(isInUse)).toEqual([true, true, false]);
  expect(withTotals(lines.filter(isInUse)).at(-1)).toMatchObject({ isTotal: true, available: null });
});
