import { largestFileReadAlone } from '../../../../../contract/approvals/approval-folder.ts';
import { fail, type Result } from '../../../../../contract/result.ts';
import { signerOf, type SignedDocument } from '../../../../../contract/approvals/signed-documents.ts';
import { readSigned } from '../../../approvals/signed-file.ts';
import type { CoreContext } from '../../../context/context.ts';
import type { ApprovalKeys } from '../../../ports/index.ts';
import { readSetting } from '../../../settings/settings.ts';
import { isOwn } from '../show-file.ts';
import { markOf } from './choose-waiting.ts';
import { dismiss } from './dismissed-files.ts';
import { unlessSilent } from './unless-silent.ts';

const hashLength = 12;

/** Saves a file that was signed here to the shared folder (operation `approvals.share`): only this computer's own signed content. */
export async function shareFile(
  context: CoreContext,
  keys: ApprovalKeys,
  file: Uint8Array,
): Promise<Result<{ path: string }>> {
  const { store, clock, files } = context;
  const folder = readSetting(store, 'approvalFolder');
  if (folder === null)
    return fail('inputInvalid', 'No shared folder is set. Choose one under Settings, Approvals.');
  const read = readSigned(file);
  if (!read.ok) return read;
  const { document, hash } = read.value;
  if (document.kind === 'controls' || !(await isOwn(keys, signerOf(document))))
    return fail('inputInvalid', 'Only what was signed on this computer is put into the shared folder.');
  const name = `${nameOf(document)}-${hash.slice(0, hashLength)}.bursar`;
  const written = await unlessSilent(clock, folder, files.signedFolder.write(folder, name, file));
  // Whose a large file is would be known only once a person opens it.
  if (written.ok && file.length > largestFileReadAlone) await dismissOwn(context, folder, name);
  return written;
}

async function dismissOwn({ store, clock, files }: CoreContext, folder: string, name: string): Promise<void> {
  const listed = await unlessSilent(clock, folder, files.signedFolder.list(folder));
  const present = listed.ok ? listed.value.files : [];
  const own = present.find((each) => each.name === name);
  if (own !== undefined) dismiss(store, markOf(own), new Set(present.map(markOf)));
}

function nameOf(document: SignedDocument): string {
  switch (document.kind) {
    case 'card':
    case 'controls':
      return 'card';
    case 'request':
      return `request-${document.batch.batchId}`;
    case 'controlRequest':
      return 'change-request';
    case 'decision':
      return document.decision === 'approve' ? 'approval' : 'rejection';
    case 'withdrawal':
      return 'withdrawal';
  }
}
