import { expect, it, onTestFinished } from 'vitest';
import { dayMs } from '../../../../contract/duration.ts';
import { balancesReadText } from '../../../../contract/text/treasury/balances-read-text.ts';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

const start = Date.UTC(2026, 9, 1, 8);
const hourMs = 3_600_000;

it('names every gap of a period without a known balance, including before the first and after the last one', async () => {
  const office = new VirtualOffice({ start });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const times: string[] = [];
  for (const day of [0, 1, 10, 20]) {
    await office.pass(start + day * dayMs - office.time.now());
    times.push(new Date(office.clock.now()).toISOString());
    await office.get('balances.read', { currencyCodes: ['EUR'] });
  }
  await office.pass(5 * dayMs);
  const now = new Date(office.clock.now()).toISOString();
  const said: string[] = [];
  const gapsOf = async (from: string, until: string, currencyCode = 'EUR') => {
    const { points, gaps } = await office.get('balances.history', { currencyCode, from, until });
    const nearTo = (at: string): string | undefined =>
      [...times, now].find((time) => Math.abs(Date.parse(time) - Date.parse(at)) < hourMs);
    said.push(balancesReadText({ from }, { points, gaps }));
    return {
      points: points.length,
      gaps: gaps.map(({ after, before }) => [nearTo(after), nearTo(before)]),
    };
  };
  const [, second, third, last] = times;
  expect(await gapsOf('2026-10-01', '2026-10-21')).toEqual({
    points: 4,
    gaps: [
      [second, third],
      [third, last],
    ],
  });
  // It begins and ends within a stretch, has none at all, or goes on until now and beyond.
  expect(await gapsOf('2026-10-05', '2026-10-15')).toEqual({
    points: 1,
    gaps: [
      [second, third],
      [third, last],
    ],
  });
  expect(await gapsOf('2026-10-04', '2026-10-06')).toEqual({ points: 0, gaps: [[second, third]] });
  expect(await gapsOf('2026-10-21', '2026-12-31')).toEqual({ points: 1, gaps: [[last, now]] });
  // Before the first balance there is nothing to have a gap in, and a day that is not over is none.
  expect(await gapsOf('2026-09-01', '2026-10-01')).toEqual({ points: 1, gaps: [] });
  expect(await gapsOf('2026-10-01', '2026-10-02')).toEqual({ points: 2, gaps: [] });
  expect(said).toEqual([
    '4 balances read. 2 gaps of more than a day without a known balance.',
    '1 balance read. 2 gaps of more than a day without a known balance.',
    '',
    '1 balance read. 1 gap of more than a day without a known balance.',
    '1 balance read, the first on 2026-10-01: nothing is known before. No gap of more than a day since.',
    '2 balances read. No gap of more than a day.',
  ]);
  const { bytes, balances } = await office.get('balances.export', {
    currencyCode: 'EUR',
    from: '2026-10-04',
    until: '2026-10-15',
    format: 'csv',
  });
  expect(balances).toBe(1);
  const [, ...lines] = Buffer.from(bytes).toString('utf8').trimEnd().split('\r\n');
  expect(lines.map((line) => line.replaceAll(/\d{4}-\d\d-(\d\d)[^,]*/g, '$1'))).toEqual([
    '02,main,EUR,,,,no balance was read until 11',
    '11,main,EUR,10000000.00,0,10000000.00,',
    '11,main,EUR,,,,no balance was read until 21',
  ]);
  expect(await gapsOf('2026-10-05', '2026-10-15', 'XYZ')).toEqual({ points: 0, gaps: [] });
});
