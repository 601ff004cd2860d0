import { hourMs } from '../../../contract/duration.ts';
import { mostNeeded, type ApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import type {
  ApprovalSubject,
  DecisionDocument,
  Person,
  WithdrawalDocument,
} from '../../../contract/approvals/signed-documents.ts';
import { minuteText } from '../../../contract/text/clock.ts';
import { counted } from '../../../contract/text/numbers.ts';
import { oneLine } from '../../../contract/text/one-line.ts';
import { canonicalJson } from '../../../contract/canonical-json.ts';
import { isoTime } from '../payments/convert.ts';

/** The largest accepted difference between the clocks of two computers; decisions dated further in the future do not count. */
export const clocksApartMs = hourMs;

/** The longest part of a note that is quoted in a sentence. */
const longestNote = 300;
const longestName = 100;

/** The context against which decisions are judged. */
type Judged = {
  readonly subject: ApprovalSubject;
  readonly needed: number;
  readonly approvers: readonly Person[];
  /** Whether a key is or was that of an approver. */
  readonly wasEnrolled: (publicKey: string) => boolean;
  /** The personal key of this computer, and whether its approval may count. */
  readonly releaser: string;
  readonly releaserCounts: boolean;
  readonly enrolledPreparers: boolean;
  readonly decisions: readonly DecisionDocument[];
  /** When each of them was recorded here. */
  readonly importedAt: ReadonlyMap<DecisionDocument, number>;
  readonly withdrawals: readonly WithdrawalDocument[];
  /** The key that signed each request that is here, by the hash of the request, in order of arrival. */
  readonly preparers: ReadonlyMap<string, string>;
  /** When approvals have to be valid: at the release, or the time for which it is scheduled. */
  readonly at: number;
  /** The current time; after a release it is later than `at`. */
  readonly now: number;
};

type JudgedDecision = {
  readonly decision: DecisionDocument;
  /** Why it does not count, as an approval or as a rejection; null if it does. */
  readonly why: string | null;
  /** Whether it is one of the approvals that are needed. */
  readonly counts: boolean;
  /** Whether it is a valid approval, also if its key approved another request for the same rows before. */
  readonly approves: boolean;
};

export type Verdict = {
  readonly needed: number;
  readonly given: number;
  readonly decisions: readonly JudgedDecision[];
  /** Why it is refused; null if it is allowed. */
  readonly message: string | null;
  /** When it stops being allowed: approvals that were given after the release expire while the remaining rows are sent. */
  readonly until: number;
};

/**
 * Counts approvals: one for each enrolled key that approved this very subject in time, prepared by somebody else, in a request that
 * was neither withdrawn nor rejected by anyone who is or was an approver. Every decision must have been verified by its signature before.
 */
export function judge(judged: Judged): Verdict {
  const seen = new Set<string>();
  const decisions = judged.decisions.map((decision): JudgedDecision => {
    const why = whyNot(judged, decision);
    const approves = why === null && decision.decision === 'approve';
    const counts = approves && !seen.has(decision.approver.publicKey);
    if (counts) seen.add(decision.approver.publicKey);
    return {
      decision,
      counts,
      approves,
      why: approves && !counts ? 'The same key has already approved.' : why,
    };
  });
  const given = seen.size;
  const message = messageOf(judged, given, decisions);
  return { needed: judged.needed, given, decisions, message, until: untilOf(judged, decisions) };
}

/** The highest number of approvals that any of these policies requires: loosening one of them needs as many. */
export function neededForChange(policies: readonly ApprovalPolicy[]): number {
  return Math.max(0, ...policies.map(mostNeeded));
}

function whyNot(judged: Judged, decision: DecisionDocument): string | null {
  const { subject, approvers, preparers, at, now } = judged;
  const isEnrolled = (publicKey: string): boolean => approvers.some((known) => known.publicKey === publicKey);
  const { approver, preparedBy, request } = decision;
  if (!isSameSubject(decision.subject, subject)) return 'It is for another profile, batch or set of rows.';
  if (decision.decision === 'reject')
    return judged.wasEnrolled(approver.publicKey) ? null : 'The key that signed it was never enrolled.';
  if (!isEnrolled(approver.publicKey)) return 'The key that signed it is not enrolled.';
  // A decision is only its approver's word; the request proves who prepared it.
  const preparer = preparers.get(request);
  if (preparer !== undefined && preparer !== preparedBy.publicKey)
    return 'It names somebody else as the person who prepared it.';
  if (hasPrepared(judged, decision) || approver.publicKey === preparedBy.publicKey)
    return 'Nobody approves what they prepared.';
  if (!judged.releaserCounts && approver.publicKey === judged.releaser)
    return 'The person who releases may not be one of the approvers.';
  if (judged.enrolledPreparers && preparer === undefined)
    return 'The request that it answers is not on this computer.';
  if (judged.enrolledPreparers && !isEnrolled(preparedBy.publicKey))
    return 'The person who prepared it is not enrolled.';
  // An approval given after the release must be valid when the remaining rows are sent.
  const neededAt = isAfter(judged, decision) ? Math.max(at, now) : at;
  // `neededAt` may be in the future, if the release is scheduled.
  if (Date.parse(decision.expiresAt) <= neededAt)
    return `It is valid only until ${minuteText(decision.expiresAt)}, not at ${minuteText(isoTime(neededAt))}.`;
  if (Date.parse(decision.at) > now + clocksApartMs)
    return `It is dated ${minuteText(decision.at)}, later than now: check the clocks of both computers.`;
  if (isWithdrawn(judged, request, preparedBy.publicKey)) return 'The request was withdrawn.';
  return isRejected(judged, request) ? 'The request was rejected.' : null;
}

/** Whether the approver signed the request that is answered, or one that was here before it; any, if that request is not here. */
function hasPrepared({ preparers }: Judged, { approver, request }: DecisionDocument): boolean {
  for (const [signed, publicKey] of preparers) {
    if (publicKey === approver.publicKey) return true;
    if (signed === request) return false;
  }
  return false;
}

/** Whether an approval was given after the release: dated later, and not only by a clock that is ahead, as one that was here before it. */
function isAfter({ importedAt, at }: Pick<Judged, 'importedAt' | 'at'>, decision: DecisionDocument): boolean {
  const aheadMs = Date.parse(decision.at) - at;
  if (aheadMs <= 0) return false;
  // The database says when it came, so that alone does not decide.
  return aheadMs > clocksApartMs || (importedAt.get(decision) ?? Infinity) > at;
}

/** When too few of the approvals that count are left. Those from before the release only had to be valid then. */
function untilOf(judged: Judged, decisions: readonly JudgedDecision[]): number {
  const ends = decisions
    .filter(({ counts }) => counts)
    .map(({ decision }) => (isAfter(judged, decision) ? Date.parse(decision.expiresAt) : Infinity));
  return ends.toSorted((left, right) => right - left)[judged.needed - 1] ?? Infinity;
}

/** Whether the person who prepared a request withdrew it; `preparer` is their key. Nobody else can. */
export function isWithdrawn(
  { withdrawals }: Pick<Judged, 'withdrawals'>,
  request: string,
  preparer: string | undefined,
): boolean {
  return withdrawals.some((one) => one.request === request && one.preparedBy.publicKey === preparer);
}

/** Whether anyone who is or was an approver rejected a request. */
export function isRejected(
  { decisions, wasEnrolled }: Pick<Judged, 'decisions' | 'wasEnrolled'>,
  request: string,
): boolean {
  return decisions.some(
    (one) => one.decision === 'reject' && one.request === request && wasEnrolled(one.approver.publicKey),
  );
}

/** How many are missing, who rejected these rows and with what note, and for each approval that does not count, whose it is and why. */
function messageOf(
  { needed, approvers }: Pick<Judged, 'needed' | 'approvers'>,
  given: number,
  decisions: readonly JudgedDecision[],
): string | null {
  if (given >= needed) return null;
  const missing = `${counted(needed, 'approval')} needed, ${given} given.`;
  const rejections = decisions.flatMap(({ decision, why }) => {
    if (decision.decision !== 'reject' || why !== null) return [];
    const known = approvers.find((approver) => approver.publicKey === decision.approver.publicKey);
    return [rejectionText(known?.name ?? 'An approver who was removed since', decision)];
  });
  const whys = decisions.flatMap(({ why, decision }) =>
    why === null || decision.decision === 'reject' ? [] : [`${nameOf(approvers, decision.approver)}: ${why}`],
  );
  return [missing, ...new Set([...rejections, ...whys])].join(' ');
}

function rejectionText(name: string, { at, note }: DecisionDocument): string {
  const said = oneLine(note, longestNote);
  return `${name} rejected a request of it at ${minuteText(at)}${said === '' ? '' : `: “${said}”`}.`;
}

/** The enrolled name of a key; of one that is not enrolled, what its signer claims. */
function nameOf(approvers: readonly Person[], { name, publicKey }: Person): string {
  const known = approvers.find((approver) => approver.publicKey === publicKey);
  return known?.name ?? `An approval signed as “${oneLine(name, longestName)}”`;
}

function isSameSubject(left: ApprovalSubject, right: ApprovalSubject): boolean {
  return canonicalJson(left) === canonicalJson(right);
}
