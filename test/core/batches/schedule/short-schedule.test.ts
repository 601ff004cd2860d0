import { expect, it, onTestFinished } from 'vitest';
import { dayMs } from '../../../../contract/duration.ts';
import { attentionOf } from '../../../kit/attention.ts';
import { tell } from '../../../kit/money-history.ts';
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
  const [item, ...others] = await attention();
  expect(item).toMatchObject({
    batchId,
    trouble: { code: 'short', missing: [{ currencyCode: 'EUR', amount: '1.00' }] },
  });
  expect(others).toEqual([]);
  expect(item?.message).toBe(
    'large.csv is scheduled for 2026-03-06 08:00 UTC and is short by 1.00 EUR, by the balance of 2026-03-03 08:00 UTC less all committed payouts. Top up or end its schedule; otherwise Bursar releases it with too little money.',
  );
  const floor = { profileName: 'main', currencyCode: 'EUR', amount: '0.50' };
  await office.get('settings.change', { floors: [floor] });
  // The release sheet says the same: the floor is above the balance that is left, and holds the run.
  expect((await attention()).map(({ message }) => message)).toEqual([
    'large.csv is scheduled for 2026-03-06 08:00 UTC and is short by 1.50 EUR above the floor of 0.50 EUR, by the balance of 2026-03-03 08:00 UTC less all committed payouts. Top up or end its schedule; otherwise Bursar sends what the floor allows, and the rest waits for money.',
  ]);
  await office.get('settings.change', { floors: [] });
  await office.get('batches.unschedule', { batchId });
  expect(await attention()).toEqual([]);
  const enough = await office.draft([{ amount: '10000000.00', account: 'A' }], 'enough.csv');
  expect((await office.release(enough.batchId, at(2 * dayMs))).ok).toBe(true);
  expect(await attention()).toEqual([]);
  await office.get('settings.change', { floors: [{ ...floor, amount: '0.01' }] });
  expect(await attention()).toMatchObject([
    { batchId: enough.batchId, trouble: { missing: [{ amount: '0.01' }] } },
  ]);
});

it('Needs attention says so too if only the fees of a scheduled release are short, which the gateway takes in another currency', async () => {
  const office = new VirtualOffice({ start });
  office.addProfile('main');
  onTestFinished(() => office.close());
  const paid = {
    kind: 'payout',
    amount: '100.00',
    currencyCode: 'USD',
    paymentMethodCode: 'BANK_TRANSFER',
    fee: { amount: '5.00', currencyCode: 'EUR' },
    end: 'paid',
    at: start,
    processedAt: null,
    isFeeLate: false,
  } as const;
  tell(office.store, [paid], office.store.findProfile('main')?.keyId);
  await office.pass(dayMs);
  await office.get('balances.read', {});
  const floor = { profileName: 'main', currencyCode: 'EUR', amount: '9999998.00' };
  await office.get('settings.change', { floors: [floor] });
  const schedule = (currencyCode: string) =>
    office
      .draft([{ amount: '100.00', currencyCode, account: 'B' }], `${currencyCode}.csv`)
      .then(({ batchId }) => office.release(batchId, at(2 * dayMs)));
  expect((await schedule('USD')).ok).toBe(true);
  // It takes nothing in EUR, so what is short there is none of its concern.
  expect((await schedule('GBP')).ok).toBe(true);
  const items = (await attentionOf(office)).filter(({ kind }) => kind === 'schedule');
  expect(items).toMatchObject([
    { fileName: 'USD.csv', trouble: { code: 'short', missing: [{ currencyCode: 'EUR', amount: '3.00' }] } },
  ]);
});

it('Needs attention says so too, and that a balance will be low, if the gateway spells the currency of the balance otherwise than the payouts', async () => {
  const office = new VirtualOffice({ start, merchants: [{ code: 'main', balances: { usdt: '100.00' } }] });
  office.addProfile('main');
  onTestFinished(() => office.close());
  const limit = { profileName: 'main', currencyCode: 'USDT', amount: '10.00' };
  await office.get('settings.change', { lowBalanceLimits: [limit] });
  await office.get('balances.read', {});
  const { batchId } = await office.draft([{ amount: '101.00', currencyCode: 'USDT', account: 'A' }]);
  expect((await office.release(batchId, at(2 * dayMs))).ok).toBe(true);
  expect(await attentionOf(office)).toMatchObject([
    { kind: 'schedule', batchId, trouble: { missing: [{ currencyCode: 'usdt', amount: '1.00' }] } },
    { kind: 'lowProjection', currencyCode: 'usdt', available: '100.00', projected: '-1.00' },
  ]);
});
