import { expect, it } from 'vitest';
import { lastIncluded, snapshotTime } from '../../../../main/core/treasury/snapshot-time.ts';
import { gatewayDouble } from '../../../kit/gateway-double.ts';
import { openOffice } from '../../../kit/office.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

it.each([-600, -150, -5, 0, 5, 600, 3 * 24 * 3600])(
  'a statement explains a whole run although the clock of this computer differs by %i s from the gateway’s',
  async (seconds) => {
    const office = await openOffice({ settleMs: 100 });
    office.wait(seconds * 1000);
    const { batchId } = await office.draft(['100.00', '250.00']);
    expect((await office.release(batchId, true)).ok).toBe(true);
    // Nothing but the run itself reads balances.
    await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 20_000 });
    expect(office.countOf(batchId, 'paid')).toBe(2);
    const days = [Math.min(office.now(), Date.now()), Math.max(office.now(), Date.now())];
    const [from = '', until = ''] = days.map((at) => new Date(at).toISOString().slice(0, 10));
    const statement = await office.get('statement.read', { currencyCode: 'EUR', from, until });
    expect(statement.out).toBe('-350.00');
    expect(statement.reported).toBe(statement.closing);
    expect([statement.unexplained, statement.sinceReported?.count]).toEqual(['0.00', 0]);
    const since = new Date(Math.min(office.now(), Date.now()) - dayMs).toISOString();
    const trend = await office.get('balances.trend', { since });
    const points = trend.find(({ currencyCode }) => currencyCode === 'EUR')?.points;
    expect(points?.at(-1)?.at).toBe(statement.reportedAt);
  },
);

it('a snapshot is never before the one before it, and never follows a gateway whose clock is a day ahead or a month behind', () => {
  const now = Date.UTC(2026, 5, 1);
  const clock = { now: () => now, turn: () => Promise.resolve(), sleep: () => Promise.resolve() };
  const timeOf = (gatewayNow: number | null, earlierAt: number | null = null): number => {
    const client = { ...gatewayDouble({}), gatewayNow: () => gatewayNow };
    const store = {
      snapshotBefore: (_keyId: string, _currencyCode: string, before: number) =>
        earlierAt !== null && earlierAt < before ? { at: earlierAt, amounts: '[]' } : null,
      lastPaidAt: () => null,
    };
    const context = { store, clock } as unknown as Parameters<typeof lastIncluded>[0];
    const included = lastIncluded(context, { keyId: 'key' }, client);
    return snapshotTime(context, { keyId: 'key' }, client, {
      at: now - 300,
      included,
      currencyCodes: ['EUR'],
    });
  };
  expect([timeOf(null), timeOf(now + 900), timeOf(now - 900)]).toEqual([now - 300, now - 300, now - 300]);
  expect([timeOf(now + hourMs), timeOf(now - hourMs)]).toEqual([now + hourMs - 1300, now - hourMs - 1300]);
  expect([timeOf(now + dayMs), timeOf(now - 30 * dayMs)]).toEqual([now - 300, now - 300]);
  expect(timeOf(now - 29 * dayMs)).toBe(now - 29 * dayMs - 1300);
  expect([timeOf(null, now), timeOf(now + hourMs, now), timeOf(null, now + hourMs)]).toEqual([
    now + 1,
    now + hourMs - 1300,
    now - 300,
  ]);
});
