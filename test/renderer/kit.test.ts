import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../contract/duration.ts';
import { paymentStates } from '../../contract/payments/payment.ts';
import { gatewayMomentOf } from '../../contract/payments/gateway-time.ts';
import {
  amountIn,
  countText,
  durationText,
  groupedAmount,
  moneyText,
  plainAmount,
  shareText,
  sizeText,
} from '../../contract/text/numbers.ts';
import { chartStart, extremesOf, timeLabels } from '../../renderer/kit/chart-scale.ts';
import { isFor, keyLabels, parseKeys, type KeyStroke } from '../../renderer/kit/shortcuts/key-patterns.ts';
import { statesInOrder, toneOf } from '../../renderer/kit/states/states.ts';
import { activeAfter } from '../../renderer/kit/table/table-keys.ts';
import { amountProblem } from '../../renderer/settings/limit-rows.ts';
import { shownSpan } from '../../renderer/overview/balance-table.ts';
import { shortTime, timeAgo } from '../../renderer/kit/times.ts';

it('a chart names its true lowest and highest amount, also among amounts that it draws at the same height', () => {
  const same = ['900719925474099.11', '900719925474099.12', '900719925474099.10'];
  expect(new Set(same.map(Number.parseFloat)).size).toBe(1);
  expect(extremesOf(['1.00', ...same, '-2.00', '-2'])).toEqual(['-2.00', '900719925474099.12']);
  // One line cannot have two labels.
  expect(extremesOf(same)).toEqual(['900719925474099.10']);
  expect(extremesOf(['5.00', '5.0'])).toEqual(['5.00']);
  expect(extremesOf([])).toEqual([]);
});

describe('amounts on the screen', () => {
  it('have commas between thousands and nowhere else', () => {
    expect(groupedAmount('1234.50')).toBe('1,234.50');
    expect(groupedAmount('999')).toBe('999');
    expect(groupedAmount('1000000')).toBe('1,000,000');
    expect(groupedAmount('-1234567.000001')).toBe('-1,234,567.000001');
    expect(groupedAmount('0.12345678')).toBe('0.12345678');
    expect(moneyText({ amount: '120000.00', currencyCode: 'EUR' })).toBe('120,000.00 EUR');
    expect(countText(1204)).toBe('1,204');
  });

  it('have at least the decimals of their currency, and never lose one', () => {
    expect(amountIn('12.5', 'EUR')).toBe('12.50');
    expect(amountIn('1000', 'KWD')).toBe('1,000.000');
    expect(amountIn('1000', 'JPY')).toBe('1,000');
    expect(amountIn('-0.5', 'USD')).toBe('-0.50');
    expect(amountIn('0.12345678', 'BTC')).toBe('0.12345678');
    expect(amountIn('1.239', 'EUR')).toBe('1.239');
  });

  it('keep every digit of any amount', () => {
    const amounts = fc.tuple(
      fc.stringMatching(/^-?(0|[1-9]\d{0,24})$/),
      fc.stringMatching(/^(\.\d{1,18})?$/),
    );
    fc.assert(
      fc.property(amounts, ([whole, fraction]) => {
        expect(groupedAmount(`${whole}${fraction}`).replaceAll(',', '')).toBe(`${whole}${fraction}`);
        expect(plainAmount(` ${groupedAmount(`${whole}${fraction}`)} `)).toBe(`${whole}${fraction}`);
      }),
    );
  });

  it.each(['500,50', '1,50', '1.234,50', '12,34,567', '1,2345', ',5', '1,'])(
    'are not guessed from %s, which is not an amount here',
    (typed) => {
      expect(plainAmount(typed)).toBe(typed);
      expect(amountProblem(typed, '')).not.toBe(null);
      expect(amountProblem(typed, 'EUR')).not.toBe(null);
    },
  );
});

it('a size is never nothing where there is something', () => {
  expect([0, 1, 12_345, 999_999, 1_000_000, 101_220_352, 2_000_000_000].map(sizeText)).toEqual([
    '0 kB',
    '1 kB',
    '13 kB',
    '1000 kB',
    '1 MB',
    '101 MB',
    '2.0 GB',
  ]);
});

it('a share is all or nothing only if it is', () => {
  const shares = [0, 0.0001, 0.5, 0.9999, 1];
  expect(shares.map(shareText)).toEqual(['0.0 %', '0.1 %', '50.0 %', '99.9 %', '100.0 %']);
});

describe('states', () => {
  it('all have a place in the bar and a tone', () => {
    expect(statesInOrder.toSorted()).toEqual(paymentStates.toSorted());
    expect(toneOf('paid')).toBe('good');
    expect(toneOf('unknown')).toBe('doubt');
    for (const state of ['failed', 'rejected', 'conflict'] as const) expect(toneOf(state)).toBe('bad');
  });
});

describe('shortcuts', () => {
  const stroke = (key: string, more: Partial<KeyStroke> = {}): KeyStroke => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  });

  it('respond to their own keys and no other', () => {
    expect(isFor(parseKeys('mod+k'), stroke('k', { ctrlKey: true }))).toBe(true);
    expect(isFor(parseKeys('mod+k'), stroke('K', { ctrlKey: true }))).toBe(true);
    expect(isFor(parseKeys('mod+k'), stroke('k'))).toBe(false);
    expect(isFor(parseKeys('mod+k'), stroke('k', { ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(isFor(parseKeys('n'), stroke('n', { altKey: true }))).toBe(false);
    expect(isFor(parseKeys('F8'), stroke('F8'))).toBe(true);
  });

  it('accept symbols with or without Shift, depending on the keyboard', () => {
    expect(isFor(parseKeys('?'), stroke('?', { shiftKey: true }))).toBe(true);
    expect(isFor(parseKeys('/'), stroke('/'))).toBe(true);
    expect(isFor(parseKeys('/'), stroke('/', { shiftKey: true }))).toBe(true);
  });

  it('are written as on the keyboard', () => {
    expect(keyLabels('mod+shift+z').at(-1)).toBe('Z');
    expect(keyLabels('Escape')).toEqual(['Esc']);
  });
});

describe('a table by keyboard', () => {
  it('never leads outside the rows', () => {
    const keys = fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End');
    fc.assert(
      fc.property(
        keys,
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: -1, max: 49 }),
        (key, rows, at) => {
          const next = activeAfter(key, Math.min(at, rows - 1), rows, 10);
          expect(next).toBeGreaterThanOrEqual(0);
          expect(next).toBeLessThan(rows);
        },
      ),
    );
  });

  it('moves by one, by a page, and to the ends', () => {
    expect(activeAfter('ArrowDown', -1, 100, 10)).toBe(0);
    expect(activeAfter('ArrowDown', 4, 100, 10)).toBe(5);
    expect(activeAfter('PageDown', 4, 100, 10)).toBe(14);
    expect(activeAfter('End', 4, 100, 10)).toBe(99);
    expect(activeAfter('a', 4, 100, 10)).toBeNull();
    expect(activeAfter('ArrowDown', -1, 0, 10)).toBeNull();
  });
});

describe('times', () => {
  it('show durations rounded up', () => {
    expect(durationText(0.2)).toBe('1 second');
    expect(durationText(45)).toBe('45 seconds');
    expect(durationText(121)).toBe('3 minutes');
    expect(durationText(3900)).toBe('1 hour 5 minutes');
  });

  it('of the gateway are in UTC without a zone, whatever that of this computer is', () => {
    expect(gatewayMomentOf('2026-01-03T23:30:00')).toBe('2026-01-03T23:30:00.000Z');
    expect(gatewayMomentOf('2026-01-03T23:30:00+02:00')).toBe('2026-01-03T21:30:00.000Z');
    // In another order the day and the month may be swapped, and `Date` takes any number for a year or a month.
    for (const text of [
      'soon',
      '5',
      '2026',
      '05/11/2026 10:00',
      '11-27-2026',
      'Fri Nov 27 2026 10:00:00 GMT+0100 (CET)',
      '2026-02-30',
      '2026-02-30T10:00:00.000Z',
      '2026-11-31T10:00:00+02:00',
    ])
      expect(gatewayMomentOf(text)).toBe(text);
  });

  it('leave a text unchanged that is not a time', () => {
    expect(shortTime('later')).toBe('later');
    expect(timeAgo('later')).toBe('');
  });

  it('show how long ago something was', () => {
    const now = new Date('2026-05-04T12:00:00Z');
    expect(timeAgo('2026-05-04T11:59:40Z', now)).toBe('just now');
    expect(timeAgo('2026-05-04T11:57:00Z', now)).toBe('3 minutes ago');
    expect(timeAgo('2026-05-03T12:00:00Z', now)).toBe('yesterday');
  });

  it('call only the next day tomorrow, and only the last one yesterday', () => {
    const friday = new Date(2026, 2, 27, 22);
    const from = (day: number, hour: number) => timeAgo(new Date(2026, 2, day, hour).toISOString(), friday);
    expect(from(28, 21)).toBe('in 23 hours');
    expect(from(28, 23)).toBe('tomorrow');
    // 34 hours later, and 33 where the clocks change that night.
    expect(from(29, 8)).toBe('in 2 days');
    expect(from(26, 20)).toBe('yesterday');
    expect(from(25, 23)).toBe('2 days ago');
  });
});

describe('the times under a chart', () => {
  it('are hours if one or two days are shown, and days otherwise', () => {
    const texts = (from: string, days: number) => {
      const start = Date.parse(from);
      return timeLabels(start, start + days * dayMs, 828).map(({ text }) => text);
    };
    expect(texts('2026-11-22', 1)).toEqual(['2026-11-22 00:00 UTC', '06:00', '12:00', '18:00', '24:00']);
    expect(texts('2026-11-21', 2)).toEqual([
      '2026-11-21 00:00 UTC',
      '12:00',
      '2026-11-22 00:00',
      '12:00',
      '24:00',
    ]);
    expect(texts('2026-11-20', 3)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    expect(texts('2026-11-01', 30).at(-1)).toBe('2026-11-30');
  });

  it('never overlap, however many days there are', () => {
    const perCharacter = 7;
    const widths = [828, 412, 200];
    for (let days = 1; days <= 800; days += 1) {
      const width = widths[days % 3] ?? 0;
      const spans = timeLabels(0, days * dayMs, width).map(({ at, text, anchor }) => {
        const length = text.length * perCharacter;
        const place = (at / (days * dayMs)) * width;
        const left = place - { start: 0, middle: length / 2, end: length }[anchor];
        return [left, left + length] as const;
      });
      for (const [index, [left, right]] of spans.entries()) {
        expect(left).toBeGreaterThan(spans[index - 1]?.[1] ?? -1);
        expect(right).toBeLessThanOrEqual(width);
      }
    }
  });
});

describe('the time axis of balances', () => {
  const period = { from: Date.parse('2026-10-29T10:00:00Z'), until: Date.parse('2026-11-28T11:00:00Z') };
  const trend = (...times: readonly string[]) => ({ points: times.map((at) => ({ at: `${at}Z` })) });

  it('begins with the first one that was read, so that the first hour of a profile is not a dot after 30 empty days', () => {
    const span = shownSpan(
      [trend('2026-11-28T10:05:00', '2026-11-28T10:30:00'), trend('2026-11-28T10:00:00')],
      period,
    );
    expect(span).toEqual({
      from: Date.parse('2026-11-28T10:00:00Z'),
      until: Date.parse('2026-11-28T10:30:00Z'),
      since: '2026-11-28T10:00:00Z',
    });
    const single = shownSpan([trend('2026-11-28T10:00:00')], period);
    expect(single.until).toBeGreaterThan(single.from);
    expect(shownSpan([], period)).toEqual({ ...period, since: null });
    expect(shownSpan([trend('2026-10-29T12:00:00')], period)).toEqual({ ...period, since: null });
  });

  it('of a chart begins on the day of the first one if nothing is known before, and else with the period', () => {
    const points = [{ at: '2026-11-20T09:00:00.000Z' }, { at: '2026-11-28T09:00:00.000Z' }];
    const start = (gaps: { after: string; before: string }[]) =>
      new Date(chartStart({ from: '2026-10-30' }, points, gaps)).toISOString();
    expect(start([])).toBe('2026-11-20T00:00:00.000Z');
    expect(start([{ after: '2026-10-01T09:00:00.000Z', before: '2026-11-20T09:00:00.000Z' }])).toBe(
      '2026-10-30T00:00:00.000Z',
    );
  });
});
