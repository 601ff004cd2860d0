import { expect, it, onTestFinished } from 'vitest';
import { dayMs, minuteMs } from '../../../contract/duration.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

it.each(['batches.cancel', 'batches.pause'] as const)(
  'a batch that waits for money and is stopped meanwhile (%s) is no longer said to wait, though a payout before it is in progress for days',
  async (stop) => {
    const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8), settleMs: 3 * dayMs });
    onTestFinished(() => office.close());
    office.addProfile('main');
    const { batchId: older } = await office.draft([{ amount: '10.00', account: 'A1' }]);
    await office.release(older);
    await office.get('runner.start', {});
    await office.pass(minuteMs);
    const floors = [{ profileName: 'main', currencyCode: 'EUR', amount: '99999999' }];
    await office.get('settings.change', { floors });
    const { batchId } = await office.draft([{ amount: '20.00', account: 'A2' }]);
    await office.release(batchId);
    await office.pass(5 * minuteMs);
    const problems = async () => (await office.get('runner.state', {})).problems.map(({ code }) => code);
    expect(await problems()).toEqual(['floorReached']);
    await office.get(stop, { batchId });
    await office.pass(2 * minuteMs);
    expect(office.store.countByState(older)).toEqual({ accepted: 1 });
    expect(await problems()).toEqual([]);
  },
);
