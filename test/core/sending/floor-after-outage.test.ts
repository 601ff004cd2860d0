import { expect, it, onTestFinished } from 'vitest';
import { minuteMs } from '../../../contract/duration.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

it('a batch that only waits for money is no longer said to fail in the background once the gateway answers again', async () => {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const floors = [{ profileName: 'main', currencyCode: 'EUR', amount: '99999999' }];
  await office.get('settings.change', { floors });
  const { batchId } = await office.draft([{ amount: '20.00', account: 'A2' }]);
  await office.release(batchId);
  office.isDown = true;
  await office.get('runner.start', {});
  await office.pass(5 * minuteMs);
  const listed = async () => (await office.get('attention.list', {})).map(({ kind }) => kind);
  expect(await listed()).toEqual(['backgroundFailure']);
  office.isDown = false;
  await office.pass(10 * minuteMs);
  expect(await listed()).toEqual(['heldByFloor']);
});
