import type { BatchSummary } from '../../../contract/batches/batch.ts';
import { RetryFault } from '../../../contract/batches/fault.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { CheckReport } from '../../../contract/treasury.ts';
import { floorHoldsText, shortText } from '../../../contract/text/treasury/funds-text.ts';
import { counted, moneyText } from '../../../contract/text/numbers.ts';
import { payeeCountText, retryWarnings } from '../../../contract/text/payees.ts';
import { capitalised } from '../../../contract/text/states.ts';
import { totalRowText } from '../../../contract/text/files/total-row.ts';
import type { PayeeFindings } from '../../../contract/payees/findings.ts';
import { isLacking, notListedText, payeesHeading } from './findings/finding-text.ts';

/** Warnings about a release, in sentences, payees first; duplicates are confirmed separately beside it. */
export function releaseWarnings(
  report: CheckReport,
  payees: PayeeFindings | 'comparing' | 'failed',
): string[] {
  const warnings =
    payees === 'comparing'
      ? [payeesHeading(null).text]
      : payees === 'failed'
        ? ['The payees could not be compared with known ones.']
        : payees.counts.map((count) => `${payeeCountText(count)}.`);
  warnings.push(...retryWarnings(report).map((warning) => `${capitalised(warning)}.`));
  if (report.totalRow !== null) warnings.push(totalRowText(report.totalRow));
  warnings.push(...shortWarnings(report.funds));
  const { missingRows, checked, distinct } = report.options;
  if (missingRows > 0) warnings.push(notListedText(missingRows));
  if (checked < distinct)
    warnings.push('Not every method was checked. The gateway rejects methods it does not offer.');
  return warnings;
}

/** What is short, in one sentence for each currency, and what that means once. */
function shortWarnings(funds: CheckReport['funds']): string[] {
  const warning = (some: CheckReport['funds'], meaning: string): string[] => {
    const short = some.flatMap((fund) => shortText(fund) ?? []);
    return short.length === 0 ? [] : [`${short.join('. ')}. ${meaning}`];
  };
  return [
    ...warning(
      funds.filter(({ floor }) => floor === null),
      'The gateway may reject payouts that the balance does not cover.',
    ),
    ...warning(
      funds.filter(({ floor }) => floor !== null),
      floorHoldsText,
    ),
  ];
}

/** What remains of one balance after a release, and what is included besides the payouts. */
export function fundsText({
  currencyCode,
  estimatedFees,
  payoutsWithoutEstimate,
  committed,
  committedWithoutEstimate,
  left,
  floor,
  gap,
}: CheckReport['funds'][number]): string {
  const money = (amount: string): string => moneyText({ amount, currencyCode });
  const ofOthers = `${money(committed)} for other batches${committedWithoutEstimate === 0 ? '' : ` without the fees of ${counted(committedWithoutEstimate, 'payout')}`}`;
  const others = isLacking(committed) ? `, ${ofOthers}` : '';
  const unestimated =
    payoutsWithoutEstimate === 0 ? '' : ` without those of ${counted(payoutsWithoutEstimate, 'payout')}`;
  if (left === null) {
    const fees =
      estimatedFees === null
        ? 'fees are not known either'
        : `${money(estimatedFees)} estimated fees${unestimated}`;
    return `The ${currencyCode} balance is not known (${fees}${others})`;
  }
  const above =
    floor === null ? '' : `, ${isLacking(gap) ? 'below' : 'not below'} the floor of ${money(floor)}`;
  return estimatedFees === null
    ? `${money(left)} before fees, which are not known${isLacking(committed) ? `, and after ${ofOthers}` : ''}${above}`
    : `${money(left)} after ${money(estimatedFees)} estimated fees${unestimated}${others}${above}`;
}

/** How many of the listed rows retry a payout that is no longer failed or rejected: nobody can release them. */
export function overtakenRows({ rowProblems }: CheckReport): number {
  return rowProblems.rows.filter(({ fault }) => RetryFault.safeParse(fault).success).length;
}

/** Whether a batch may still be released: its page asks only then. */
export function isUnreleased({ state }: Pick<BatchSummary, 'state'>): boolean {
  return state === 'draft' || state === 'importing';
}

/** Why a question about a draft has closed by itself. */
export function overtakenDraftText({ fileName, state }: Pick<BatchSummary, 'fileName' | 'state'>): string {
  return `${fileName} was ${state === 'cancelled' ? 'discarded' : 'released'} meanwhile.`;
}

/** What a refused release means for the person; null if the error says it all. */
export function releaseFaultText(code: ErrorCode): string | null {
  switch (code) {
    case 'duplicateHeld':
      return 'The duplicates above changed since they were shown. Review and confirm them.';
    case 'releaseChanged':
      return 'Nothing was released. The rows changed since they were shown here. Go back and review them.';
    case 'alreadyReleased':
      return 'This batch was already released or discarded. It is not sent a second time.';
    case 'gatewayUnreachable':
    case 'gatewayNoAnswer':
    case 'gatewayBusy':
    case 'gatewayServerError':
      return 'Release the batch when the gateway answers again.';
    default:
      return null;
  }
}
