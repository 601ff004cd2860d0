import type { ErrorCode } from '../../../contract/errors.ts';
import type { CheckReport } from '../../../contract/treasury.ts';
import { counted, groupedAmount } from '../../../contract/text/numbers.ts';
import { hasDuplicates, isLacking } from './findings-words.ts';

/** What is unusual about a release, in sentences. */
export function releaseWarnings(report: CheckReport, areDuplicatesMeant: boolean): string[] {
  const warnings: string[] = [];
  for (const { currencyCode, gap } of report.funds) {
    if (gap !== null && isLacking(gap))
      warnings.push(
        `${groupedAmount(gap)} ${currencyCode} are lacking. The gateway may refuse payouts for which there is no balance.`,
      );
  }
  const { sameFileAs, rows, hasMore } = report.duplicates;
  if (hasDuplicates(report) && areDuplicatesMeant)
    warnings.push(
      sameFileAs === null
        ? `${hasMore ? 'More than ' : ''}${counted(rows.length, 'payout equals another one', 'payouts equal others')}, and you said that this is meant.`
        : 'The same rows were released before, and you said that this is meant.',
    );
  const { missing, checked, distinct } = report.options;
  const missingRows = missing.reduce((sum, { rows: count }) => sum + count, 0);
  if (missingRows > 0)
    warnings.push(
      `${counted(missingRows, 'row asks', 'rows ask')} for a method that the gateway does not offer.`,
    );
  if (checked < distinct)
    warnings.push('Not every method was looked up. The gateway says no to what it does not offer.');
  const { count } = report.firstTimePayees;
  if (count > 0)
    warnings.push(`${counted(count, 'row pays someone', 'rows pay someone')} for the first time.`);
  return warnings;
}

/** What a refused release means for the person in front of it; null where the error says it all. */
export function releaseFaultText(code: ErrorCode): string | null {
  switch (code) {
    case 'duplicateHeld':
      return 'Nothing was sent. Payouts that equal these were released meanwhile: go back, look at Duplicates, and say whether they are meant.';
    case 'releaseChanged':
      return 'Nothing was sent. The rows are not those that were shown here. Go back and look at them again.';
    case 'limitExceeded':
      return 'Nothing was sent. Take rows out, or ask whoever sets the limits.';
    case 'alreadyReleased':
      return 'Somebody released or discarded this batch meanwhile. It is not sent a second time.';
    case 'gatewayUnreachable':
    case 'gatewayNoAnswer':
    case 'gatewayBusy':
    case 'gatewayServerError':
      return 'Nothing was sent. The batch stays as it is; release it when the gateway answers again.';
    default:
      return null;
  }
}
