import type { WaitingFile } from '../../../contract/approvals/approval-folder.ts';
import { waitingFileText } from '../../../contract/text/approvals.ts';
import { counted } from '../../../contract/text/numbers.ts';
import type { AttentionItem } from '../../../contract/treasury.ts';
import { nothingNamed } from './attention-item.ts';

/** Signed files that wait for a person in the shared folder. */
export type SignedFiles = () => Promise<{ readonly files: readonly WaitingFile[] }>;

const listed = 5;

/**
 * Files of other people belong to no profile that is known before they are opened. What cannot be read is shown with the others on
 * their screen alone: anyone who can write to the folder could fill the list with it.
 */
export function signedFileItems({ files }: Awaited<ReturnType<SignedFiles>>): AttentionItem[] {
  const readable = files.filter(({ kind }) => kind !== 'unreadable');
  const messages =
    readable.length > listed
      ? [`${counted(readable.length, 'signed file')} from other people wait in the shared folder.`]
      : readable.map((file) => `${waitingFileText(file)} It waits in the shared folder.`);
  return messages.map((message) => ({
    kind: 'approvalFile',
    message,
    count: messages.length === 1 ? readable.length : 1,
    profileName: '',
    batchId: null,
    ...nothingNamed,
  }));
}
