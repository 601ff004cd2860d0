import { expect, it } from 'vitest';
import { openSheetOf } from '../../kit/office-sheets.ts';
import { callbackUrl } from '../../kit/office.ts';
import { openColleague, type Colleague } from '../../kit/people.ts';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { auditProblems, openIn, restoreBackup } from '../../kit/store.ts';
import {
  oneApproval,
  openTwoPeople,
  payoutsElsewhere,
  prepareElsewhere,
  releaseOn,
  enrolBen,
} from './two-people.ts';

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
  expect(await office.get('approvals.status', { batchId })).toMatchObject({
    given: 1,
    decisions: [{ why: null }, { decision: 'reject', why: 'The key that signed it was never enrolled.' }],
  });
  await addBen();
  expect(await release(batchId)).toBe('approvalMissing');
  expect(await office.get('approvers.remove', { approver: 'Ben' })).toMatchObject({ request: null });
  expect(await release(batchId)).toBe('approvalMissing');
  expect(sent()).toBe(0);
  const status = await office.get('approvals.status', { batchId });
  expect(status.decisions).toMatchObject([
    { why: 'The request was rejected.' },
    { decision: 'reject', why: null },
  ]);
  expect(status.message).toMatch(
    /^1 approval needed, 0 given\. An approver who was removed since rejected a request of it at .*: “.*”\. Ann: The request was rejected\.$/,
  );

  const again = await office.get('approvals.request', { batchId });
  await importFile(await ann.approve(again.bytes));
  expect(await release(batchId)).toBe(null);
});

it('what is decided about rows that were changed meanwhile does not count, and is said to be about the rows before', async () => {
  const { office, ann, importFile } = await openTwoPeople();
  const row = '100.00,EUR,SEPA,Ann,DE89370400440532013000';
  const { sheetId } = await openSheetOf(office, ['amount,currency,method,name,account', row]);
  const before = await office.get('sheets.prepare', { sheetId });
  const { bytes } = await office.get('approvals.request', { batchId: before.batchId, name: 'Otto' });
  const approval = await ann.approve(bytes);
  const rows = [{ rowId: 1, cells: { amount: '200.00' } }];
  await office.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
  const after = await office.get('sheets.prepare', { sheetId });
  expect(await importFile(approval)).toMatchObject({
    ok: false,
    error: {
      code: 'approvalMissing',
      message: expect.stringMatching(
        / rows were changed since .* Request the approval of the present rows\.$/,
      ),
    },
  });
  expect(await office.get('approvals.status', { batchId: after.batchId })).toMatchObject({ given: 0 });
});

it.each(['rejection', 'withdrawal'] as const)(
  'I12: a %s that arrives while the rows have another callback address counts once they have the first one again',
  async (kind) => {
    const people = await openTwoPeople();
    const { office, ann, importFile, release, sent } = people;
    const ben = await enrolBen(people);
    const request = await prepareElsewhere(ben, office);
    const { batchId } = request;
    const answer = await answerOf(kind, ben, request);
    const prepareAgain = async (url: string): Promise<void> => {
      await office.get('profiles.edit', { name: 'main', callbackUrl: url });
      const { batch } = await office.get('batches.import', {
        fileName: 'payouts.csv',
        bytes: payoutsElsewhere,
      });
      expect(batch.batchId).toBe(batchId);
    };
    // The same file is prepared here, so that nobody need import the request.
    await prepareAgain(callbackUrl);
    expect(await importFile(await ann.approve(request.request))).toMatchObject({ ok: true });
    await prepareAgain('https://merchant.example/other');
    expect(await importFile(answer)).toMatchObject({
      error: {
        code: 'approvalMissing',
        message: `This ${kind} is for other rows of batch ${batchId}, or for another profile, and does not count here. The ${kind} is kept, and counts once the rows that it is about are here again.`,
      },
    });
    await prepareAgain(callbackUrl);
    expect(await release(batchId)).toBe('approvalMissing');
    expect(sent()).toBe(0);
  },
);

async function answerOf(
  kind: 'rejection' | 'withdrawal',
  ben: Colleague,
  { batchId, request }: { readonly batchId: string; readonly request: Uint8Array },
): Promise<Uint8Array> {
  if (kind === 'rejection') return ben.reject(request);
  const withdrawn = await ben.tell('approvals.withdraw', { batchId });
  if (!withdrawn.ok) throw new Error(withdrawn.error.message);
  return withdrawn.value.bytes;
}

it('I12: a rejection that arrives while the rows are changed counts once they are changed back', async () => {
  const people = await openTwoPeople();
  const { office, ann, importFile, release, sent } = people;
  const ben = await enrolBen(people);
  const row = '100.00,EUR,SEPA,Ann,DE89370400440532013000';
  const { sheetId } = await openSheetOf(office, ['amount,currency,method,name,account', row]);
  const { batchId } = await office.get('sheets.prepare', { sheetId });
  const { bytes } = await office.get('approvals.request', { batchId, name: 'Otto' });
  await importFile(await ann.approve(bytes));
  const pay = async (amount: string): Promise<string> => {
    const rows = [{ rowId: 1, cells: { amount } }];
    await office.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
    return (await office.get('sheets.prepare', { sheetId })).batchId;
  };
  expect(await pay('200.00')).not.toBe(batchId);
  expect(await importFile(await ben.reject(bytes))).toMatchObject({
    ok: false,
    error: {
      code: 'approvalMissing',
      message: expect.stringMatching(
        / The rejection is kept, and counts once the rows that it is about are here again\.$/,
      ),
    },
  });
  expect(await pay('100.00')).toBe(batchId);
  expect(await release(batchId)).toBe('approvalMissing');
  expect(sent()).toBe(0);
  const { decisions } = await office.get('approvals.status', { batchId });
  expect(decisions.map(({ decision, why }) => [decision, why])).toEqual([
    ['approve', 'The request was rejected.'],
    ['reject', null],
  ]);
});

it.each(['rejection', 'withdrawal'] as const)(
  'I12: a %s stays one if a backup from before it is restored, also after one from before its request',
  async (kind) => {
    const { office, keys, ann, prepare, importFile } = await openTwoPeople(oneApproval, { isOnDisk: true });
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
    const { released } = await releaseOn(store, { office, keys }, batchId);
    expect(released).toMatchObject({
      error: { code: 'approvalMissing' },
    });
    expect(store.approvalFilesOf(batchId).map((file) => file.kind)).toEqual(['request', 'approval', kind]);
    expect(auditProblems(store)).toEqual([]);
  },
);

it('I12: a rejection by an approver who was enrolled after a backup and removed since stays one once that backup is restored', async () => {
  const { office, keys, ann, prepare, importFile } = await openTwoPeople(oneApproval, { isOnDisk: true });
  const ben = await openColleague(office.parts, 'Ben');
  const { batchId, request } = await prepare();
  await importFile(await ann.approve(request));
  const backupPath = path.join(office.directory, 'before.sqlite');
  await office.get('data.backup', { path: backupPath });
  const add = await office.get('approvers.add', { card: await ben.card() });
  await importFile(await ann.approve(add.request ?? new Uint8Array()));
  await office.get('approvers.add', { card: await ben.card() });
  await importFile(await ben.reject(request));
  await office.get('approvers.remove', { approver: 'Ben' });
  expect(await office.get('approvals.status', { batchId })).toMatchObject({ given: 0 });
  const versions = office.store.listControls();

  const directory = path.join(office.directory, 'restored');
  mkdirSync(directory);
  await office.get('data.backup', { path: path.join(directory, 'bursar.sqlite') });
  copyFileSync(path.join(office.directory, 'bursar.controls'), path.join(directory, 'bursar.controls'));
  expect((await restoreBackup({ directory, backupPath, at: office.now() })).ok).toBe(true);
  const store = openIn(directory);
  const { released } = await releaseOn(store, { office, keys }, batchId);
  expect(released).toMatchObject({
    error: {
      code: 'approvalMissing',
      message: expect.stringContaining('An approver who was removed since rejected a request'),
    },
  });
  expect(store.listControls().map(({ hash }) => hash)).toEqual(versions.map(({ hash }) => hash));
  expect(auditProblems(store)).toEqual([]);
});
