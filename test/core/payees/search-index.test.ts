import { expect, it } from 'vitest';
import { openOffice } from '../../kit/office.ts';
import { editUnseen } from '../../kit/store.ts';

it('the doctor reports payees that a search does not find, and a rebuild finds them again', async () => {
  const office = await openOffice({ isOnDisk: true });
  const { batchId } = await office.draft(['1.00', '2.00']);
  await office.releaseAll(batchId);
  await office.get('batches.run', { batchIds: [batchId], until: 'final', silenceLimitMs: 10_000 });
  const found = async (): Promise<number> =>
    (await office.get('payees.list', { search: 'Payee 1', environment: 'sandbox', limit: 10 })).payees.length;
  const payeesCheck = async () =>
    (await office.get('doctor.run', {})).find((check) => check.code === 'derived' && check.part === 'payees');
  expect([await found(), (await payeesCheck())?.isFine]).toEqual([1, true]);

  editUnseen(office.directory, `INSERT INTO payeeSearch (payeeSearch) VALUES ('delete-all')`);
  expect(await found()).toBe(0);
  expect(await payeesCheck()).toMatchObject({ isFine: false, count: 2 });

  await office.get('data.rebuild', {});
  expect([await found(), (await payeesCheck())?.isFine]).toEqual([1, true]);
});
