import type { ReleaseSummary } from '../../../contract/batches/batch.ts';
import { counted, durationText, moneyText } from '../../../contract/text/numbers.ts';
import { oneLine } from '../../../contract/text/one-line.ts';
import { minuteText } from '../../../contract/text/clock.ts';
import { payeeLines, rowWarningLines } from '../../../contract/text/payees.ts';

/** More lines than this would push the buttons off a small screen. */
const mostTotals = 15;

type ReleaseQuestion = {
  readonly title: string;
  readonly message: string;
  readonly detail: string;
  readonly sendLabel: string;
};

/**
 * The text of the confirmation before money moves (invariant I5): everything that the person needs to decide, with the environment
 * first.
 */
export function releaseQuestion(summary: ReleaseSummary): ReleaseQuestion {
  const { rows, environment, totals, heldRows, possibleRows, durationSeconds, scheduledFor } = summary;
  const isLive = environment === 'live';
  const payouts = counted(rows, 'payout');
  const when = scheduledFor === null ? 'now' : `on ${minuteText(scheduledFor)}, without asking again`;
  const verb = scheduledFor === null ? 'Send' : 'Schedule';
  const sums = totals
    .slice(0, mostTotals)
    .map(
      ({ amount, currencyCode, count }) =>
        `    ${moneyText({ amount, currencyCode })} in ${counted(count, 'payout')}`,
    );
  const lines = [
    isLive ? 'Environment: LIVE. This moves real money.' : 'Environment: SANDBOX. No real money moves.',
    `Profile: ${oneLine(summary.profileName)}, merchant ${oneLine(summary.merchantCode)}`,
    `Gateway: ${oneLine(summary.baseUrl)}`,
    `Batch: ${oneLine(summary.fileName)}`,
    `Rows: ${rows}`,
    'Totals:',
    ...sums,
    ...(totals.length > mostTotals ? [`    and ${totals.length - mostTotals} more currencies`] : []),
    ...payeeLines(summary.payees),
    ...rowWarningLines(summary),
    ...(heldRows > 0 ? ['', `ATTENTION: ${counted(heldRows, 'duplicate')}, confirmed.`] : []),
    ...(possibleRows > 0
      ? ['', `ATTENTION: ${counted(possibleRows, 'possible duplicate')}, confirmed.`]
      : []),
    ...(durationSeconds > 0 ? ['', `Sending takes at least ${durationText(durationSeconds)}.`] : []),
  ];
  return {
    title: isLive ? 'LIVE: real money' : 'Sandbox release',
    message: isLive ? `LIVE · REAL MONEY\nSend ${payouts} ${when}?` : `Sandbox: send ${payouts} ${when}?`,
    detail: lines.join('\n'),
    sendLabel: isLive ? `${verb} Real Money (${payouts})` : `${verb} ${payouts}`,
  };
}
