import { expect, it, onTestFinished } from 'vitest';
import { VirtualOffice } from '../../kit/virtual-office.ts';
import { fairWeather } from '../../simulation/network.ts';

it('I4: a batch that is resumed while a run reads the balance is verified before it is sent, and not called tampered with', async () => {
  // The first reading, and those after payouts were accepted.
  for (let readings = 1; readings <= 4; readings += 1) {
    const weather = { ...fairWeather, longestDelayMs: 1000 };
    const reading = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let isRunning = false;
    let read = 0;
    const office = new VirtualOffice({
      start: Date.UTC(2026, 2, 2, 8),
      weather,
      onDeparture: ({ method, path }) => {
        if (method === 'POST' && path.startsWith('/payouts/')) begun.resolve();
        if (isRunning && path === '/balances') read += 1;
        if (read === readings) reading.resolve();
      },
    });
    onTestFinished(() => office.close());
    office.addProfile('main');
    await office.get('settings.change', {
      floors: [{ profileName: 'main', currencyCode: 'EUR', amount: '1.00' }],
    });
    const released = async (...names: readonly string[]): Promise<string> => {
      const { batchId } = await office.draft(
        names.map((account) => ({ amount: '10.00', account })),
        names.join(' and '),
      );
      await office.release(batchId);
      return batchId;
    };
    // The one that joins is the older one, so that the next claim, of one row at first, would take it; and begun, so that nothing is asked before.
    const second = await released('second', 'third');
    await office.get('runner.start', {});
    await office.until(begun.promise);
    await office.get('batches.pause', { batchId: second });
    await office.pass(60_000);
    expect(office.store.countByState(second)).toEqual({ paid: 1, queued: 1 });
    const first = await released('first');
    isRunning = true;
    await office.get('runner.start', {});
    await office.until(Promise.race([reading.promise, office.time.sleep(30_000)]));
    await office.get('batches.resume', { batchId: second });
    await office.pass(60_000);
    const items = await office.get('attention.list', {});
    expect(items, `at reading ${readings}`).toEqual([]);
    expect([first, second].map((batchId) => office.store.countByState(batchId))).toEqual([
      { paid: 1 },
      { paid: 2 },
    ]);
  }
});
