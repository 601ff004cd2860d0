import { faultText } from '../../../../contract/text/files/fault-text.ts';
import type { OperationOutput } from '../../../../contract/operations.ts';
import {
  signerOf,
  type BatchRequestDocument,
  type DecisionDocument,
  type RequestRow,
  type WithdrawalDocument,
} from '../../../../contract/approvals/signed-documents.ts';
import { fail, succeed, type Failure, type Result } from '../../../../contract/result.ts';
import { minuteText } from '../../../../contract/text/clock.ts';
import { approvalsSoFar } from '../../approvals/change-controls.ts';
import { isSameMerchant, merchantOf } from '../../approvals/confirmed-controls.ts';
import { clocksApartMs } from '../../approvals/judge.ts';
import { signerKnownHere } from '../../approvals/known-keys.ts';
import { readSigned } from '../../approvals/signed-file.ts';
import type { CoreContext } from '../../context/context.ts';
import { requestFileHash } from '../../approvals/kept-facts.ts';
import { isoTime } from '../../payments/convert.ts';
import { hashedFields } from '../../payments/identity.ts';
import type { StoredBatch, StoredProfile } from '../../ports/index.ts';
import { draftIdentity, storeDraft, takeBackImport, type DraftRow } from '../draft.ts';
import { rulesOf } from '../rules/rules-of-profile.ts';
import { storedRequest } from './make-request.ts';
import { checkRequest } from './read-request.ts';
import { actorStore } from '../../settings/actor.ts';
import { slicesOf } from '../../payments/pages.ts';

type Imported = OperationOutput<'approvals.import'>;
type Answer = DecisionDocument | WithdrawalDocument;
const rowsAtOnce = 500;

/** Keeps a signed file that came from another computer (operation `approvals.import`). */
export async function importSignedFile(context: CoreContext, file: Uint8Array): Promise<Result<Imported>> {
  const read = readSigned(file);
  if (!read.ok) return read;
  const { document, hash, jws } = read.value;
  switch (document.kind) {
    case 'request':
      return importRequest(context, document, hash, jws);
    case 'decision':
    case 'withdrawal':
      return keepSigned(context, document, { hash, content: jws, isImported: true });
    case 'controlRequest':
      return fail(
        'inputInvalid',
        'This file asks for an approval of a change. An approver opens and approves it; import what comes back.',
      );
    case 'card':
      return fail(
        'inputInvalid',
        'This file is an approver card. Add the approver instead (bursar approver add).',
      );
    case 'controls':
      return fail('inputInvalid', 'This file is a policy of one computer and is not imported.');
  }
}

/** A signed file as it is kept; `isImported` is false where it was signed on this computer. */
type SignedText = { readonly hash: string; readonly content: string; readonly isImported: boolean };

/** Stores a decision or withdrawal if its subject is here. Whether it counts is decided at the release. */
export async function keepSigned(
  context: CoreContext,
  document: Answer,
  { hash, content, isImported }: SignedText,
): Promise<Result<Imported>> {
  const { clock, emit } = context;
  const kind = kindOf(document);
  const refusal = refuseForeign(context, document);
  // What was refused stays refused: its rows may be changed back.
  const isKept = refusal !== null && kind !== 'approval' && isOfGoneRows(context, document);
  if (refusal !== null && !isKept) return refusal;
  const batchId = document.subject.kind === 'batch' ? document.subject.batchId : null;
  const signer = await signerKnownHere(context, document, isImported);
  const isNew = actorStore(context).addApprovalFile({
    kind,
    batchId,
    requestHash: document.request,
    hash,
    content,
    by: signerOf(document).name,
    signer,
    at: clock.now(),
  });
  if (isNew) emit({ kind: 'approvals', id: batchId ?? '' });
  if (isNew && batchId !== null) emit({ kind: 'batch', id: batchId });
  if (refusal !== null) return keptAnyway(refusal, kind);
  const soFar =
    document.subject.kind === 'controls' ? await approvalsSoFar(context, document.subject) : succeed(null);
  return succeed({
    kind,
    requestHash: document.request,
    batchId,
    isNew,
    change: soFar.ok ? soFar.value : null,
    changeProblem: soFar.ok ? null : soFar.error.message,
  });
}

function kindOf(document: Answer): Imported['kind'] {
  if (document.kind === 'withdrawal') return 'withdrawal';
  return document.decision === 'approve' ? 'approval' : 'rejection';
}

/**
 * Whether what is refused answers a request that is here, or that an approval here answers: the rows were changed or discarded, or have
 * another callback address now.
 */
function isOfGoneRows({ store, servesLive }: CoreContext, { subject, request }: Answer): boolean {
  if (subject.kind !== 'batch') return false;
  // Where live profiles are not served, their batches are not seen.
  if (subject.merchant.environment === 'live' && !servesLive) return false;
  return store.approvalFilesOf(subject.batchId).some(({ requestHash }) => requestHash === request);
}

function keptAnyway({ error }: Failure, kind: Imported['kind']): Failure {
  const { code, message, details } = error;
  return fail(
    code,
    `${message} The ${kind} is kept, and counts once the rows that it is about are here again.`,
    details,
  );
}

function refuseForeign({ store }: CoreContext, document: Answer): Failure | null {
  const { subject } = document;
  const what = kindOf(document);
  if (subject.kind === 'controls')
    return subject.databaseId === store.databaseId()
      ? null
      : fail('notFound', `This ${what} is about a change on another computer. Import it there.`);
  const { batchId } = subject;
  const batch = store.findBatch(batchId);
  // A draft whose rows change is another one, and the request stays here.
  if (batch === null && store.approvalFilesOf(batchId).some(({ kind }) => kind === 'request'))
    return fail(
      'approvalMissing',
      `Batch ${batchId} is no longer here: its rows were changed since the approval was requested, it was discarded, or a backup from before it was restored. Request the approval of the present rows.`,
      { batchId },
    );
  if (batch === null)
    return fail(
      'notFound',
      `There is no batch ${batchId} here. Import the request first, or prepare the same file.`,
      { batchId },
    );
  const profile = store.findProfile(batch.profileName);
  const isSame =
    profile !== null &&
    isSameMerchant(merchantOf(profile), subject.merchant) &&
    batch.rowsHash === subject.rowsHash;
  return isSame
    ? null
    : fail(
        'approvalMissing',
        `This ${what} is for other rows of batch ${batchId}, or for another profile, and does not count here.${what === 'approval' ? ' Request it again.' : ''}`,
        { batchId },
      );
}

async function importRequest(
  context: CoreContext,
  document: BatchRequestDocument,
  hash: string,
  signed: string,
): Promise<Result<Imported>> {
  const { store, clock, emit } = context;
  const checked = await checkRequest(document, clock);
  if (!checked.ok) return checked;
  const { merchant, batch } = document;
  const profile = store.listProfiles().find((known) => isSameMerchant(merchantOf(known), merchant));
  if (profile === undefined)
    return fail(
      'notFound',
      `There is no profile of merchant ${merchant.merchantCode} at ${merchant.baseUrl} here. Add one, then import the request again.`,
    );
  const { batchId } = batch;
  const isKept = store.approvalFilesOf(batchId).some((file) => file.hash === hash);
  const late = isKept ? null : refuseLate(store.findBatch(batchId), document);
  if (late !== null) return late;
  const made = await draftOf(context, document, profile);
  if (!made.ok) return made;
  const signer = await signerKnownHere(context, document, true);
  const kept = { ...storedRequest(document, hash), signer, signed, at: clock.now() };
  const isNew = actorStore(context).addApprovalFile(kept);
  if (isNew) emit({ kind: 'approvals', id: batchId });
  // The draft of a request that was imported before may have been discarded.
  const isNewHere = isNew || made.value.isNew;
  return succeed({
    kind: 'request',
    requestHash: hash,
    batchId,
    isNew: isNewHere,
    change: null,
    changeProblem: null,
  });
}

/**
 * Refuses a request that was made, or may have been, after its rows were released here. A computer that does not know of that release
 * prepares the same batch ID again (docs/decisions/0013), and what is released already is not paid a second time.
 */
function refuseLate(known: StoredBatch | null, { at, batch }: BatchRequestDocument): Result<never> | null {
  if (known === null || known.state === 'cancelled' || known.rowsHash !== batch.rowsHash) return null;
  const { batchId, releasedAt } = known;
  if (releasedAt === null || Date.parse(at) <= releasedAt - clocksApartMs) return null;
  return fail(
    'notReleasable',
    `Batch ${batchId} was released here at ${minuteText(isoTime(releasedAt))}, and this request pays nothing more. If its rows are owed again, prepare them on this computer, or change them (their reference, for example) and request the approval of the changed rows.`,
    { batchId },
  );
}

/** The draft that a request describes: the existing one, or a new one with the same order IDs. */
async function draftOf(
  context: CoreContext,
  document: BatchRequestDocument,
  profile: StoredProfile,
): Promise<Result<{ readonly isNew: boolean }>> {
  const { store } = context;
  const { batchId, rowsHash, callbackUrl } = document.batch;
  const known = store.findBatch(batchId);
  if (known !== null && known.state !== 'cancelled' && known.rowsHash === rowsHash)
    return succeed({ isNew: false });
  if (profile.callbackUrl !== callbackUrl)
    return fail(
      'notReleasable',
      `The request was prepared with the callback address ${callbackUrl}, and profile ${profile.name} has ${profile.callbackUrl}. Make them the same, and request the approval again.`,
      { batchId },
    );
  if (known !== null && known.state !== 'cancelled') return refuseOther(known);
  const rows = await rowsOf(context, document, profile);
  if (!rows.ok) return rows;
  // Storing them would first replace a draft that these rows have here.
  const own = await draftIdentity(context, profile, rows.value);
  if (own.batchId !== batchId) return otherIds(batchId);
  const source = { profile, fileName: document.batch.fileName, fileHash: requestFileHash(rowsHash) };
  const stored = await storeDraft(context, source, rows.value);
  const batch = store.findBatch(stored.batchId);
  if (batch?.rowsHash === rowsHash) return succeed({ isNew: true });
  await takeBackImport(context, stored.batchId);
  return otherIds(batchId);
}

function otherIds(batchId: string): Result<never> {
  return fail(
    'releaseChanged',
    `The rows of the request would get other order IDs here: they came in a payment file (pain.001), or this computer knows of other releases. Prepare the same file here and import the request again, or request the approval of the batch that the file makes here.`,
    { batchId },
  );
}

function refuseOther({ batchId, state }: StoredBatch): Result<never> {
  const what =
    state === 'draft'
      ? 'Cancel it, then import the request.'
      : `It is ${state}, so the request is not imported. Prepare the file again, and request the approval of that batch.`;
  return fail('releaseChanged', `Batch ${batchId} has different rows on this computer. ${what}`, { batchId });
}

/** Rows that another computer prepared, checked like those of a file. */
async function rowsOf(
  context: CoreContext,
  { batch, rows }: BatchRequestDocument,
  profile: StoredProfile,
): Promise<Result<DraftRow[]>> {
  const { files, clock } = context;
  const rules = await rulesOf(context, profile);
  const drafts: DraftRow[] = [];
  for await (const some of slicesOf(clock, rows, rowsAtOnce))
    for (const row of some) {
      const cells = cellsOf(row, batch.batchId);
      const checked = files.checkCells(cells, rules);
      if (checked.row === null || JSON.stringify(cellsIn(checked.row)) !== JSON.stringify(cellsIn(cells))) {
        const [problem] = checked.problems;
        const why =
          problem === undefined ? 'It is not written as Bursar writes it.' : faultText(problem.fault).message;
        return fail(
          'fileHasErrors',
          `Row ${row.rowNumber} of the request cannot be paid as it is: ${why} Nothing was imported.`,
        );
      }
      drafts.push(row.retryOf === null ? checked.row : { ...checked.row, retryOf: row.retryOf });
    }
  return succeed(drafts);
}

type Cells = Omit<RequestRow, 'rowNumber' | 'idPayment' | 'retryOf'> & { readonly idPayout: string };

function cellsOf({ rowNumber, idPayment, retryOf, ...cells }: RequestRow, batchId: string): Cells {
  const isOwn = idPayment !== `${batchId}-${rowNumber}` && retryOf === null;
  return { ...cells, idPayout: isOwn ? idPayment : '' };
}

function cellsIn({ idPayout, ...row }: Cells): string[] {
  return hashedFields({ ...row, idPayment: idPayout });
}
