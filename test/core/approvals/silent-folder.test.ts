import { expect, it, onTestFinished } from 'vitest';
import { succeed } from '../../../contract/result.ts';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import { createMemoryApprovalKeys } from '../../../main/keys/index.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

it('a shared folder that no longer answers is said to, where it is shown and in what needs attention, until it answers', async () => {
  const office = new VirtualOffice({
    start: Date.UTC(2026, 2, 2, 8),
    approvalKeys: createMemoryApprovalKeys(true),
  });
  onTestFinished(() => office.close());
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
