import { foundTexts, releasedBeforeText } from '../../../../contract/batches/duplicates.ts';
import { compareAmounts } from '../../../../contract/money/amount.ts';
import type { BatchComparison } from '../../../../contract/batches/comparison.ts';
import type { FindingLevel, PayeeFindings } from '../../../../contract/payees/findings.ts';
import { changesText } from '../../../../contract/text/approvals.ts';
import { utcDayText } from '../../../../contract/text/clock.ts';
import { payeeCountText } from '../../../../contract/text/payees.ts';
import type { CheckReport } from '../../../../contract/treasury.ts';
import { shortText, unknownBalancesText } from '../../../../contract/text/treasury/funds-text.ts';
import { counted, countText } from '../../../../contract/text/numbers.ts';

/** Whether a gap is more than nothing. */
export function isLacking(gap: string | null): boolean {
  return gap !== null && compareAmounts(gap, '0') > 0;
}

/**
 * A finding in a sentence, with its level: nothing to report, for information, something to review, a reason why the batch cannot be released, or
 * not known.
 */
export type FindingHeading = {
  readonly standing: 'fine' | 'note' | 'notice' | 'stop' | 'open';
  readonly text: string;
};

const standingOf: Readonly<Record<FindingLevel, FindingHeading['standing']>> = {
  info: 'note',
  warn: 'notice',
  block: 'stop',
};

/** Says for how many rows the gateway does not list what they ask for. */
export function notListedText(rows: number): string {
  return `Method or operator not listed by the gateway for ${counted(rows, 'row')}.`;
}

export function optionsHeading({ options }: CheckReport): FindingHeading {
  const { distinct, checked, missingRows } = options;
  if (missingRows > 0) return { standing: 'notice', text: notListedText(missingRows) };
  if (checked < distinct)
    return {
      standing: 'open',
      text: `${countText(checked)} of ${counted(distinct, 'amount')} checked${options.stoppedBecause === null ? '' : `: ${options.stoppedBecause.replace(/\.$/, '')}`}.`,
    };
  return { standing: 'fine', text: 'Method and operator available for every row.' };
}

/** The fees that are not estimated: `fees of 1 payout and of 2 payouts of other batches`; null if all are. */
export function unestimatedFees(funds: CheckReport['funds']): string | null {
  const own = funds.reduce((sum, fund) => sum + fund.payoutsWithoutEstimate, 0);
  const others = funds.reduce((sum, fund) => sum + fund.committedWithoutEstimate, 0);
  const of = [
    ...(own === 0 ? [] : [`of ${counted(own, 'payout')}`]),
    ...(others === 0 ? [] : [`of ${counted(others, 'payout')} of other batches`]),
  ];
  return of.length === 0 ? null : `fees ${of.join(' and ')}`;
}

/** Of what a computer without the key cannot know. */
export const notAskedText = 'Not asked here: only the computer with the key asks the gateway';

export function fundsHeading({ funds }: Pick<CheckReport, 'funds'>, isPrepareOnly: boolean): FindingHeading {
  const lacking = funds.flatMap((fund) => shortText(fund) ?? []);
  if (lacking.length > 0) return { standing: 'notice', text: `${lacking.join('. ')}.` };
  const unknown = unknownBalancesText(funds);
  if (unknown !== null) return { standing: 'open', text: isPrepareOnly ? `${notAskedText}.` : `${unknown}.` };
  const keepsFloor = funds.some(({ floor }) => floor !== null) ? ' and does not fall below the floor' : '';
  const unestimated = unestimatedFees(funds);
  const beforeFees = unestimated === null ? '' : ` before the ${unestimated}, which are not known`;
  return { standing: 'fine', text: `The balance covers the batch${keepsFloor}${beforeFees}.` };
}

export function duplicatesHeading({ duplicates }: CheckReport, isScheduled: boolean): FindingHeading {
  const { sameFileAs, exactRows, possibleRows } = duplicates;
  const confirm = isScheduled
    ? 'Those confirmed with the schedule are released then; others hold the release.'
    : 'Confirm when you release.';
  if (sameFileAs !== null)
    return { standing: 'notice', text: `${releasedBeforeText(sameFileAs)}. ${confirm}` };
  if (exactRows + possibleRows === 0) return { standing: 'fine', text: 'No duplicates.' };
  return { standing: 'notice', text: `${foundTexts(duplicates).join(', ')}. ${confirm}` };
}

/** Null: not compared yet. */
export function payeesHeading(found: PayeeFindings | null): FindingHeading {
  if (found === null) return { standing: 'open', text: 'Comparing with known payees …' };
  const [gravest] = found.counts;
  if (gravest === undefined)
    return { standing: 'fine', text: 'No new payees, and nothing unusual about the known ones.' };
  return {
    standing: standingOf[gravest.level],
    text: `${found.counts.map(payeeCountText).join('; ')}.`,
  };
}

export function rowsHeading({ rowProblems, retried, otherPayees }: CheckReport): FindingHeading {
  if (rowProblems.count === 0) {
    const isToReview = retried.length > 0 || otherPayees.count > 0;
    return isToReview
      ? { standing: 'notice', text: 'Retries to review.' }
      : { standing: 'fine', text: 'No problems in the rows.' };
  }
  return {
    standing: 'notice',
    text: `${counted(rowProblems.count, 'row')} with problems. Edit or set aside before you release.`,
  };
}

/** The difference of a draft from the last comparable batch. */
export function comparisonHeading({
  fileName,
  releasedAt,
  newPayees,
  missingPayees,
  changedAccounts,
  changedAmounts,
}: BatchComparison): FindingHeading {
  const differences = [
    [changedAccounts.length, changesText(changedAccounts, 'changed account')],
    [newPayees.length, changesText(newPayees, 'new payee')],
    [changedAmounts.length, changesText(changedAmounts, 'changed amount')],
    [missingPayees.length, changesText(missingPayees, 'missing payee')],
  ] as const;
  const found = differences.filter(([count]) => count > 0).map(([, text]) => text);
  const since = `${fileName} of ${utcDayText(releasedAt)}`;
  return changedAccounts.length > 0
    ? { standing: 'notice', text: `Since ${since}: ${found.join(', ')}.` }
    : {
        standing: 'fine',
        text: found.length === 0 ? `Pays the same as ${since}.` : `Since ${since}: ${found.join(', ')}.`,
      };
}

export function limitsHeading({ limits }: CheckReport): FindingHeading {
  if (limits.length === 0) return { standing: 'fine', text: 'Within the limits.' };
  return { standing: 'stop', text: 'Over a limit, which blocks release.' };
}
