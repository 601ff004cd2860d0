import { utcDayText } from './clock.ts';
import type { CheckFinding } from '../batches/batch-findings.ts';
import { mostChanges, type BatchComparison } from '../batches/comparison.ts';
import { PayeeFindingKind } from '../payees/findings.ts';
import type { PayoutRow } from '../payments/payment.ts';
import { mostNeeded, type ApprovalPolicy } from '../approvals/approval-policy.ts';
import type {
  OwnDecision,
  PersonShown,
  ShownControls,
  ShownPolicy,
} from '../approvals/approval-operations.ts';
import type { WaitingFile } from '../approvals/approval-folder.ts';
import { signerText } from './activity/signer-text.ts';
import { counted, countText, moneyText, shortened } from './numbers.ts';
import { oneLine } from './one-line.ts';

/** The findings of the preparer's check, and the effect of an approval on them. */
export function requestFindingsText({
  findings,
  hasMoreFindings,
}: {
  readonly findings: readonly Pick<CheckFinding, 'kind' | 'level'>[];
  readonly hasMoreFindings: boolean;
}): string {
  if (findings.length === 0 && !hasMoreFindings) return "The preparer's check found nothing.";
  const found = `Found by the preparer's check${hasMoreFindings ? ', which found more than is listed here' : ''}.`;
  return findings.some(({ kind, level }) => level !== 'info' && PayeeFindingKind.safeParse(kind).success)
    ? `${found} If you approve, the findings about payees that warn or block here no longer block the release. What was paid before is what that computer knows.`
    : found;
}

/** A policy in words, on one line. */
export function policyText(policy: ApprovalPolicy): string {
  if (mostNeeded(policy) === 0) return noneNeeded;
  return `${neededTexts(policy).join('; ')}. ${whoCountsTexts(policy).join(' ')}`;
}

/** A policy before a decision about it, line by line: one with many rules fits on no line. */
export function policyInLines(of: string, policy: ApprovalPolicy): string[] {
  if (mostNeeded(policy) === 0) return [`${of}: ${noneNeeded}`];
  return [`${of}:`, ...neededTexts(policy).map((needed) => `${needed}.`), ...whoCountsTexts(policy)];
}

const noneNeeded = 'no approval is needed.';

function neededTexts({ rules, otherwise }: ApprovalPolicy): string[] {
  const each = rules.map(({ currencyCode, batchFrom, payoutFrom, approvals }) => {
    const amounts = [
      batchFrom === undefined ? null : `a batch of ${moneyText({ amount: batchFrom, currencyCode })} or more`,
      payoutFrom === undefined
        ? null
        : `a payout of ${moneyText({ amount: payoutFrom, currencyCode })} or more`,
    ].filter((text) => text !== null);
    return `${counted(approvals, 'approval')} for ${amounts.join(', or ')}`;
  });
  const rest = rules.length === 0 ? 'for every batch' : 'for everything else';
  return [...each, `${counted(otherwise, 'approval')} ${rest}`];
}

function whoCountsTexts({ releaserCounts, enrolledPreparers }: ApprovalPolicy): string[] {
  return [
    releaserCounts
      ? 'The person who releases may be one of the approvers.'
      : 'The person who releases is not one of the approvers.',
    ...(enrolledPreparers ? ['Only requests of enrolled people count.'] : []),
  ];
}

/** The policies that apply to a profile, line by line: its own, and those of the same merchant at other addresses. */
export function policyLines({
  alsoInForce,
  ...own
}: ApprovalPolicy & Pick<ShownPolicy, 'alsoInForce'>): string[] {
  if (alsoInForce.length === 0) return [policyText(own)];
  return [
    mostNeeded(own) === 0 ? 'this profile has no policy of its own.' : policyText(own),
    ...alsoInForce.map(
      ({ merchant, policy }) =>
        `Set for the same merchant ${merchant.merchantCode} at ${merchant.baseUrl}: ${policyText(policy)}`,
    ),
    'The strictest counts.',
  ];
}

/** The method of a payout with its operator, if it names one. */
export function methodText({
  paymentMethodCode,
  paymentOperatorCode,
}: Pick<PayoutRow, 'paymentMethodCode' | 'paymentOperatorCode'>): string {
  return [paymentMethodCode, paymentOperatorCode].filter((code) => code !== '').join(' · ');
}

/** Where approvers are enrolled and policies are set, while a change of either needs all who can approve. */
export const noneSpareText =
  'The policy requires every approver: if one key is lost, nobody can change approvers or policy, or release what needs that many approvals. Add one more approver.';

/** For a withdrawal of one of several requests for a batch. */
export const anotherOpenText =
  'An earlier request for this batch is still open, and approvals of it count. Withdraw it too.';

/** The expiry of a request. An approval given in time has an expiry of its own. */
export function untilText(isExpired: boolean): string {
  return isExpired ? 'could be approved until' : 'may be approved until';
}

/** The state that an approved change leads to, line by line, whatever the request claims. */
export function controlLines({ approvers, policies }: ShownControls): string[] {
  return [
    ...(approvers.length === 0
      ? ['Nobody may approve.']
      : approvers.map(({ name, fingerprint }) => `${name} may approve, fingerprint ${fingerprint}.`)),
    ...policies.flatMap(({ merchant, policy }) =>
      policyInLines(
        `Merchant ${merchant.merchantCode} (${merchant.environment}) at ${merchant.baseUrl}`,
        policy,
      ),
    ),
    policies.length === 0
      ? 'No policy is set: no approval is needed.'
      : 'A merchant with any other code: no approval is needed.',
  ];
}

/** The signer of a file stored here, after "by". */
export function personText({ name, signedAs, isEnrolled }: PersonShown): string {
  return signerText({ name: signedAs, enrolledName: isEnrolled ? name : null });
}

/** The difference of a batch from the last comparable one, on one line. */
export function comparisonText({
  batchId,
  releasedAt,
  newPayees,
  missingPayees,
  changedAccounts,
  changedAmounts,
}: BatchComparison): string {
  return `Compared with batch ${batchId} of ${utcDayText(releasedAt)}: ${changesText(newPayees, 'new payee')}, ${changesText(missingPayees, 'missing payee')}, ${changesText(changedAccounts, 'changed account')}, ${changesText(changedAmounts, 'changed amount')}`;
}

/** How many changes of a kind there are, as far as a comparison lists them. */
export function changesText(changes: readonly unknown[], one: string): string {
  return `${changes.length < mostChanges ? '' : 'at least '}${counted(changes.length, one)}`;
}

/** Said below the changes if there may be more of a kind than are listed; else null. */
export function moreChangesText(comparison: BatchComparison): string | null {
  const { newPayees, missingPayees, changedAccounts, changedAmounts } = comparison;
  const lists = [newPayees, missingPayees, changedAccounts, changedAmounts];
  return lists.every(({ length }) => length < mostChanges)
    ? null
    : `Of each kind of change, the first ${countText(mostChanges)} are listed.`;
}

/** For a request without a comparison, so that nobody takes that for no change. */
export const noComparisonText =
  "Not compared: on the preparer's computer, none of the last released batches is comparable.";

const longestPart = 60;

/** A signed file in the shared folder, in a sentence. Names in it come from another computer, so they are kept on one line. */
export function waitingFileText({
  kind,
  by,
  about,
  name,
}: Pick<WaitingFile, 'kind' | 'by' | 'about' | 'name'>): string {
  const part = (text: string): string => shortened(oneLine(text, 300), longestPart);
  const who = by === null ? 'Somebody' : part(by.name);
  const what = about === null ? 'a change of approvers or policy' : part(about);
  switch (kind) {
    case 'request':
    case 'controlRequest':
      return `${who} asks for approval of ${what}.`;
    case 'approval':
      return `${who} approved ${what}.`;
    case 'rejection':
      return `${who} rejected ${what}.`;
    case 'withdrawal':
      return `${who} withdrew the request for ${what}.`;
    case 'card':
      return `${who} sent an approver card.`;
    case 'unread':
      return `${part(name)} is large, and is read when you open it.`;
    case 'unreadable':
      return `${part(name)} cannot be read.`;
  }
}

/** The files of a watched folder that wait for a person; unreadable ones are counted separately. */
export function watchedText({
  files,
  hasMore,
}: {
  readonly files: readonly Pick<WaitingFile, 'kind'>[];
  readonly hasMore: boolean;
}): string {
  const unreadable = files.filter(({ kind }) => kind === 'unreadable').length;
  const waiting = files.length - unreadable;
  const said = [
    waiting === 0 ? 'Nothing waits for you.' : `${counted(waiting, 'file waits', 'files wait')} for you.`,
    ...(unreadable === 0 ? [] : [`${counted(unreadable, 'file')} cannot be read.`]),
    ...(hasMore ? [moreFilesText] : []),
  ];
  return `Watched. ${said.join(' ')}`;
}

export const moreFilesText = 'The folder has more files than Bursar reads. Move old ones elsewhere.';

/** What is next after a decision: its file has to reach the computer that waits for it. */
export function decidedText({
  decision,
  place,
  preparedBy,
  isAboutBatch,
  hasRejected,
}: {
  readonly decision: 'approve' | 'reject';
  readonly place: 'shared' | 'saved' | 'unsaved';
  readonly preparedBy: string;
  readonly isAboutBatch: boolean;
  /** The request was rejected on this computer, before or now. */
  readonly hasRejected: boolean;
}): string {
  const who = shortened(oneLine(preparedBy, 300), longestPart);
  const step = {
    shared: 'The file is in the shared folder.',
    saved: `Send the saved file back to ${who}.`,
    unsaved: `The file is not saved yet. Save it and send it back to ${who}.`,
  }[place];
  const then = isAboutBatch || decision === 'reject' ? '' : ` ${applyApprovedText}`;
  if (decision === 'approve' && hasRejected) return `${step} ${afterRejectionText(preparedBy)}`;
  return `${step} On another computer, the decision counts once the file is imported there.${then}`;
}

/** Before the time of an own decision that is on record. */
export function ownDecisionText({ decision }: NonNullable<OwnDecision>): string {
  return `This request was ${decision === 'approve' ? 'approved' : 'rejected'} on this computer`;
}

/** Before an approval of a request that was rejected on this computer: a rejection cannot be taken back. */
export function afterRejectionText(preparedBy: string): string {
  const who = shortened(oneLine(preparedBy, 300), longestPart);
  return `Wherever the rejection is imported, no approval of this request counts. Ask ${who} for a new one.`;
}

const namedRetries = 5;

/** Which rows of a request retry earlier payouts, which may have been paid since it was made; null: none. */
export function requestRetriesText({
  rows,
}: {
  readonly rows: readonly {
    readonly rowNumber: number;
    readonly retryOf: string | null;
  }[];
}): string | null {
  const retries = rows.filter(({ retryOf }) => retryOf !== null);
  if (retries.length === 0) return null;
  const named = retries
    .slice(0, namedRetries)
    .map(({ rowNumber, retryOf }) => `row ${countText(rowNumber)} retries ${retryOf}`);
  const more = retries.length > named.length ? [`and ${countText(retries.length - named.length)} more`] : [];
  return `${counted(retries.length, 'payout retries an earlier one', 'payouts retry earlier ones')}: ${[...named, ...more].join('; ')}. The gateway is asked about ${retries.length === 1 ? 'it' : 'them'} again before the release.`;
}

/** What an imported decision about a change of approvers or policy comes to: importing it changes neither. */
export function importedChangeText({
  change,
  changeProblem,
}: {
  readonly change: { readonly needed: number; readonly given: number } | null;
  readonly changeProblem: string | null;
}): string {
  if (changeProblem !== null)
    return `How many approvals the change has cannot be checked now. ${changeProblem}`;
  if (change === null) return 'It is about an earlier state of approvers and policies, and does not count.';
  const { needed, given } = change;
  return given >= needed
    ? 'The change has all its approvals. Make it again to apply it.'
    : `The change has ${given} of ${counted(needed, 'approval')}. ${applyApprovedText}`;
}

/** The next step after an approval of a change: importing it changes nothing yet. */
const applyApprovedText = 'Once the change has all its approvals, make it again to apply it.';
