import { expect, it } from 'vitest';
import { openColleague } from '../../kit/people.ts';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createCore } from '../../../main/core/core.ts';
import { createDispatch } from '../../../main/dispatch.ts';
import { auditProblems, openIn, restoreBackup } from '../../kit/store.ts';
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

it.each(['rejection', 'withdrawal'] as const)(
  'I12: a %s stays one if a backup from before it is restored, also after one from before its request',
  async (kind) => {
    const { office, keys, ann, prepare, importFile } = await openTwoPeople();
    const backups = ['empty', 'approved'].map((name) => path.join(office.directory, `${name}.sqlite`));
    const [empty = '', approved = ''] = backups;
    await office.get('data.backup', { path: empty });
    const { batchId, request } = await prepare();
    await importFile(await ann.approve(request));
    await office.get('data.backup', { path: approved });
    if (kind === 'rejection') await importFile(await ann.reject(request));
    else await office.get('approvals.withdraw', { batchId });
    // The present database, in a folder that is not in use.
    const directory = path.join(office.directory, 'restored');
    mkdirSync(directory);
    await office.get('data.backup', { path: path.join(directory, 'bursar.sqlite') });
    for (const backupPath of [empty, approved])
      expect((await restoreBackup({ directory, backupPath, at: office.now() })).ok).toBe(true);
    const store = openIn(directory);
    const dispatch = createDispatch(
      await createCore({ ...office.parts, store }, undefined, undefined, undefined, keys),
    );
    const call = { signal: AbortSignal.timeout(60_000), confirm: () => Promise.resolve(true) };
    await dispatch('attention.dismissOlderRecords', {}, call);
    const rowsHash = store.findBatch(batchId)?.rowsHash ?? '';
    expect(await dispatch('batches.release', { batchId, rowsHash }, call)).toMatchObject({
      error: { code: 'approvalMissing' },
    });
    expect(store.approvalFilesOf(batchId).map((file) => file.kind)).toEqual(['request', 'approval', kind]);
    expect(auditProblems(store)).toEqual([]);
  },
);
