import { afterEach, beforeEach, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../../contract/duration.ts';
import { isZeroAmount } from '../../../contract/money/amount.ts';
import { readBalances } from '../../../main/core/treasury/balances.ts';
import type { Gateway } from '../../../main/core/ports/index.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

const midnight = Date.UTC(2026, 2, 3);
let office: VirtualOffice;
/** Until then, the gateway is too busy to tell its balances. */
let isBusyUntil: number;

beforeEach(() => {
  office = new VirtualOffice({ start: midnight - 10 * minuteMs, settleMs: 10 * minuteMs });
  office.addProfile('main');
  isBusyUntil = 0;
  const { handle } = office.gateway;
  office.gateway.handle = (request) =>
    request.path.startsWith('/balances') && office.time.now() < isBusyUntil
      ? {
          status: 429,
          headers: { date: new Date(office.time.now()).toUTCString(), 'retry-after': '60' },
          body: '{}',
        }
      : handle(request);
});
afterEach(() => office.close());

/** Two payouts, accepted before midnight and paid at midnight, and balances that are asked for before and answered after it. */
async function payAroundMidnight(): Promise<void> {
  const { batchId } = await office.draft([
    { amount: '100.00', account: 'ONE' },
    { amount: '250.00', account: 'TWO' },
  ]);
  expect((await office.release(batchId)).ok).toBe(true);
  await office.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: minuteMs });
  await office.pass(5 * minuteMs);
  isBusyUntil = midnight + 2 * minuteMs;
  await office.get('balances.read', { profileName: 'main' });
  const { asOf } = await office.get('balances.stored', { profileName: 'main' });
  expect(Date.parse(asOf ?? '')).toBeGreaterThanOrEqual(isBusyUntil);
}

it('a balance is from when its request left, so a statement explains what was paid while that had to wait', async () => {
  await payAroundMidnight();
  await office.get('batches.run', { batchIds: null, until: 'final', silenceLimitMs: minuteMs });
  await office.pass(hourMs);
  await office.get('balances.read', { profileName: 'main' });
  const { out, days, unexplained } = await office.get('statement.read', {
    profileName: 'main',
    currencyCode: 'EUR',
    from: '2026-03-02',
    until: '2026-03-03',
  });
  expect([out, unexplained].map((amount) => Number(amount))).toEqual([-350, 0]);
  expect(days.filter(({ arisen }) => arisen !== null && !isZeroAmount(arisen))).toEqual([]);
});

it('an answer that a later question overtook replaces no newer balance, here or in a statement', async () => {
  const [profile] = office.store.listProfiles();
  if (profile === undefined) throw new Error('no profile');
  const client = office.parts.gateway.client(profile);
  const late = Promise.withResolvers<undefined>();
  const slow: typeof client = {
    ...client,
    call: async (operation, input, options) => {
      const answer = await client.call(operation, input, options);
      await late.promise;
      return answer;
    },
  };
  const gateway = { client: () => slow } satisfies Gateway;
  const { signal } = new AbortController();
  const overtaken = readBalances({ ...office.parts, gateway }, profile, [], signal);
  await office.pass(100);
  const { batchId } = await office.draft([{ amount: '100.00', account: 'ONE' }]);
  expect((await office.release(batchId)).ok).toBe(true);
  await office.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: minuteMs });
  await office.pass(1000);
  const newer = await office.get('balances.read', { profileName: 'main', currencyCodes: ['EUR'] });
  late.resolve(undefined);
  const older = await office.until(overtaken);
  expect(older.ok && older.value.balances[0]?.amounts).not.toEqual(newer.balances[0]?.amounts);
  const stored = await office.get('balances.stored', { profileName: 'main' });
  const inEuro = stored.balances.filter(({ currencyCode }) => currencyCode === 'EUR');
  expect(inEuro).toEqual(newer.balances);
  expect(stored.balances.length).toBeGreaterThan(1);
  const day = { from: '2026-03-02', until: '2026-03-02' };
  const { points } = await office.get('balances.history', {
    profileName: 'main',
    currencyCode: 'EUR',
    ...day,
  });
  expect(points.at(-1)).toMatchObject({ available: '9999899.00', booked: '10000000.00' });
});
