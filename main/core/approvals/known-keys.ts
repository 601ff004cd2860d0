import { signerOf, type SignedDocument } from '../../../contract/approvals/signed-documents.ts';
import type { KnownKey } from '../../../contract/payments/cause.ts';
import type { CoreContext } from '../context.ts';
import { spokenFingerprint } from '../ports/signatures.ts';
import { nothingInForce } from './change-controls.ts';
import type { Verdict } from './judge.ts';
import { controlsOf } from './refuse-unapproved.ts';

type Context = Pick<CoreContext, 'store' | 'clock' | 'controls'>;

/** What the company knows personal keys by, on this computer and now. Where approvers cannot be confirmed, nothing is said of any name. */
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

/** What the event of a signed file says of who signed it; `isImported` is false where it was signed on this computer. */
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
