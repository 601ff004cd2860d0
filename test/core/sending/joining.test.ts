import { expect, it, onTestFinished } from 'vitest';
import { VirtualOffice } from '../../kit/virtual-office.ts';
import { fairWeather } from '../../simulation/network.ts';

it('I4: a batch that is resumed while a run reads the balance is verified before it is sent, and not called tampered with', async () => {
  for (let afterMs = 0; afterMs < 2000; afterMs += 200) {
    const weather = { ...fairWeather, longestDelayMs: 1000 };
    const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8), weather });
    onTestFinished(() => office.close());
    office.addProfile('main');
    await office.get('settings.change', {
      floors: [{ profileName: 'main', currencyCode: 'EUR', amount: '1.00' }],
    });
    const released = async (name: string): Promise<string> => {
      const { batchId } = await office.draft([{ amount: '10.00', account: name }], name);
      await office.release(batchId);
      return batchId;
    };
    const [first, second] = [await released('first'), await released('second')];
    await office.get('batches.pause', { batchId: second });
    await office.get('runner.start', {});
    await office.pass(afterMs);
    await office.get('batches.resume', { batchId: second });
    await office.pass(60_000);
    const items = await office.get('attention.list', {});
    expect(items, `after ${afterMs} ms`).toEqual([]);
    for (const batchId of [first, second]) expect(office.store.countByState(batchId)).toEqual({ paid: 1 });
  }
});
