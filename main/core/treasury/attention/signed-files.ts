import type { WaitingFile } from '../../../../contract/approvals/approval-folder.ts';
import type { AttentionItem } from '../../../../contract/treasury/attention.ts';
import { nothingNamed } from './attention-item.ts';

/** Signed files that wait for a person in the shared folder. */
export type SignedFiles = () => Promise<{
  readonly files: readonly WaitingFile[];
  readonly hasMore: boolean;
}>;

const listed = 5;

/**
 * Files of other people belong to no profile until they are opened. Unreadable files are shown only on their own
 * screen: anyone who can write to the folder could fill the list with them.
 */
export function signedFileItems({ files, hasMore }: Awaited<ReturnType<SignedFiles>>): AttentionItem[] {
  const readable = files.filter(({ kind }) => kind !== 'unreadable');
  const shown = readable.length > listed ? [null] : readable;
  return shown.map((file) => ({
    kind: 'approvalFile',
    file,
    count: file === null ? readable.length : 1,
    hasMore,
    profileName: '',
    batchId: null,
    ...nothingNamed,
  }));
}
