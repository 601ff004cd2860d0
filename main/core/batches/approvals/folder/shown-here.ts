import type { WaitingFile } from '../../../../../contract/approvals/approval-folder.ts';
import { nothingInForce } from '../../../approvals/change-controls.ts';
import { controlsOf } from '../../../approvals/refuse-unapproved.ts';
import type { CoreContext } from '../../../context/context.ts';
import { isoTime } from '../../../payments/convert.ts';
import type { ApprovalKeys } from '../../../ports/index.ts';
import { peopleOf } from '../show-file.ts';
import type { KnownHere } from './choose-waiting.ts';
import type { FoundFile } from './read-waiting.ts';

type ShownHere = {
  readonly known: Omit<KnownHere, 'dismissed'>;
  shown(file: FoundFile): WaitingFile;
};

/** What this computer knows about the files of the folder; the keychain is read only if there are any. */
export async function shownHere(
  context: CoreContext,
  keys: ApprovalKeys,
  hasFiles: boolean,
): Promise<ShownHere> {
  const { store, clock, servesLive } = context;
  const ownKey = hasFiles ? await keys.personalKey.publicKey() : null;
  const inForce = await controlsOf(context).read();
  const { approvers } = (inForce.ok ? inForce.value?.document.state : undefined) ?? nothingInForce;
  const person = await peopleOf(context);
  return {
    known: {
      now: clock.now(),
      ownKey: ownKey?.ok === true ? ownKey.value : null,
      databaseId: store.databaseId(),
      servesLive,
      isKept: (fileHash, batchId) => store.approvalFilesOf(batchId).some(({ hash }) => hash === fileHash),
      hasBatch: (batchId) => store.findBatch(batchId) !== null,
      isEnrolled: (publicKey) => approvers.some((approver) => approver.publicKey === publicKey),
    },
    shown: ({ name, bytes, changedAt, kind, document, problem }) => ({
      name,
      bytes,
      changedAt: isoTime(changedAt),
      kind,
      by: document === null ? null : person(document.signer),
      about: aboutOf(context, document),
      problem,
    }),
  };
}

function aboutOf({ store }: CoreContext, document: FoundFile['document']): string | null {
  if (document === null) return null;
  const { fileName, batchId } = document;
  return fileName ?? (batchId === null ? null : (store.findBatch(batchId)?.fileName ?? null));
}
