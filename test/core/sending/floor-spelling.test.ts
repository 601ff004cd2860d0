import { expect, it } from 'vitest';
import { atWork, openOffice } from '../../kit/office.ts';

it('a floor also stops payouts whose currency is spelled otherwise, since only the gateway knows whether it is another one', async () => {
  const office = await openOffice(atWork);
  const floors = [{ profileName: 'main', currencyCode: 'USDT_TRC20', amount: '5' }];
  office.store.changeSettings([{ name: 'floors', json: JSON.stringify(floors), detail: null }], office.now());
  const batchId = await office.draftRows([['1', 'usdt_trc20', 'BANK_TRANSFER', 'A1']]);
  await office.releaseAll(batchId);
  const held = await office.get('batches.run', {
    batchIds: [batchId],
    until: 'final',
    silenceLimitMs: 60_000,
  });
  expect(held).toMatchObject({
    outcome: 'held',
    held: { row: 1, currencyCode: 'usdt_trc20', floor: '5', reason: 'balanceUnknown' },
  });
  expect(office.sandbox.gateway.book()).toEqual([]);
  expect(await office.get('attention.list', {})).toMatchObject([{ kind: 'heldByFloor', batchId }]);
});
