import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WaitingFile } from '../../../contract/approvals/approval-folder.ts';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import { watchedText } from '../../../contract/text/approvals.ts';
import { createCore } from '../../../main/core/core.ts';
import { createDispatch } from '../../../main/dispatch.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { attentionOf } from '../../kit/attention.ts';
import { openOffice, type Office } from '../../kit/office.ts';
import { openColleague, type Colleague } from '../../kit/people.ts';
import { oneApproval, prepareElsewhere, withOneBitChanged } from './two-people.ts';
import { temporaryFolder } from '../../kit/temporary-folder.ts';

type Shared = {
  readonly office: Office;
  readonly ann: Colleague;
  readonly ben: Colleague;
  readonly folder: string;
  put(name: string, bytes: Uint8Array): void;
};

/** Ben prepares, Ann approves, the office releases; one folder is set on the computers of Ann and of the office. */
async function openShared(isWatching = false): Promise<Shared> {
  const folder = temporaryFolder();
  const office = await openOffice({
    approvalKeys: createMemoryApprovalKeys(true),
    ...(isWatching ? { longestWaitMs: 20, notifies: true } : {}),
  });
  const [ann, ben] = [await openColleague(office.parts, 'Ann'), await openColleague(office.parts, 'Ben')];
  await office.get('approvers.add', { card: await ann.card() });
  await office.get('policies.set', { policy: oneApproval });
  // Where waits are cut short, the folder of a slow machine may not have answered in time.
  const set = async ({ tell }: Pick<Colleague, 'tell'>): Promise<boolean> =>
    (await tell('settings.change', { approvalFolder: folder })).ok;
  for (const person of [ann, office]) while (!(await set(person)));
  return { office, ann, ben, folder, put: (name, bytes) => writeFileSync(path.join(folder, name), bytes) };
}

/** The files that wait for a person, once the folder has answered, however slow the disk is. */
async function filesOf({ tell }: Pick<Colleague, 'tell'>): Promise<WaitingFile[]> {
  for (;;) {
    const found = await tell('approvals.folder', {});
    if (!found.ok) throw new Error(found.error.message);
    const { files, problem } = found.value;
    if (problem?.includes('did not answer') !== true) return files;
  }
}

async function waitingOf(desk: Pick<Colleague, 'tell'>): Promise<string[]> {
  return (await filesOf(desk)).map(({ kind, name }) => `${kind} ${name}`).toSorted();
}

/** The first of them, as a person dismisses it. */
async function seenOf(desk: Pick<Colleague, 'tell'>): Promise<Pick<WaitingFile, 'name' | 'changedAt'>> {
  const [file] = await filesOf(desk);
  if (file === undefined) throw new Error('no file waits');
  return { name: file.name, changedAt: file.changedAt };
}

describe('a watched shared folder', () => {
  it('notifies the approver of a request and the releaser of the approval until each is handled, and does nothing by itself', async () => {
    const { office, ann, ben, folder, put } = await openShared();
    const { batchId, request } = await prepareElsewhere(ben, office);
    put('from-ben.bursar', request);
    expect(await waitingOf(ann)).toEqual(['request from-ben.bursar']);
    expect(await waitingOf(office)).toEqual(['request from-ben.bursar']);
    // Nothing was imported, though both looked.
    expect(office.store.findBatch(batchId)).toBe(null);

    await office.get('approvals.import', { file: request });
    expect(await waitingOf(office)).toEqual([]);
    const opened = await ann.tell('approvals.openWaiting', { name: 'from-ben.bursar' });
    expect(opened.ok && Buffer.compare(opened.value.bytes, request) === 0).toBe(true);
    const approval = await ann.approve(request);
    expect(await ann.tell('approvals.share', { file: approval })).toMatchObject({ ok: true });

    expect(await waitingOf(ann)).toEqual([]);
    // Ann's computer has no batch to keep her decision with; the folder has it.
    expect(await ann.tell('approvals.show', { file: request })).toMatchObject({
      value: { ownDecision: { decision: 'approve' } },
    });
    expect(await office.get('approvals.show', { file: request })).toMatchObject({ ownDecision: null });
    const [arrived = ''] = await waitingOf(office);
    expect(arrived).toMatch(/^approval approval-[0-9a-f]{12}\.bursar$/);
    // It is for a colleague: no less readable than what another program writes there.
    const [mode, plain] = [arrived.replace('approval ', ''), 'from-ben.bursar'].map(
      (name) => statSync(path.join(folder, name)).mode,
    );
    expect(mode).toBe(plain);
    expect(await office.get('approvals.status', { batchId })).toMatchObject({ given: 0 });
    await office.get('approvals.import', { file: approval });
    expect(await waitingOf(office)).toEqual([]);
    expect((await office.release(batchId)).ok).toBe(true);
  });

  it('is read in the background, and new files need attention until they are dismissed', async () => {
    const { office, ben, put } = await openShared(true);
    await office.get('runner.start', {});
    const { request } = await prepareElsewhere(ben, office);
    const items = async () => (await attentionOf(office)).filter(({ kind }) => kind === 'approvalFile');
    expect(await items()).toEqual([]);
    const isTold = (): boolean => office.events.some(({ kind, id }) => kind === 'approvals' && id === '');
    office.events.length = 0;
    put('request.bursar', request);
    await office.until(isTold);
    await office.until(async () => (await items()).length === 1);
    expect(await items()).toMatchObject([
      { message: 'Ben asks for approval of payouts.csv. It waits in the shared folder.' },
    ]);
    // Waits are cut short: a slow machine is told, too, that the folder did not answer in time.
    const told = () =>
      office.events.filter(({ kind, id }) => kind === 'notification' && id === 'approvalWaiting');
    await office.until(() => told().length > 0);
    expect(told()).toMatchObject([{ notification: { kind: 'approvalWaiting', requests: 1, others: 0 } }]);
    await office.get('approvals.dismissWaiting', await seenOf(office));
    expect(await items()).toEqual([]);
  });

  it('dismisses a file as it was listed, and none that has taken its place since', async () => {
    const { office, ben, folder, put } = await openShared();
    const { request } = await prepareElsewhere(ben, office);
    put('request.bursar', request);
    const seen = await seenOf(office);
    utimesSync(path.join(folder, 'request.bursar'), 2_000_000_000, 2_000_000_000);
    expect(await office.tell('approvals.dismissWaiting', seen)).toMatchObject({
      error: { code: 'notFound' },
    });
    expect(await waitingOf(office)).toEqual(['request request.bursar']);
    await office.get('approvals.dismissWaiting', await seenOf(office));
    expect(await waitingOf(office)).toEqual([]);
  });

  it('shows no request that was withdrawn, has expired, or was prepared here', async () => {
    const { office, ann, ben, put } = await openShared();
    const { batchId, request } = await prepareElsewhere(ben, office);
    put('request.bursar', request);
    const own = await office.draft(['50.00']);
    const mine = await office.get('approvals.request', { batchId: own.batchId });
    put('own.bursar', mine.bytes);
    expect(await waitingOf(office)).toEqual(['request request.bursar']);
    expect(await waitingOf(ann)).toHaveLength(2);
    const withdrawn = await ben.tell('approvals.withdraw', { batchId });
    if (!withdrawn.ok) throw new Error(withdrawn.error.message);
    put('withdrawal.bursar', withdrawn.value.bytes);
    expect(await waitingOf(office)).toEqual([]);
    expect(await waitingOf(ann)).toEqual(['request own.bursar']);
    office.wait(8 * 24 * 3_600_000);
    expect(await waitingOf(ann)).toEqual([]);
  });

  it('shows a request again to the approver whose approval of it has expired, and not to one who rejected it', async () => {
    const { office, ann, ben, folder, put } = await openShared();
    const { request } = await prepareElsewhere(ben, office);
    put('request.bursar', request);
    put('approval.bursar', await ann.approve(request, 1));
    expect(await waitingOf(ann)).toEqual([]);
    office.wait(2 * 3_600_000);
    expect(await waitingOf(ann)).toEqual(['request request.bursar']);
    put('again.bursar', await ann.approve(request));
    expect(await waitingOf(ann)).toEqual([]);
    const rejected = { file: request, decision: 'reject', note: 'not ours', validHours: 1 } as const;
    const rejection = await ann.tell('approvals.decide', rejected);
    put('rejection.bursar', rejection.ok ? rejection.value.bytes : new Uint8Array());
    rmSync(path.join(folder, 'again.bursar'));
    office.wait(2 * 3_600_000);
    expect(await waitingOf(ann)).toEqual([]);
  });

  it('says when the folder is gone, and when it is back', async () => {
    const { office, folder } = await openShared();
    renameSync(folder, `${folder}-gone`);
    expect(await office.get('approvals.folder', {})).toMatchObject({
      files: [],
      problem: expect.stringContaining(`${folder} does not exist.`),
    });
    const items = await office.get('attention.list', {});
    expect(items.map(attentionText)).toEqual([expect.stringContaining(`(${folder} does not exist)`)]);
    // Set already, it stays: another change names it too.
    expect(await office.tell('settings.change', { approvalFolder: folder })).toMatchObject({ ok: true });
    renameSync(`${folder}-gone`, folder);
    expect(await waitingOf(office)).toEqual([]);
    expect(await office.get('attention.list', {})).toEqual([]);
  });
});

describe('the content of a shared folder is hostile: ', () => {
  it('links, folders, pipes and files with other names are not read, and a changed file is reported as unreadable', async () => {
    const { office, ben, folder, put } = await openShared();
    const { request } = await prepareElsewhere(ben, office);
    put('changed.bursar', withOneBitChanged(request));
    put('empty.bursar', new Uint8Array());
    put('request.txt', request);
    symlinkSync('/etc/passwd', path.join(folder, 'link.bursar'));
    execFileSync('mkfifo', [path.join(folder, 'pipe.bursar')]);
    execFileSync('mkdir', [path.join(folder, 'folder.bursar')]);
    expect(await waitingOf(office)).toEqual(['unreadable changed.bursar', 'unreadable empty.bursar']);
    expect(await office.get('attention.list', {})).toEqual([]);
    for (const name of ['link.bursar', 'pipe.bursar', '../request.txt', 'request.txt', '/etc/passwd'])
      expect(await office.tell('approvals.openWaiting', { name })).toMatchObject({
        ok: false,
        error: { code: 'notFound' },
      });
    // Named as files that wait, they are refused all the same where they are read.
    const { signedFolder } = office.parts.files;
    for (const name of ['link.bursar', 'pipe.bursar', 'folder.bursar', '../request.bursar', 'a/../b.bursar'])
      expect(await signedFolder.read(folder, name)).toMatchObject({ ok: false });
    expect(await signedFolder.list('relative')).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  });

  // Only some file systems keep such a time: on Linux, the one that is in memory.
  it.runIf(existsSync('/dev/shm'))('a file of an impossible time is listed with the others', async () => {
    const { office, ben } = await openShared();
    const { request } = await prepareElsewhere(ben, office);
    const folder = mkdtempSync('/dev/shm/bursar-shared-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    await office.get('settings.change', { approvalFolder: folder });
    for (const [name, seconds] of [
      ['late.bursar', 1e13],
      ['early.bursar', -1e13],
    ] as const) {
      writeFileSync(path.join(folder, name), request);
      utimesSync(path.join(folder, name), seconds, seconds);
    }
    const files = await filesOf(office);
    expect(files.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'request late.bursar',
      'request early.bursar',
    ]);
    expect((await office.tell('attention.list', {})).ok).toBe(true);
    const [late] = files;
    const seen = { name: late?.name ?? '', changedAt: late?.changedAt ?? '' };
    expect((await office.tell('approvals.dismissWaiting', seen)).ok).toBe(true);
    expect(await waitingOf(office)).toEqual(['request early.bursar']);
  });

  it('a large file is not read automatically, and one over 64 MiB not even on request', async () => {
    const { office, folder, put } = await openShared();
    for (const [name, bytes] of [
      ['large.bursar', 3 * 1024 * 1024],
      ['huge.bursar', 64 * 1024 * 1024 + 1],
    ] as const) {
      put(name, new Uint8Array());
      truncateSync(path.join(folder, name), bytes);
    }
    expect(await waitingOf(office)).toEqual(['unread large.bursar', 'unreadable huge.bursar']);
    expect(await office.tell('approvals.openWaiting', { name: 'huge.bursar' })).toMatchObject({
      ok: false,
      error: { code: 'fileUnreadable' },
    });
    expect(await office.tell('approvals.openWaiting', { name: 'large.bursar' })).toMatchObject({ ok: true });
    expect(await waitingOf(office)).toEqual(['unreadable huge.bursar', 'unreadable large.bursar']);
    expect(watchedText(await office.get('approvals.folder', {}))).toBe(
      'Watched. Nothing waits for you. 2 files cannot be read.',
    );
  });

  it('only files signed here are written into it, under a new name', async () => {
    const { office, ann, ben, folder } = await openShared();
    const { request } = await prepareElsewhere(ben, office);
    expect(await office.tell('approvals.share', { file: request })).toMatchObject({
      ok: false,
      error: { code: 'inputInvalid' },
    });
    const approval = await ann.approve(request);
    expect((await ann.tell('approvals.share', { file: approval })).ok).toBe(true);
    expect((await ann.tell('approvals.share', { file: approval })).ok).toBe(false);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('a large file that was shared here does not wait here, unless it is changed', async () => {
    const { office, folder } = await openShared();
    // The name of its file is the reference of each row.
    const { batchId } = await office.draft(Array<string>(3000).fill('1.00'), `${'山'.repeat(240)}.csv`);
    const { bytes } = await office.get('approvals.request', { batchId, name: 'Otto' });
    expect(bytes.length).toBeGreaterThan(2_500_000);
    expect(await office.tell('approvals.share', { file: bytes })).toMatchObject({ ok: true });
    expect(await waitingOf(office)).toEqual([]);
    for (const name of readdirSync(folder)) writeFileSync(path.join(folder, name), bytes.slice(0, 2_500_000));
    expect(await waitingOf(office)).toEqual(readdirSync(folder).map((name) => `unread ${name}`));
  });

  it('a file that names a live merchant is not shown in a sandbox-only face', async () => {
    const { office, ann, put } = await openShared();
    const told = await ann.tell('profiles.add', {
      name: 'live',
      environment: 'live',
      baseUrl: 'https://gateway.example',
      merchantCode: 'LIVE',
      callbackUrl: 'https://merchant.example/callbacks',
      key: { kind: 'none' },
      isPrepareOnly: true,
    });
    expect(told.ok).toBe(true);
    const bytes = new TextEncoder().encode(
      'amount,currencyCode,paymentMethodCode,accountName,accountNumber\n500.00,EUR,BANK_TRANSFER,Eve,ACC-9',
    );
    const made = await ann.tell('batches.import', { fileName: 'live.csv', bytes });
    if (!made.ok) throw new Error(made.error.message);
    const request = await ann.tell('approvals.request', { batchId: made.value.batch.batchId });
    if (!request.ok) throw new Error(request.error.message);
    put('live.bursar', request.value.bytes);
    expect(await waitingOf(office)).toEqual(['request live.bursar']);
    const page = createDispatch(
      await createCore(
        { ...office.parts, servesLive: false },
        undefined,
        undefined,
        undefined,
        createMemoryApprovalKeys(true),
      ),
    );
    const call = { signal: new AbortController().signal, confirm: () => Promise.resolve(false) };
    expect(await page('approvals.folder', {}, call)).toMatchObject({ ok: true, value: { files: [] } });
    expect(await page('approvals.openWaiting', { name: 'live.bursar' }, call)).toMatchObject({ ok: false });
  });
});
