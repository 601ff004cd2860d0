import type {
  ListedFile,
  ShownFile,
  OwnDecision,
} from '../../../../contract/approvals/approval-operations.ts';
import type { DecisionDocument, Person } from '../../../../contract/approvals/signed-documents.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import { shownControls } from '../../approvals/request-lines.ts';
import { requestFindings } from '../../approvals/findings-in-words.ts';
import { keysKnownHere } from '../../approvals/known-keys.ts';
import { fileOf, readSigned } from '../../approvals/signed-file.ts';
import type { CoreContext, StoreContext } from '../../context/context.ts';
import { isoTime } from '../../payments/convert.ts';
import type { ApprovalKeys, StoredApprovalFile } from '../../ports/index.ts';
import { requestNotesOf } from '../../approvals/kept-facts.ts';
import { checkRequest } from './read-request.ts';
import { filesAbout } from '../../approvals/kept-files.ts';

type PersonShown = ListedFile['by'];

/** Which of the people in signed files are enrolled here. If that cannot be confirmed, none are. */
export async function peopleOf(context: CoreContext): Promise<(person: Person) => PersonShown> {
  const known = await keysKnownHere(context);
  return ({ name, publicKey }) => {
    const { fingerprint, enrolledName = null } = known(publicKey);
    return { name: enrolledName ?? name, signedAs: name, fingerprint, isEnrolled: enrolledName !== null };
  };
}

/** Verifies a signed file and describes its content (operation `approvals.show`); `inFolder` reads the decisions in the shared folder. */
export async function showFile(
  context: CoreContext,
  keys: ApprovalKeys,
  file: Uint8Array,
  inFolder: () => Promise<readonly DecisionDocument[]>,
): Promise<Result<ShownFile>> {
  const { clock, store } = context;
  const read = readSigned(file);
  if (!read.ok) return read;
  const { document, hash: requestHash } = read.value;
  const shown = await peopleOf(context);
  const isExpired = 'expiresAt' in document && Date.parse(document.expiresAt) <= clock.now();
  switch (document.kind) {
    case 'card':
      return succeed({ kind: 'card', person: shown(document.person), at: document.at });
    case 'request': {
      const checked = await checkRequest(document, clock);
      if (!checked.ok) return checked;
      const { profileName, merchant, batch, rows, hasMoreFindings, comparison } = document;
      const { batchId, fileName, rowsHash, totals } = batch;
      return succeed({
        kind: 'request',
        requestHash,
        profileName,
        merchant,
        batchId,
        fileName,
        rowsHash,
        totals,
        rows: rows.map(({ idPayment, ...row }) => ({ ...row, idPayout: idPayment })),
        findings: await requestFindings(document, clock),
        hasMoreFindings,
        comparison,
        preparedBy: shown(document.preparedBy),
        at: document.at,
        expiresAt: document.expiresAt,
        isExpired,
        isOwn: await isOwn(keys, document.preparedBy),
        ownDecision: await ownDecision(context, keys, { requestHash, batchId }, await inFolder()),
      });
    }
    case 'controlRequest':
      return succeed({
        kind: 'controlRequest',
        requestHash,
        changes: document.changes,
        after: shownControls(document.to),
        preparedBy: shown(document.preparedBy),
        at: document.at,
        expiresAt: document.expiresAt,
        isExpired,
        isOwn: await isOwn(keys, document.preparedBy),
        ownDecision: await ownDecision(context, keys, { requestHash, batchId: null }, await inFolder()),
      });
    case 'decision':
    case 'withdrawal': {
      const { subject, preparedBy, at, request } = document;
      const batchId = subject.kind === 'batch' ? subject.batchId : null;
      const fileName = batchId === null ? null : (store.findBatch(batchId)?.fileName ?? null);
      const common = { requestHash: request, batchId, fileName, preparedBy: shown(preparedBy), at };
      if (document.kind === 'withdrawal') return succeed({ kind: 'withdrawal', ...common });
      const { decision, approver, note, expiresAt } = document;
      const rowsHash = subject.kind === 'batch' ? subject.rowsHash : null;
      return succeed({
        kind: 'decision',
        ...common,
        rowsHash,
        decision,
        approver: shown(approver),
        note,
        expiresAt,
      });
    }
    case 'controls':
      return fail('inputInvalid', 'This file is a policy of one computer. See it there.');
  }
}

/** The latest signed files that are kept here (operation `approvals.list`). */
export async function listFiles(context: CoreContext, limit: number): Promise<ListedFile[]> {
  const { store, clock } = context;
  const shown = await peopleOf(context);
  return store.listApprovalFiles(limit).flatMap((file): ListedFile[] => {
    // A face that serves no live profiles does not see their batches.
    if (file.batchId !== null && store.findBatch(file.batchId) === null) return [];
    const facts = factsOf(file);
    if (facts === null) return [];
    const { kind, requestHash, batchId, importedAt } = file;
    const { by, note, at, expiresAt } = facts;
    const isExpired = expiresAt !== null && Date.parse(expiresAt) <= clock.now();
    return [
      {
        kind,
        requestHash,
        batchId,
        by: shown(by),
        note,
        at,
        expiresAt,
        isExpired,
        importedAt: isoTime(importedAt),
      },
    ];
  });
}

type Facts = {
  readonly by: Person;
  readonly note: string;
  readonly at: string;
  readonly expiresAt: string | null;
};

function factsOf({ kind, content }: StoredApprovalFile): Facts | null {
  if (kind === 'request' || kind === 'controlRequest') {
    const kept = requestNotesOf(content);
    return kept === null ? null : { ...kept, by: kept.preparedBy };
  }
  const read = readSigned(fileOf(content));
  if (!read.ok) return null;
  const { document } = read.value;
  if (document.kind === 'withdrawal')
    return { by: document.preparedBy, note: '', at: document.at, expiresAt: null };
  return document.kind === 'decision' ? { ...document, by: document.approver } : null;
}

/** Whether the personal key of this computer is that of the person. */
export async function isOwn(keys: ApprovalKeys, { publicKey }: Person): Promise<boolean> {
  const own = await keys.personalKey.publicKey();
  return own.ok && own.value === publicKey;
}

/** An approval that has expired can be given again; a rejection stays. */
export function hasLapsed({ decision, expiresAt }: DecisionDocument, now: number): boolean {
  return decision === 'approve' && Date.parse(expiresAt) <= now;
}

/**
 * What the personal key of this computer decided last about a request. Only its batch, or the database whose change it is about, keeps a
 * decision; elsewhere the shared folder may have it.
 */
async function ownDecision(
  { store, clock }: StoreContext,
  keys: ApprovalKeys,
  { requestHash, batchId }: { readonly requestHash: string; readonly batchId: string | null },
  inFolder: readonly DecisionDocument[],
): Promise<OwnDecision> {
  const own = await keys.personalKey.publicKey();
  const last = [...filesAbout(store, batchId).decisions, ...inFolder]
    .filter(({ request, approver }) => request === requestHash && own.ok && approver.publicKey === own.value)
    .toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at))
    .at(-1);
  if (last === undefined || hasLapsed(last, clock.now())) return null;
  const { decision, at, expiresAt } = last;
  return { decision, at, expiresAt };
}
