import type { BatchProblem, BatchReport } from '../batches/batch.ts';
import { deadStates } from '../payments/life.ts';
import type { RetriedBy } from '../payments/payment.ts';
import type { PaymentProblem } from '../payments/problem.ts';
import { counted, countText } from './numbers.ts';
import { causeOfMany } from './problem-text.ts';
import { asSentence, stateText } from './states.ts';

/** Problems of a batch with the same cause, and what a person can do about them. */
type ProblemGroup = {
  readonly code: string;
  readonly message: string;
  readonly count: number;
  /** Whether there may be more of them, since problems were left out. */
  readonly isAtLeast: boolean;
  /** How many of them were retried, and how many have only a draft; an attempt that failed too counts as neither. */
  readonly retried: number;
  readonly drafted: number;
  /** What to do about those that were not retried and have no draft, by their number: it depends on the state, too. */
  readonly fixes: ReadonlyMap<string, number>;
  /** Whether the message ends with what to do. */
  readonly isFixSaid: boolean;
};

/** The problems whose text ends with what a person should do. */
const sayWhatToDo: ReadonlySet<PaymentProblem['code']> = new Set([
  'forgottenForLong',
  'olderThanADay',
  'otherMoney',
  'perhapsRetried',
]);

/** The problems of a batch by cause, most frequent first: one group for each text, whatever the states. */
export function problemGroups({
  problems,
  problemsLeftOut,
  isProfileRemoved,
}: Pick<BatchReport, 'problems' | 'problemsLeftOut' | 'isProfileRemoved'>): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const each of problems) {
    const { code, retriedBy } = each;
    const message = each.problem === null ? each.message : causeOfMany(each.problem, 'payout');
    const fix = fixText(each, isProfileRemoved);
    const group = groups.get(message) ?? {
      code,
      message,
      count: 0,
      isAtLeast: problemsLeftOut > 0,
      retried: 0,
      drafted: 0,
      fixes: new Map<string, number>(),
      isFixSaid: each.problem !== null && sayWhatToDo.has(each.problem.code),
    };
    const isDrafted = retriedBy?.state === 'draft';
    const isRetried =
      retriedBy !== null && !isDrafted && !retriedBy.isEarlier && !deadStates.has(retriedBy.state);
    const isOpen = !isRetried && !isDrafted && fix !== '';
    groups.set(message, {
      ...group,
      count: group.count + 1,
      retried: group.retried + (isRetried ? 1 : 0),
      drafted: group.drafted + (isDrafted ? 1 : 0),
      fixes: isOpen ? new Map([...group.fixes, [fix, (group.fixes.get(fix) ?? 0) + 1]]) : group.fixes,
    });
  }
  return [...groups.values()].toSorted((left, right) => right.count - left.count);
}

/** What a person can do about a problem; empty if the problem says that Bursar continues by itself. */
function fixText({ state, problem, decisions, retriedBy }: BatchProblem, isProfileRemoved: boolean): string {
  if (decisions.length > 0) return 'Decide';
  // Another retry already covers the row, so this one is not retried.
  if (retriedBy?.isEarlier === true && !deadStates.has(retriedBy.state)) return '';
  switch (state) {
    case 'failed':
    case 'rejected':
      return isProfileRemoved ? 'Add the profile again with its key to retry' : 'Edit and retry';
    case 'conflict':
    case 'outside':
      return 'Ask the gateway what it holds';
    case 'cancelled':
      return problem?.code === 'mayBePaidAlready' ? 'If both are owed, pay it in a new file' : '';
    default:
      return '';
  }
}

/** How many payouts of a batch are unknown, and who resolves them; `leftOut`: how many problems it has beyond these. */
export function unknownText(unknown: number, problems: readonly BatchProblem[], leftOut: number): string {
  const toDecide = problems.filter(({ state, decisions }) => state === 'unknown' && decisions.length > 0);
  const said = `${counted(unknown, 'payout')} unknown.`;
  const areAsked = toDecide.some(({ problem }) => problem?.code === 'couldNotAskForLong');
  if (toDecide.length > 0 && toDecide.length >= unknown)
    return areAsked
      ? `${said} Bursar keeps asking the gateway; nothing is sent twice. A person has to decide if that does not help.`
      : `${said} A person has to decide; nothing is sent until then.`;
  const decided =
    toDecide.length === 0
      ? said
      : `${said} A person has to decide about ${leftOut > 0 ? 'at least ' : ''}${countText(toDecide.length)}.`;
  const asked =
    leftOut > 0
      ? 'about those that need no decision'
      : toDecide.length > 0
        ? 'about the others'
        : 'the gateway';
  return `${decided} Bursar keeps asking ${asked}; nothing is sent twice.`;
}

/** A colon follows a single sentence, with or without the gateway's code at its end. */
const severalSentences = /[.!?] \p{L}.*\.$/u;

/** How many payouts have a cause: `3`, or `At least 3`. */
export function groupCount({ count, isAtLeast }: Pick<ProblemGroup, 'count' | 'isAtLeast'>): string {
  return `${isAtLeast ? 'At least ' : ''}${countText(count)}`;
}

/** Count, reason and fix: `3 × This account cannot be paid: Edit and retry`. A fix that the reason says is not repeated. */
export function groupText(group: ProblemGroup): string {
  const next = nextText(group.isFixSaid ? { ...group, fixes: new Map() } : group);
  const cause = `${groupCount(group)} × ${group.message}`;
  if (next === '') return cause;
  return severalSentences.test(cause) ? `${cause} ${next}.` : `${cause.replace(/[.:]$/, '')}: ${next}`;
}

/** The fix for problems with the same cause, and what was already done. */
export function nextText({ count, isAtLeast, retried, drafted, fixes }: ProblemGroup): string {
  const atLeast = isAtLeast ? 'At least ' : '';
  if (retried === count && !isAtLeast) return count === 1 ? 'Retried' : `All ${countText(count)} retried`;
  return [
    ...Array.from(fixes, ([fix, some]) =>
      some + retried + drafted === count
        ? fix
        : `${fix} (${isAtLeast ? 'at least ' : ''}${countText(some)} of them)`,
    ),
    ...(retried === 0 ? [] : [`${atLeast}${counted(retried, 'payout')} retried`]),
    ...(drafted === 0
      ? []
      : [`${atLeast}${counted(drafted, 'retry is', 'retries are')} drafted and not released`]),
  ].join('. ');
}

/** The problem of a payout, and the payout that retries it. */
export function problemWithRetry({ message, retriedBy }: BatchProblem): string {
  return retriedBy === null ? message : `${asSentence(message)} ${retriedText(retriedBy)}`;
}

/** The retry of an unpaid payout: `Retried as b1-3 (paid)`. */
export function retriedText({ idPayout, state, isEarlier }: RetriedBy): string {
  if (isEarlier) return `Earlier retry of the row: ${idPayout} (${stateText(state)})`;
  return state === 'draft'
    ? `Retry drafted as ${idPayout}, not released`
    : `Retried as ${idPayout} (${stateText(state)})`;
}

/** The label of the payout that covers the row of another one through retries. */
export function retriedByLabel(retriedBy: RetriedBy | null): string {
  return retriedBy?.isEarlier === true ? 'Other retry' : 'Retried by';
}
