import { mkdirSync, promises, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { largestFileReadAlone } from '../../../contract/approvals/approval-folder.ts';
import { succeed } from '../../../contract/result.ts';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import { createFiles } from '../../../main/files/index.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { systemClock } from '../../../main/system.ts';
import { temporaryFolder } from '../../kit/temporary-folder.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

function openOffice(): VirtualOffice {
  const office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    approvalKeys: createMemoryApprovalKeys(true),
  });
  onTestFinished(() => office.close());
  return office;
}

it('a shared folder that no longer answers is said to, where it is shown and in what needs attention, until it answers', async () => {
  const office = openOffice();
  const { signedFolder } = office.parts.files;
  const answers = () => Promise.resolve(succeed({ files: [], hasMore: false }));
  Object.assign(signedFolder, { expect: () => Promise.resolve(succeed(null)), list: answers });
  await office.get('settings.change', { approvalFolder: '/srv/share' });
  await office.get('runner.start', {});
  await office.pass(10_000);
  expect((await office.get('approvals.folder', {})).problem).toBe(null);

  const late = Promise.withResolvers<Awaited<ReturnType<typeof answers>>>();
  Object.assign(signedFolder, { list: () => late.promise });
  await office.pass(120_000);
  expect((await office.get('approvals.folder', {})).problem).toContain('/srv/share did not answer');
  const items = async () => (await office.get('attention.list', {})).map(attentionText);
  expect(await items()).toEqual([expect.stringContaining('/srv/share did not answer within 60 seconds')]);

  Object.assign(signedFolder, { list: answers });
  late.resolve(await answers());
  await office.pass(10_000);
  expect((await office.get('approvals.folder', {})).problem).toBe(null);
  expect(await items()).toEqual([]);
});

it('a shared folder that does not answer the command line, which watches none, needs attention there until it does', async () => {
  const office = openOffice();
  const late = Promise.withResolvers<ReturnType<typeof succeed<{ files: []; hasMore: false }>>>();
  Object.assign(office.parts.files.signedFolder, {
    expect: () => Promise.resolve(succeed(null)),
    list: () => late.promise,
  });
  await office.get('settings.change', { approvalFolder: '/srv/share' });
  const items = async () => (await office.get('attention.list', {})).map(attentionText);
  expect(await items()).toEqual([expect.stringContaining('/srv/share did not answer within 2 seconds')]);
  late.resolve(succeed({ files: [], hasMore: false }));
  expect(await items()).toEqual([]);
});

it.each([false, true])(
  'a shared folder that answers, but slowly, is not called silent; read in the background: %s',
  async (isWatched) => {
    const office = openOffice();
    const files = Array.from({ length: 5 }, (_, number) => ({
      name: `${number}.bursar`,
      bytes: 10,
      changedAt: number,
    }));
    Object.assign(office.parts.files.signedFolder, {
      expect: () => Promise.resolve(succeed(null)),
      list: () => Promise.resolve(succeed({ files, hasMore: false })),
      read: async () => {
        await office.clock.sleep(1_500);
        return succeed(new Uint8Array(10));
      },
    });
    await office.get('settings.change', { approvalFolder: '/srv/share' });
    if (isWatched) {
      await office.get('runner.start', {});
      const { problem } = await office.get('approvals.folder', {});
      expect(problem).toBe(
        'Bursar is still reading /srv/share. What waits there is shown once that is done.',
      );
      await office.pass(10_000);
    }
    const shown = await office.get('approvals.folder', {});
    expect([shown.files.length, shown.problem]).toEqual([5, null]);
  },
);

it('a file that is opened in a shared folder, or saved to it, while that does not answer ends with the reason', async () => {
  const office = openOffice();
  const file = { name: 'request.bursar', bytes: largestFileReadAlone + 1, changedAt: 0 };
  const never = () => new Promise<never>(() => undefined);
  Object.assign(office.parts.files.signedFolder, {
    expect: () => Promise.resolve(succeed(null)),
    list: () => Promise.resolve(succeed({ files: [file], hasMore: false })),
    read: never,
    write: never,
  });
  await office.get('settings.change', { approvalFolder: '/srv/share' });
  const { bytes: card } = await office.get('approvers.card', { name: 'Ann' });
  const silent = {
    ok: false,
    error: { code: 'fileUnreadable', message: expect.stringContaining('did not answer within 60 seconds') },
  };
  expect(await office.tell('approvals.openWaiting', { name: file.name })).toMatchObject(silent);
  expect(await office.tell('approvals.share', { file: card })).toMatchObject(silent);
});

/** From now on no look at a file is answered; returns how many wait. */
function fallSilent(): () => number {
  let calls = 0;
  const lstat = vi.spyOn(promises, 'lstat').mockImplementation(() => {
    calls += 1;
    return new Promise(() => undefined);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    lstat.mockRestore();
    syncBuiltinESMExports();
  });
  return () => calls;
}

it('a share that falls silent takes few of the threads that names of hosts are looked up with, however often it is asked', async () => {
  const share = temporaryFolder();
  const other = path.join(temporaryFolder(), 'other');
  mkdirSync(other);
  for (let number = 0; number < 20; number += 1) writeFileSync(path.join(share, `${number}.bursar`), '');
  const waiting = fallSilent();
  const folder = createFiles({ clock: systemClock }).signedFolder;
  const asked = [
    folder.list(share),
    folder.list(share),
    folder.read(share, '1.bursar'),
    folder.expect(share),
  ];
  await vi.waitFor(() => expect(waiting()).toBeGreaterThan(0), { timeout: 20_000 });
  // Another folder is not kept waiting.
  expect(await folder.expect(other)).toMatchObject({ ok: true });
  const answered = await Promise.race([Promise.any(asked).then(() => 'answered'), folder.expect(other)]);
  expect([waiting(), answered]).toEqual([2, { ok: true, value: null }]);
});

it('files that wait in a shared folder with more files than are read are not counted as all', async () => {
  const office = openOffice();
  const files = Array.from({ length: 6 }, (_, number) => ({
    name: `${number}.bursar`,
    bytes: largestFileReadAlone + 1,
    changedAt: number,
  }));
  let hasMore = false;
  Object.assign(office.parts.files.signedFolder, {
    expect: () => Promise.resolve(succeed(null)),
    list: () => Promise.resolve(succeed({ files, hasMore })),
  });
  await office.get('settings.change', { approvalFolder: '/srv/share' });
  const items = async () => (await office.get('attention.list', {})).map(attentionText);
  expect(await items()).toEqual(['6 signed files from other people wait in the shared folder.']);
  hasMore = true;
  expect(await items()).toEqual(['At least 6 signed files from other people wait in the shared folder.']);
});
