import type { ErrorCode } from '../../../contract/errors.ts';
import type { CheckReport } from '../../../contract/treasury.ts';
import { counted, moneyText } from '../../../contract/text/numbers.ts';
import { isLacking } from './findings/finding-text.ts';

/** What is unusual about a release, in sentences; duplicates are confirmed one by one beside it. */
export function releaseWarnings(report: CheckReport): string[] {
  const warnings: string[] = [];
  for (const { currencyCode, gap } of report.funds) {
    if (gap !== null && isLacking(gap))
      warnings.push(
        `Short by ${moneyText({ amount: gap, currencyCode })}. The gateway may reject payouts that the balance does not cover.`,
      );
  }
  const { missing, checked, distinct } = report.options;
  const missingRows = missing.reduce((sum, { rows: count }) => sum + count, 0);
  if (missingRows > 0) warnings.push(`Method or operator not available for ${counted(missingRows, 'row')}.`);
  if (checked < distinct)
    warnings.push('Not every method was checked. The gateway rejects methods it does not offer.');
  const { count } = report.firstTimePayees;
  if (count > 0) warnings.push(`${counted(count, 'row')} to new payees.`);
  return warnings;
}

/** What a release leaves of one balance, and what it counts beside the payouts. */
export function fundsText({
  currencyCode,
  estimatedFees,
  payoutsWithoutEstimate,
  committed,
  left,
}: CheckReport['funds'][number]): string {
  const money = (amount: string): string => moneyText({ amount, currencyCode });
  const fees =
    estimatedFees === null
      ? 'fees are not known'
      : `${money(estimatedFees)} estimated fees${payoutsWithoutEstimate === 0 ? '' : ` without ${counted(payoutsWithoutEstimate, 'payout')}`}`;
  const others = isLacking(committed) ? `, ${money(committed)} for other batches` : '';
  return left === null
    ? `The ${currencyCode} balance is not known (${fees}${others})`
    : `${money(left)} after ${fees}${others}`;
}

/** What a refused release means for the person in front of it; null where the error says it all. */
export function releaseFaultText(code: ErrorCode): string | null {
  switch (code) {
    case 'duplicateHeld':
      return 'Nothing was sent. The duplicates have changed since you confirmed them. Check them and confirm again.';
    case 'releaseChanged':
      return 'Nothing was sent. The rows changed since they were shown here. Go back and review them.';
    case 'limitExceeded':
      return 'Nothing was sent. Remove rows, or ask the person who sets the limits.';
    case 'alreadyReleased':
      return 'This batch was already released or discarded. It is not sent a second time.';
    case 'gatewayUnreachable':
    case 'gatewayNoAnswer':
    case 'gatewayBusy':
    case 'gatewayServerError':
      return 'Nothing was sent. Release the batch when the gateway answers again.';
    default:
      return null;
  }
}
