import { signerText } from '../../../contract/text/activity/signer-text.ts';
import { isSignedBy, spokenFingerprint } from '../../core/ports/signatures.ts';
import { canonicalObject, isValues, objectOf, objectsIn, sha256, textIn, type Values } from './shapes.ts';

/** The only header of a signed file; any other is refused unread. */
const header = Buffer.from('{"alg":"EdDSA","typ":"bursar"}', 'utf8').toString('base64url');
const base64urlText = /^[A-Za-z0-9_-]+$/;

/** The required signer of a document of this kind. */
const signers: Readonly<Record<string, string>> = {
  request: 'preparedBy',
  withdrawal: 'preparedBy',
  decision: 'approver',
  controls: 'signedBy',
};

/** The result of checking a batch's approvals: their problems, and what they show. */
type Checked = { readonly problems: string[]; readonly notes: string[] };

/** Checks the signed files about a batch: each signature, that it is about these rows, and that no file named in the events is missing. */
export function checkApprovals(name: string, batch: Values): Checked {
  const approvals = batch['approvals'];
  const problems: string[] = [];
  const notes: string[] = [];
  const held = new Set<string>();
  // Packs of an older Bursar contain no approvals.
  if (!isValues(approvals)) return { problems, notes };
  const { controls } = approvals;
  const policy = isValues(controls) ? signedIn(textIn(controls, 'signed'), null) : null;
  if (isValues(controls) && policy === null)
    problems.push(`${name}: the policy in force was changed: its signature does not match.`);
  for (const file of objectsIn(approvals, 'files')) {
    const hash = textIn(file, 'hash');
    held.add(hash);
    if (file['signed'] === null && file['kind'] === 'request') continue;
    const document = signedIn(textIn(file, 'signed'), hash);
    if (document === null) problems.push(`${name}: a signed file was changed: its signature does not match.`);
    else if (rowsHashOf(document) !== batch['rowsHash'] || batchIdOf(document) !== batch['batchId'])
      problems.push(`${name}: a signed file is about other rows.`);
    else if (kindOf(document) !== file['kind']) problems.push(`${name}: a signed file is of another kind.`);
    else notes.push(`${name}: ${told[kindOf(document)] ?? 'signed'} by ${signedBy(document, policy)}.`);
  }
  if (policy !== null && notes.length > 0)
    notes.push(
      `${name}: a name in quotation marks is only what the signer calls themself; the others are those of the policy in this pack.`,
    );
  for (const event of objectsIn(batch, 'events')) {
    const file = fileNamedBy(event);
    if (file !== null && !held.has(file))
      problems.push(`${name}: a signed file that event ${String(event['sequence'])} names is missing.`);
  }
  return { problems, notes };
}

const told: Readonly<Record<string, string>> = {
  request: 'approval requested',
  approval: 'approved',
  rejection: 'rejected',
  withdrawal: 'request withdrawn',
};

/** A document with a valid signature and this hash (null: any); otherwise null. */
function signedIn(jws: string, hash: string | null): Values | null {
  const [first, payload = '', signature = '', ...rest] = jws.split('.');
  const isForm = base64urlText.test(payload) && base64urlText.test(signature) && rest.length === 0;
  if (first !== header || !isForm || !isExact(payload) || !isExact(signature)) return null;
  const bytes = Buffer.from(payload, 'base64url');
  const document = canonicalObject(bytes);
  if (document === null || (hash !== null && sha256(bytes) !== hash)) return null;
  const signer = signerOf(document);
  const proof = Buffer.from(signature, 'base64url').toString('base64');
  return signer !== null && isSignedBy(textIn(signer, 'publicKey'), `${header}.${payload}`, proof)
    ? document
    : null;
}

function signerOf(document: Values): Values | null {
  const signer = document[signers[textIn(document, 'kind')] ?? ''];
  return isValues(signer) ? signer : null;
}

/** The signer as the policy of the pack knows the key; without a policy, only as the signer calls themself. */
function signedBy(document: Values, policy: Values | null): string {
  const signer = signerOf(document) ?? {};
  const publicKey = textIn(signer, 'publicKey');
  const known = policy === null ? undefined : enrolledName(policy, publicKey);
  return `${signerText({ name: textIn(signer, 'name'), enrolledName: known })}, with the personal key ${spokenFingerprint(publicKey)}`;
}

/** The name under which a policy enrols a key; null if it does not. */
function enrolledName(policy: Values, publicKey: string): string | null {
  const { state } = policy;
  const approvers = isValues(state) ? objectsIn(state, 'approvers') : [];
  const found = approvers.find((approver) => approver['publicKey'] === publicKey);
  return found === undefined ? null : textIn(found, 'name');
}

function kindOf(document: Values): string {
  if (document['kind'] !== 'decision') return textIn(document, 'kind');
  return document['decision'] === 'approve' ? 'approval' : 'rejection';
}

function aboutOf(document: Values): Values {
  const about = document['kind'] === 'request' ? document['batch'] : document['subject'];
  return isValues(about) ? about : {};
}

const rowsHashOf = (document: Values): unknown => aboutOf(document)['rowsHash'];
const batchIdOf = (document: Values): unknown => aboutOf(document)['batchId'];

const approvalCauses: ReadonlySet<string> = new Set([
  'approvalRequested',
  'approved',
  'approvalRejected',
  'approvalWithdrawn',
]);

/** The hash of the signed file that an event of a batch names; null: none. */
function fileNamedBy(event: Values): string | null {
  const cause = objectOf(textIn(event, 'cause'));
  if (cause === null || !approvalCauses.has(textIn(cause, 'code'))) return null;
  const detail = objectOf(textIn(event, 'detail'));
  return detail === null ? '' : textIn(detail, 'file');
}

/** Node decodes invalid base64url leniently; only one encoding counts. */
function isExact(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text;
}
