import { dayMs } from '../../../contract/duration.ts';
import type {
  ApprovalSubject,
  ControlRequestDocument,
  ControlState,
} from '../../../contract/approvals/signed-documents.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { counted } from '../../../contract/text/numbers.ts';
import { controlsOf } from './refuse-unapproved.ts';
import type { CoreContext } from '../context/context.ts';
import { inTurns } from '../context/turns.ts';
import { isoTime } from '../payments/convert.ts';
import type { ApprovalKeys, ControlsInForce } from '../ports/index.ts';
import { judge, neededForChange, type Verdict } from './judge.ts';
import { loosens } from './loosening.ts';
import { filesAbout } from './kept-files.ts';
import { personOf } from './personal-key.ts';
import { fileOf, hashOfDocument, readSigned, signDocument } from './signed-file.ts';
import { actorStore } from '../settings/actor.ts';

const requestLastsMs = 7 * dayMs;

type Context = Pick<CoreContext, 'store' | 'clock' | 'emit' | 'controls' | 'actor'>;

/** A change of approvers or policies: the resulting state, and a description of the change. */
type WantedChange = { readonly state: ControlState; readonly changes: readonly string[] };

type Changed = {
  readonly version: number;
  readonly request: Uint8Array | null;
  readonly isChanged: boolean;
  readonly isNoneSpare: boolean;
};

export const nothingInForce: ControlState = { approvers: [], policies: [] };

/** Two changes at the same time would each be judged by, and replace, the same state: the first would be lost, and its policy with it. */
const inTurn = inTurns();

/**
 * Changes approvers or policies. Loosening the current state, or any change while the keychain does not know that state, needs
 * the approvals that the current state requires: without them the result is a request for approvals, and nothing changes. A plan
 * equal to the current state changes nothing. With `mayRequest` false nothing is requested: the change fails with `approvalMissing`.
 */
export const changeControls: typeof changeNext = (context, ...change) =>
  inTurn(context.store, () => changeNext(context, ...change));

async function changeNext(
  context: Context,
  keys: ApprovalKeys,
  mayRequest: boolean,
  plan: (state: ControlState) => Result<WantedChange>,
): Promise<Result<Changed>> {
  const { emit } = context;
  const controls = controlsOf(context);
  const present = await controls.readForChange();
  if (!present.ok) return present;
  const from = present.value?.document.state ?? nothingInForce;
  const wanted = plan(from);
  if (!wanted.ok) return wanted;
  const own = await keys.personalKey.publicKey();
  if (!own.ok) return own;
  if (present.value?.isConfirmed === true && wanted.value.state === from) {
    const { version } = present.value.document;
    return succeed({ version, request: null, isChanged: false, isNoneSpare: isNoneSpare(from, own.value) });
  }
  const short = tooFewApprovers(wanted.value.state, own.value);
  if (short !== null) return short;
  const approvals = approvalsOf(context, present.value, wanted.value.state);
  if (!approvals.ok)
    return mayRequest ? requestApprovals(context, keys, present.value, wanted.value) : approvals;
  const replaced = await controls.replace({
    present: present.value,
    state: wanted.value.state,
    approvals: approvals.value,
    detail: wanted.value.changes.join('; '),
    actor: context.actor ?? null,
  });
  if (!replaced.ok) return replaced;
  emit({ kind: 'approvals', id: '' });
  return succeed({
    version: replaced.value.document.version,
    request: null,
    isChanged: true,
    isNoneSpare: isNoneSpare(wanted.value.state, own.value),
  });
}

/** The approvals that a change needs and has, for approving it or for saying so. */
function judgeChange(
  context: Pick<Context, 'store' | 'clock'>,
  { state, signedBy }: ControlsInForce['document'],
  subject: ApprovalSubject,
): Verdict {
  const { store, clock } = context;
  return judge({
    subject,
    needed: neededForChange(state.policies.map(({ policy }) => policy)),
    approvers: state.approvers,
    releaser: signedBy.publicKey,
    releaserCounts: false,
    enrolledPreparers: false,
    ...filesAbout(store, null),
    at: clock.now(),
    now: clock.now(),
  });
}

/** The approvals that a requested change needs and has; null if approvers or policies were changed since it was requested; fails if those in force cannot be confirmed. */
export async function approvalsSoFar(
  context: Context,
  subject: Extract<ApprovalSubject, { kind: 'controls' }>,
): Promise<Result<Pick<Verdict, 'needed' | 'given'> | null>> {
  const present = await controlsOf(context).readForChange();
  if (!present.ok) return present;
  if (present.value === null || present.value.hash !== subject.from) return succeed(null);
  const { needed, given } = judgeChange(context, present.value.document, subject);
  return succeed({ needed, given });
}

/** The approvals that allow a change, as their files; the failure if they are too few. */
function approvalsOf(
  context: Context,
  inForce: ControlsInForce | null,
  to: ControlState,
): Result<readonly string[]> {
  if (inForce === null) return succeed([]);
  const { document, isConfirmed } = inForce;
  if (isConfirmed && !loosens(document.state, to)) return succeed([]);
  const verdict = judgeChange(context, document, subjectOf(context, inForce, to));
  if (verdict.needed === 0) return succeed([]);
  if (verdict.message !== null) return needsApprovals(verdict.message);
  const counting = new Set(
    verdict.decisions.filter(({ counts }) => counts).map(({ decision }) => hashOfDocument(decision)),
  );
  const files = context.store.approvalFilesOf(null).flatMap(({ content, kind }) => {
    if (kind !== 'approval') return [];
    const read = readSigned(fileOf(content));
    return read.ok && counting.has(read.value.hash) ? [content] : [];
  });
  return succeed(files);
}

function needsApprovals(message: string): Result<never> {
  return fail(
    'approvalMissing',
    `Nothing was changed: this needs the approvals that the current policy requires. ${message}`,
  );
}

async function requestApprovals(
  context: Context,
  keys: ApprovalKeys,
  present: ControlsInForce | null,
  { state, changes }: WantedChange,
): Promise<Result<Changed>> {
  if (present === null) throw new Error('no policy in force requires approvals');
  const { store, clock, emit } = context;
  const person = await personOf(context, keys.personalKey, undefined);
  if (!person.ok) return person;
  const at = clock.now();
  const document: ControlRequestDocument = {
    v: 1,
    kind: 'controlRequest',
    databaseId: store.databaseId(),
    from: present.hash,
    to: state,
    changes: [...changes],
    preparedBy: person.value,
    at: isoTime(at),
    expiresAt: isoTime(at + requestLastsMs),
  };
  const signed = await signDocument(keys.personalKey, document);
  if (!signed.ok) return signed;
  const requestHash = hashOfDocument(document);
  const { preparedBy, expiresAt } = document;
  actorStore(context).addApprovalFile({
    kind: 'controlRequest',
    batchId: null,
    requestHash,
    hash: requestHash,
    content: JSON.stringify({ at: document.at, expiresAt, preparedBy, note: changes.join('; ') }),
    by: preparedBy.name,
    signer: null,
    signed: signed.value,
    at,
  });
  emit({ kind: 'approvals', id: '' });
  return succeed({
    version: present.document.version,
    request: fileOf(signed.value),
    isChanged: false,
    isNoneSpare: isNoneSpare(present.document.state, preparedBy.publicKey),
  });
}

function subjectOf({ store }: Context, { hash: from }: ControlsInForce, to: ControlState): ApprovalSubject {
  return { kind: 'controls', databaseId: store.databaseId(), from, to: hashOfDocument(to) };
}

/**
 * How many approvals a change needs, those of the strictest policy, and how many approvers can give them: the person who requests it on this
 * computer does not, whatever the policies say of releases.
 */
function approvalsForChange({ approvers, policies }: ControlState, own: string | null) {
  return {
    needed: neededForChange(policies.map(({ policy }) => policy)),
    eligible: approvers.filter(({ publicKey }) => publicKey !== own).length,
  };
}

/** Whether a change needs every approver who can approve it; `own` is the personal key of this computer. */
export function isNoneSpare(state: ControlState, own: string | null): boolean {
  const { needed, eligible } = approvalsForChange(state, own);
  return needed > 0 && needed === eligible;
}

/** A policy that nobody could satisfy could not be loosened either. */
function tooFewApprovers(state: ControlState, own: string | null): Result<never> | null {
  const { needed, eligible } = approvalsForChange(state, own);
  if (needed <= eligible) return null;
  const besides =
    eligible < state.approvers.length
      ? ' besides the person on this computer, who approves no change made here'
      : '';
  return fail(
    'inputInvalid',
    `The policy requires ${counted(needed, 'approval')}, but after this change ${counted(eligible, 'approver')} can approve${besides}. Add approvers first (on the command line: bursar approver add CARD).`,
  );
}
