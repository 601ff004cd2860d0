import { signerOf, type SignedDocument } from '../../../contract/approvals/signed-documents.ts';
import type { KnownKey } from '../../../contract/payments/cause.ts';
import type { CoreContext } from '../context/context.ts';
import { spokenFingerprint } from '../ports/signatures.ts';
import { nothingInForce } from './change-controls.ts';
import type { Verdict } from './judge.ts';
import { controlsOf } from './refuse-unapproved.ts';

type Context = Pick<CoreContext, 'store' | 'clock' | 'controls'>;

/** The enrolled names of personal keys, on this computer and now. If approvers cannot be confirmed, no name counts as enrolled. */
export async function keysKnownHere(context: Context): Promise<(publicKey: string) => KnownKey> {
  const inForce = await controlsOf(context).read();
  return (publicKey) => {
    const fingerprint = spokenFingerprint(publicKey);
    if (!inForce.ok) return { fingerprint };
    const { approvers } = inForce.value?.document.state ?? nothingInForce;
    const known = approvers.find((approver) => approver.publicKey === publicKey);
    return { fingerprint, enrolledName: known?.name ?? null };
  };
}

/** The signer of a signed file, as its event records it; `isImported` is false if the file was signed on this computer. */
export async function signerKnownHere(
  context: Context,
  document: SignedDocument,
  isImported: boolean,
): Promise<{ readonly key: KnownKey; readonly note: string; readonly isImported: boolean }> {
  const key = (await keysKnownHere(context))(signerOf(document).publicKey);
  return { key, note: document.kind === 'decision' ? document.note : '', isImported };
}

/** The keys whose approvals count for a batch by this verdict; null where it needs none. */
export async function approvedBy(
  context: Context,
  { needed, decisions }: Verdict,
): Promise<KnownKey[] | null> {
  if (needed === 0) return null;
  const known = await keysKnownHere(context);
  return decisions.filter(({ counts }) => counts).map(({ decision }) => known(decision.approver.publicKey));
}
