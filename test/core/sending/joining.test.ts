import { expect, it, onTestFinished } from 'vitest';
import { VirtualOffice } from '../../kit/virtual-office.ts';
import { fairWeather } from '../../simulation/network.ts';

it('I4: a batch resumed while a run reads the balance is verified before it is sent, and not called tampered with', async () => {
  // The first reading, and those after payouts were accepted.
  for (let readings = 1; readings <= 4; readings += 1) {
    const weather = { ...fairWeather, longestDelayMs: 1000 };
    const reading = Promise.withResolvers<void>();
    let isRunning = false;
    let read = 0;
    const office = new VirtualOffice({
      start: Date.UTC(2026, 2, 2, 8),
      weather,
      onDeparture: ({ path }) => {
        if (isRunning && path === '/balances') read += 1;
        if (read === readings) reading.resolve();
      },
    });
    onTestFinished(() => office.close());
    office.addProfile('main');
    await office.get('settings.change', {
      floors: [{ profileName: 'main', currencyCode: 'EUR', amount: '1.00' }],
    });
    const released = async (account: string): Promise<string> => {
      const { batchId } = await office.draft([{ amount: '10.00', account }], account);
      await office.release(batchId);
      return batchId;
    };
    // The one that joins is the older one, so that the next claim, of one row at first, would take it; and a retry, about which its release
    // has just asked, so that the run asks nothing before it.
    const failed = await released('19001');
    await office.get('batches.run', { batchIds: [failed], until: 'final', silenceLimitMs: 60_000 });
    const { batchId: retry } = await office.get('batches.retry', { batchId: failed });
    await office.release(retry);
    await office.get('batches.pause', { batchId: retry });
    const first = await released('first');
    isRunning = true;
    await office.get('runner.start', {});
    await office.until(Promise.race([reading.promise, office.time.sleep(30_000)]));
    expect(office.store.countByState(retry)).toEqual({ queued: 1 });
    await office.get('batches.resume', { batchId: retry });
    await office.pass(60_000);
    const items = await office.get('attention.list', {});
    expect(
      items.filter(({ kind }) => kind !== 'failed'),
      `at reading ${readings}`,
    ).toEqual([]);
    expect([first, retry].map((batchId) => office.store.countByState(batchId))).toEqual([
      { paid: 1 },
      { failed: 1 },
    ]);
  }
});
