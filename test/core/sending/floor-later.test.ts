import { expect, it, onTestFinished } from 'vitest';
import { atWork, openOffice } from '../../kit/office.ts';
import { found } from '../../kit/samples.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';
import { addOtherSystem, releaseAmounts } from './other-system.ts';

it('a batch that joins a run later is held by the balance of then: the merchant may have paid otherwise meanwhile', async () => {
  const office = await openOffice({ ...atWork, longestWaitMs: 20, settleMs: 1e9 });
  const accepted = () => office.sandbox.gateway.book().map(({ amount }) => amount);
  const floors = [{ profileName: 'main', currencyCode: 'EUR', amount: '9000000' }];
  await office.get('settings.change', { floors });
  await office.releaseAll((await office.draft(['1.00'])).batchId);
  await office.get('runner.start', {});
  await office.until(() => accepted().length === 1);

  await addOtherSystem(office);
  await releaseAmounts(office, 'second', ['1500000.00']);
  await office.until(() => accepted().length === 2);

  office.wait(120_000);
  const later = await office.draft(['2.00']);
  await office.releaseAll(later.batchId);
  await office.until(
    async () => accepted().length > 2 || (await office.get('runner.state', {})).problems.length > 0,
  );
  expect(accepted()).toEqual(['1.00', '1500000.00']);
  expect(office.countOf(later.batchId, 'queued')).toBe(1);
});

const hourMs = 3_600_000;
const rows = Array.from({ length: 8 }, (_, index) => ({ amount: '10.00', account: `ACC-${index}` }));

it('asks about the rows of a new batch that a floor holds once the floor lets them go, not with each look at the balance', async () => {
  const departures: string[] = [];
  const office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    onDeparture: ({ method, path }) => void departures.push(`${method} ${path.replace(/\/[^/]*$/, '')}`),
  });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const floorOf = (amount: string) => ({ floors: [{ profileName: 'main', currencyCode: 'EUR', amount }] });
  await office.get('settings.change', floorOf('99999999.00'));
  const { batchId } = await office.draft(rows);
  await office.release(batchId);
  departures.length = 0;
  await office.get('runner.start', {});
  await office.pass(hourMs);
  expect(departures.filter((each) => each === 'GET /payouts').length).toBe(0);
  await office.get('settings.change', floorOf('1.00'));
  await office.pass(60_000);
  const first = departures.filter((each) => / \/payouts/.test(each));
  expect(first.indexOf('GET /payouts')).toBeLessThan(first.indexOf('POST /payouts'));
  expect(office.store.countByState(batchId)).toEqual({ paid: rows.length });
});

it('is not crossed by a payout whose late request is accepted just after the balance was read', async () => {
  const office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    settleMs: hourMs,
    merchants: [{ code: 'main', balances: { EUR: '1000.00' } }],
  });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const usual = office.gateway.handle.bind(office.gateway);
  let late: Parameters<typeof usual>[0] | null = null;
  let isOnItsWay = true;
  /** The run reads the balance once before the floor does. */
  let balancesRead = 0;
  office.gateway.handle = (request) => {
    if (isOnItsWay && request.method === 'POST' && request.path.startsWith('/payouts/')) {
      late = request;
      return { status: 500, headers: {}, body: '', isDropped: true };
    }
    const answer = usual(request);
    if (!isOnItsWay && request.path.startsWith('/balances')) balancesRead += 1;
    if (late !== null && balancesRead === 2) {
      usual(late);
      late = null;
      // A person refreshes it.
      office.store.record([found(paymentId, 'unknown', 'accepted', { dueAt: null })], office.clock.now());
    }
    return answer;
  };
  const run = (batchId: string) =>
    office.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: 1000 });
  const first = await office.draft([{ amount: '100.00', account: 'ACC-1' }], 'first.csv');
  await office.release(first.batchId);
  await run(first.batchId);
  const paymentId = office.store.rowsOfBatch(first.batchId, 0, 1)[0]?.paymentId ?? 0;
  isOnItsWay = false;

  await office.get('settings.change', {
    floors: [{ profileName: 'main', currencyCode: 'EUR', amount: '850.00' }],
  });
  const second = await office.draft([{ amount: '100.00', account: 'ACC-2' }], 'second.csv');
  await office.release(second.batchId);
  expect((await run(second.batchId)).held).toMatchObject({ reason: 'short' });
  expect([office.gateway.book().length, late]).toEqual([1, null]);
});
