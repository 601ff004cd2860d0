import { expect, it, onTestFinished } from 'vitest';
import { atWork, openOffice } from '../../kit/office.ts';
import { claim, found, importBatch, release } from '../../kit/samples.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';
import { fairWeather } from '../../simulation/network.ts';

const minuteMs = 60_000;

it('queries a failed payout while hundreds of another profile, which has no key here, have been due for longer', async () => {
  const office = await openOffice(atWork);
  const { store } = office;
  const mine = await office.draftRows([['5.00', 'EUR', 'BANK_TRANSFER', 'FAILS-9001']]);
  await office.releaseAll(mine);
  await office.get('runner.start', {});
  await office.until(() => office.countOf(mine, 'failed') === 1);
  await office.get('runner.stop', {});
  await office.get('profiles.add', {
    name: 'without',
    environment: 'sandbox',
    baseUrl: office.sandbox.url,
    merchantCode: 'WITHOUT',
    callbackUrl: 'https://merchant.example/callbacks',
    key: { kind: 'none' },
  });
  importBatch(store, 'others', 501, store.findProfile('without')?.keyId);
  release(store, 'others');
  for (const { payment } of claim(store, 'others', 501)) {
    store.record([found(payment.paymentId, 'sending', 'accepted')], 5000);
    store.record([found(payment.paymentId, 'accepted', 'failed', { dueAt: 7000 })], 6000);
  }
  const polls = (): number => store.rowsOfBatch(mine, 0, 1)[0]?.polls ?? 0;
  const before = polls();
  office.wait(11 * minuteMs);
  await office.get('runner.start', {});
  await office.until(() => polls() > before);
  expect(office.countOf('others', 'failed')).toBe(501);
});

it('tries an unreachable gateway less and less often while a failed payout is due for a query', async () => {
  let departures = 0;
  let lostRequest = 0;
  const weather = {
    ...fairWeather,
    get lostRequest() {
      return lostRequest;
    },
  };
  const office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    weather,
    onDeparture: () => (departures += 1),
  });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const { batchId } = await office.draft([{ amount: '10.00', account: '19001' }]);
  await office.release(batchId);
  await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: minuteMs });
  expect(office.store.countByState(batchId)).toEqual({ failed: 1 });
  lostRequest = 1;
  await office.get('runner.start', {});
  await office.pass(11 * minuteMs);
  departures = 0;
  await office.pass(30 * minuteMs);
  expect(departures).toBeGreaterThan(0);
  expect(departures).toBeLessThan(100);
});
