import { expect, it, onTestFinished } from 'vitest';
import { dayMs } from '../../../../contract/duration.ts';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

const hourMs = 3_600_000;

it('a payment of exactly the difference is named if it was unfinished since before the last balance read, and no other of that time', async () => {
  const start = Date.UTC(2026, 9, 1, 8);
  // An account that ends in 9006 takes ten times as long: more than three days.
  const office = new VirtualOffice({ start, settleMs: 8 * hourMs });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const readAfter = async (days: number) => {
    await office.pass(start + days * dayMs - office.time.now());
    await office.get('balances.read', { currencyCodes: ['EUR'] });
  };
  await readAfter(0.1);
  // Its fee of a hundredth is cut off: the gateway takes exactly this.
  const { batchId } = await office.draft([
    { amount: '0.50', account: '9006' },
    { amount: '0.70', account: '9009' },
  ]);
  await office.release(batchId);
  await office.get('batches.run', { batchIds: [batchId], until: 'sent', silenceLimitMs: hourMs });
  for (const day of [1, 2, 4]) await readAfter(day);
  const { days } = await office.get('statement.read', {
    currencyCode: 'EUR',
    from: '2026-10-01',
    until: '2026-10-05',
  });
  const arisen = days.filter((day) => (day.candidates?.length ?? 0) > 0 || day.day === '2026-10-05');
  expect(arisen).toMatchObject([
    { day: '2026-10-05', arisen: '-0.50', candidates: [{ id: `${batchId}-1`, reason: 'inProcess' }] },
  ]);
  expect(arisen[0]?.candidates).toHaveLength(1);
});
