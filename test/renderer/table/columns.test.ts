import { describe, expect, it } from 'vitest';
import { longestStateText } from '../../../renderer/batches/longest-state-text.ts';
import { columnsWithin, widthOf } from '../../../renderer/kit/table/table.ts';

describe('columns of a table', () => {
  it('have a column as wide as the longest of them, so that none touches the next', () => {
    const column = { width: 130, align: 'right', text: (row: string) => row } as const;
    expect(widthOf(column, ['1.00 EUR'])).toBe(130);
    expect(widthOf(column, ['1.00 EUR', '98.999999999999999999 USDT'])).toBeGreaterThan(206);
    expect(widthOf({ width: 130 }, ['98.999999999999999999 USDT'])).toBe(130);
    const outcome = 'Completed, 1 not paid, 1 paid by retry';
    expect(widthOf({ width: 130, text: (row: string) => row }, [outcome])).toBeGreaterThan(260);
  });

  it('have room for whatever the state of a batch may read', () => {
    const batch = { isPaused: false, byState: { draft: 1 }, scheduledFor: null, heldSchedule: null };
    expect(longestStateText({ ...batch, state: 'draft' })).toBe('Draft');
    const at = '2026-05-01T10:00:00.000Z';
    expect(longestStateText({ ...batch, state: 'draft', scheduledFor: at })).toBe('Not released in time');
    expect(longestStateText({ ...batch, state: 'released', byState: { queued: 2 } })).toBe('Waits for money');
    expect(longestStateText({ ...batch, state: 'released', byState: { failed: 2 } })).toBe(
      'Completed, 2 not paid',
    );
  });

  it('have narrower gaps on a small screen, and drop optional columns if that is not enough, the last first', () => {
    const column = (key: string, width: number, isExtra: boolean) => ({
      key,
      title: key,
      width,
      isExtra,
      render: (row: string) => row,
    });
    const columns = [column('name', 160, false), column('bar', 76, true), column('paid', 66, true)];
    const within = (room: number | null) => {
      const fitted = columnsWithin(columns, ['a'], room);
      return [fitted.padding, ...fitted.columns.map(({ key }) => key)];
    };
    expect(within(null)).toEqual([12, 'name', 'bar', 'paid']);
    expect(within(302)).toEqual([12, 'name', 'bar', 'paid']);
    expect(within(301)).toEqual([6, 'name', 'bar', 'paid']);
    expect(within(266)).toEqual([6, 'name', 'bar', 'paid']);
    expect(within(265)).toEqual([12, 'name', 'bar']);
    expect(within(235)).toEqual([6, 'name', 'bar']);
    expect(within(200)).toEqual([12, 'name']);
    expect(within(10)).toEqual([6, 'name']);
    const inTurn = columns.map((each) =>
      each.key === 'paid' ? { ...each, isExtra: 'last' as const } : each,
    );
    const keptWithin = (room: number) => columnsWithin(inTurn, ['a'], room).columns.map(({ key }) => key);
    expect(keptWithin(265)).toEqual(['name', 'paid']);
    expect(keptWithin(200)).toEqual(['name']);
  });

  it('truncate the longest text where room is lacking, and no figure and no time', () => {
    const text = (row: readonly string[], place: number) => row[place] ?? '';
    const state = { key: 'state', title: 'State', width: 112 };
    const columns = [
      { ...state, text: (row: readonly string[]) => text(row, 0), render: () => null },
      { key: 'total', title: 'Total', width: 80, align: 'right' as const, text: () => '1,234,567.50 EUR' },
      { key: 'time', title: 'Released', width: 92, text: () => 'due Dec 31, 23:59', render: () => null },
    ];
    const long = [['Completed, 1 paid outside Bursar before, 1 to review']];
    const { widths } = columnsWithin(columns, long, 10_000);
    const fitted = columnsWithin(columns, long, 400).widths;
    expect(fitted.reduce((sum, width) => sum + width, 0)).toBeCloseTo(400);
    expect(fitted[0]).toBeLessThan(widths[0] ?? 0);
    expect(fitted[1]).toBeGreaterThan(125);
    expect(fitted[2]).toBeGreaterThan(110);
    // Unless people compare it letter by letter.
    const [first, ...others] = columns;
    const compared = first === undefined ? [] : [{ ...first, isWhole: true }, ...others];
    expect(columnsWithin(compared, long, 400).widths[0]).toBeGreaterThan(350);
    // No further than what is usual: then the table scrolls.
    expect(columnsWithin(columns, long, 100).widths[0]).toBe(100);
  });

  it('have a column on a small screen as wide as its longest figure and its title, and no wider', () => {
    const column = {
      key: 'net',
      title: 'Net',
      width: 140,
      align: 'right',
      text: (row: string) => row,
    } as const;
    const widthWithin = (title: string, rows: readonly string[]) =>
      columnsWithin([{ ...column, title }], rows, 10).widths[0];
    expect(widthWithin('Net', ['-12,316,458.29 EUR'])).toBe(11 * 8.5 + 4 * 4 + 3 * 7 + 4 + 12);
    expect(widthWithin('Net', ['0.00 EUR'])).toBeLessThan(75);
    expect(widthWithin('Payouts paid', ['1'])).toBeGreaterThan(90);
    expect(widthWithin('Net', ['98.999999999999999999 USDT'])).toBeGreaterThan(190);
    // As Chromium draws it, with 6 pixels beside it.
    expect(widthWithin('Net', ['123,456,789,012,345.123456789012345678 ETH'])).toBeGreaterThan(
      325.25 + 2 * 6,
    );
  });
});
