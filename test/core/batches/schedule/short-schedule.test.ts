import { expect, it, onTestFinished } from 'vitest';
import { dayMs } from '../../../../contract/duration.ts';
import { attentionOf } from '../../../kit/attention.ts';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

const start = Date.UTC(2026, 2, 2, 8);
const at = (afterMs: number): string => new Date(start + afterMs).toISOString();

it('Needs attention says from three days before a scheduled release that there is too little money for it, by the last balance', async () => {
  const office = new VirtualOffice({ start });
  office.addProfile('main');
  onTestFinished(() => office.close());
  const attention = async () => (await attentionOf(office)).filter(({ kind }) => kind === 'schedule');
  await office.get('balances.read', {});
  const { batchId } = await office.draft([{ amount: '10000001.00', account: 'A' }], 'large.csv');
  expect((await office.release(batchId, at(4 * dayMs))).ok).toBe(true);
  expect(await attention()).toEqual([]);
  await office.pass(dayMs);
  await office.get('balances.read', {});
  const short = { code: 'short', currencyCode: 'EUR', available: '10000000.00', projected: '-1.00' };
  const [item, ...others] = await attention();
  expect(item).toMatchObject({ batchId, trouble: { ...short, floor: null } });
  expect(others).toEqual([]);
  expect(item?.message).toContain('large.csv is scheduled for');
  expect(item?.message).toContain('was 10,000,000.00 EUR on');
  expect(item?.message).toContain(
    'and is -1.00 EUR once all committed payouts are paid. Top up, or end its schedule: Bursar releases it anyway, and the gateway may reject payouts that the balance does not cover.',
  );
  const floor = { profileName: 'main', currencyCode: 'EUR', amount: '0.00' };
  await office.get('settings.change', { floors: [floor] });
  const [withFloor] = await attention();
  expect(withFloor?.message).toContain(
    'below the floor of 0.00 EUR. Top up, or some of its payouts wait for money.',
  );
  await office.get('settings.change', { floors: [] });
  await office.get('batches.unschedule', { batchId });
  expect(await attention()).toEqual([]);
  const enough = await office.draft([{ amount: '10000000.00', account: 'A' }], 'enough.csv');
  expect((await office.release(enough.batchId, at(2 * dayMs))).ok).toBe(true);
  expect(await attention()).toEqual([]);
  await office.get('settings.change', { floors: [{ ...floor, amount: '0.01' }] });
  expect(await attention()).toMatchObject([{ batchId: enough.batchId, trouble: { floor: '0.01' } }]);
});
