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

const rows = [1, 2, 3].map((each) => ({ amount: '20.00', account: `A${each}` }));
const floorOf = (amount: string) => ({ floors: [{ profileName: 'main', currencyCode: 'EUR', amount }] });

async function open(): Promise<{ office: VirtualOffice; batchId: string; balance: number }> {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const { balances } = await office.get('balances.read', { currencyCodes: ['EUR'] });
  const amounts = balances[0]?.amounts ?? [];
  const balance = Number(amounts.find(({ name }) => name === 'available')?.amount);
  const { batchId } = await office.draft(rows);
  return { office, batchId, balance };
}

const accepted = ({ gateway }: VirtualOffice): number => gateway.book().length;

it('rows that a floor held are held by it after a restore too, once the gateway answers that it does not know them', async () => {
  const { office, batchId, balance } = await open();
  await office.get('settings.change', floorOf(String(balance)));
  await office.release(batchId);
  await office.get('runner.start', {});
  await office.pass(2 * minuteMs);
  expect(accepted(office)).toBe(0);
  await office.restart({ isRestored: true });
  expect(office.store.countByState(batchId)).toEqual({ unknown: 3 });
  await office.get('runner.start', {});
  await office.pass(10 * minuteMs);
  expect(accepted(office)).toBe(0);
  expect(office.store.countByState(batchId)).toEqual({ queued: 3 });
  const held = (await office.get('attention.list', {})).find(({ kind }) => kind === 'heldByFloor');
  expect(held).toMatchObject({ held: { row: 1, missing: '20.00', missingForAll: '60.00' } });
  // Exactly what the floor leaves is sent.
  await office.get('settings.change', floorOf(String(balance - 41)));
  await office.pass(10 * minuteMs);
  expect(accepted(office)).toBe(2);
  await office.get('settings.change', floorOf('0'));
  await office.pass(10 * minuteMs);
  expect(office.store.countByState(batchId)).toEqual({ paid: 3 });
  expect(accepted(office)).toBe(3);
});

it('a restored row to a payee that was blocked since is asked about, and does not go back and forth', async () => {
  const { office, batchId } = await open();
  await office.release(batchId);
  await office.restart({ isRestored: true });
  const bytes = new TextEncoder().encode('name,account\nPayee,A1\n');
  await office.get('payees.import', { fileName: 'payees.csv', bytes });
  const [payee] = (await office.get('payees.list', { search: 'A1', limit: 1 })).payees;
  await office.get('payees.block', { payeeId: payee?.payeeId ?? '' });
  await office.get('runner.start', {});
  await office.pass(10 * minuteMs);
  expect(office.store.countByState(batchId)).toEqual({ unknown: 1, paid: 2 });
  const [first] = office.store.rowsOfBatch(batchId, 0, 1);
  expect(first?.problem?.code).toBe('payeeBlocked');
  expect(office.store.eventsOf(first?.paymentId ?? 0).length).toBeLessThan(6);
});
