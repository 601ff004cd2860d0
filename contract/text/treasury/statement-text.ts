import { isZeroAmount, subtractAmounts } from '../../money/amount.ts';
import type { UnknownExports } from '../../treasury/books.ts';
import type { PositionLine } from '../../treasury/position.ts';
import { daysWithCandidates, type CandidateReason, type Statement } from '../../treasury/statement.ts';
import { momentText } from '../clock.ts';
import { counted, moneyText } from '../numbers.ts';

/** How the opening balance is known, in a sentence. */
export function openingText({
  openingBasis,
  openingReadAt,
  from,
}: Pick<Statement, 'openingBasis' | 'openingReadAt' | 'from'>): string {
  switch (openingBasis) {
    case 'carriedForward':
      return `Carried forward from the balance read at ${openingReadAt === null ? '' : momentText(openingReadAt)}.`;
    case 'derived':
      return `Derived: no balance was read before ${from}, so the movements were subtracted from the balance read at ${openingReadAt === null ? '' : momentText(openingReadAt)}.`;
    case 'unknown':
      return 'Not known: no balance of this currency was read before the end of the period.';
  }
}

/** The unexplained difference of a balance, in sentences. */
export function unexplainedText({
  unexplained,
  reported,
  reportedAt,
  sinceReported,
  currencyCode,
  days,
}: Statement): string {
  if (reported === null || reportedAt === null)
    return 'Unexplained difference: not known, since no balance was read in the period.';
  const money = (amount: string): string => moneyText({ amount, currencyCode });
  const since =
    sinceReported === null || sinceReported.count === 0
      ? ''
      : ` ${counted(sinceReported.count, 'movement')} since then, ${money(sinceReported.amount)} with fees, not covered by a balance in the period.`;
  if (unexplained === null)
    return `Unexplained difference: not known. The opening is derived from the only balance read in the period, ${money(reported)} at ${momentText(reportedAt)}, and there is no other in it to compare it with.${since}`;
  const arisen = days.filter((day) => day.arisen !== null && !isZeroAmount(day.arisen));
  const explained = arisen.filter(({ explanation }) => explanation !== null).length;
  const where =
    arisen.length === 0
      ? ''
      : ` Differences arose on ${counted(arisen.length, 'day')}, ${explained} of them explained by a person.`;
  return isZeroAmount(unexplained)
    ? `No unexplained difference up to ${momentText(reportedAt)}, when the gateway reported ${money(reported)}.${where}${since}`
    : `Unexplained difference: ${money(unexplained)}. The gateway reported ${money(reported)} at ${momentText(reportedAt)}, but the payments explain ${money(subtractAmounts(reported, unexplained))}.${where}${since}`;
}

/** Where payments that may explain a difference were not searched. */
export const notSearchedText = `Payments were not searched: the statement has differences on more than ${daysWithCandidates} days. Choose a shorter period.`;

/** Why a payment may explain a difference, in a sentence. */
export function candidateText(reason: CandidateReason): string {
  switch (reason) {
    case 'unknownEnd':
      return 'The gateway may have processed it: its outcome is not known.';
    case 'otherMoney':
      return 'The gateway holds a different amount, which is the one shown, or a different currency for its order ID.';
    case 'notInHistory':
      return 'The gateway has it from outside this history.';
    case 'inProcess':
      return 'The gateway accepted it, and its end is not known.';
    case 'failed':
      return 'It failed; the gateway may have charged for it or paid it since.';
    case 'noLongerPaid':
      return 'The gateway has reported something else since it confirmed that it was paid: its money may have come back.';
    case 'nearReading':
      return 'It ended within two minutes of the balance being read.';
    case 'nearEarlierReading':
      return 'It ended within two minutes of the balance that the difference is counted from, which may or may not include it.';
  }
}

/** What the projected balances of a profile may count twice, and which fees they lack, a sentence each; `ask` names the action that queries top-ups. */
export function projectionTexts(
  lines: readonly Pick<
    PositionLine,
    | 'perhapsCountedTwice'
    | 'perhapsTakenTwice'
    | 'committedWithoutEstimate'
    | 'expectedWithoutFee'
    | 'currencyCode'
  >[],
  ask: string,
): string[] {
  const moneyOf = (name: 'perhapsCountedTwice' | 'perhapsTakenTwice'): string =>
    lines
      .filter((line) => !isZeroAmount(line[name]))
      .map(({ [name]: amount, currencyCode }) => moneyText({ amount, currencyCode }))
      .join(', ');
  const topUps = moneyOf('perhapsCountedTwice');
  const payouts = moneyOf('perhapsTakenTwice');
  const countOf = (name: 'committedWithoutEstimate' | 'expectedWithoutFee', noun: string): string[] =>
    lines
      .filter((line) => line[name] > 0)
      .map(({ [name]: count, currencyCode }) => `${counted(count, noun)} in ${currencyCode}`);
  const withoutFees = [
    ...countOf('committedWithoutEstimate', 'committed payout'),
    ...countOf('expectedWithoutFee', 'top-up'),
  ].join(', ');
  return [
    ...(topUps === ''
      ? []
      : [
          `Top-ups on their way of ${topUps} may already be in the available balance, and so be counted twice in the projected balance. ${ask} asks about them.`,
        ]),
    ...(payouts === ''
      ? []
      : [
          `Committed payouts of ${payouts} may already be deducted from the available balance, and so be deducted twice in the projected balance.`,
        ]),
    ...(withoutFees === ''
      ? []
      : [`The projected balance does not include fees that are not known: those of ${withoutFees}.`]),
  ];
}

/** The saved exports of the books that a restored database does not know. */
export function unknownExportsText({ first, last }: UnknownExports): string {
  if (last === null)
    return 'Exports of the books may have been saved after the backup, and are not known here.';
  return first === last
    ? `Export ${first} of the books was saved after the backup and is not known here.`
    : `Exports of the books with numbers up to ${last} were saved after the backup and are not known here. Some of the numbers from ${first} on may never have been saved.`;
}

/** Says that journal lines may already be in the books; null if that is impossible. */
export function perhapsExportedText({
  perhapsExported,
  unknownExports,
}: {
  readonly perhapsExported: number;
  readonly unknownExports: readonly UnknownExports[];
}): string | null {
  if (perhapsExported === 0) return null;
  const which = unknownExports.map(unknownExportsText).join(' ');
  return `Journal lines of ${counted(perhapsExported, 'payment')} may be in your books already. ${which} Compare before you book the lines.`;
}
