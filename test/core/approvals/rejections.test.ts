import { expect, it } from 'vitest';
import { openColleague } from '../../kit/people.ts';
import { openTwoPeople } from './two-people.ts';

it('a rejection still counts after its approver is removed, which needs no approvals; that of a stranger never does', async () => {
  const { office, ann, prepare, importFile, release, sent } = await openTwoPeople();
  const ben = await openColleague(office.parts, 'Ben');
  const addBen = async (): Promise<void> => {
    const { request } = await office.get('approvers.add', { card: await ben.card() });
    if (request === null) return;
    await importFile(await ann.approve(request));
    await office.get('approvers.add', { card: await ben.card() });
  };
  const { batchId, request } = await prepare();
  await importFile(await ann.approve(request));
  await importFile(await ben.reject(request));
  expect(await office.get('approvals.status', { batchId })).toMatchObject({ given: 1 });
  await addBen();
  expect(await release(batchId)).toBe('approvalMissing');
  expect(await office.get('approvers.remove', { approver: 'Ben' })).toMatchObject({ request: null });
  expect(await release(batchId)).toBe('approvalMissing');
  expect(sent()).toBe(0);
  expect((await office.get('approvals.status', { batchId })).message).toMatch(
    /^1 approval needed, 0 given\. An approver who was removed since rejected a request of it at .*: “.*”\. Ann: The request was rejected\.$/,
  );

  const again = await office.get('approvals.request', { batchId });
  await importFile(await ann.approve(again.bytes));
  expect(await release(batchId)).toBe(null);
});
