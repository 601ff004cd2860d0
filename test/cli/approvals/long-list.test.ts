import { expect, it, vi } from 'vitest';
import type { ListedFile } from '../../../contract/approvals/approval-operations.ts';
import { approvalCommands } from '../../../main/faces/cli/commands/approval.ts';

const file: ListedFile = {
  kind: 'request',
  requestHash: 'a'.repeat(64),
  batchId: null,
  by: { name: 'Ann', signedAs: 'Ann', fingerprint: 'abcd', isEnrolled: true },
  note: '',
  at: '2026-03-02T10:00:00.000Z',
  expiresAt: null,
  isExpired: false,
  importedAt: '2026-03-02T10:00:00.000Z',
};

/** What `approval list` says on a computer that has this many signed files. */
async function listed(count: number) {
  const [json, remark] = [vi.fn(), vi.fn()];
  const call = (_name: string, { limit }: { limit: number }) =>
    Promise.resolve(Array.from({ length: Math.min(count, limit) }, () => file));
  const command = approvalCommands.find(({ name }) => name === 'approval list');
  await command?.run({
    withBursar: (work: (bursar: unknown) => unknown) => work({ call }),
    output: { json, remark, print: vi.fn() },
  } as never);
  return { files: json.mock.calls[0]?.[0].length, remarks: remark.mock.calls.flat() };
}

it('the list of signed files says where it ends before the oldest', async () => {
  expect(await listed(500)).toEqual({ files: 500, remarks: [] });
  expect(await listed(501)).toEqual({
    files: 500,
    remarks: ['Only the latest 500 files are listed.'],
  });
});
