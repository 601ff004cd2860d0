import type { BatchReport, BatchState, BatchSummary, PaidTwice } from '../batches/batch.ts';
import { isLeftToSend } from '../batches/waiting.ts';
import { negateAmount } from '../money/amount.ts';
import { runningTotals, type CurrencyTotal } from '../money/money.ts';
import type { PaymentState } from '../payments/payment.ts';
import { counted, countText } from './numbers.ts';
import { stateLabel } from './states.ts';

/** The outcome of a payout in terms of money, as far as it is known. */
export type Outcome = 'notReleased' | 'paid' | 'inProgress' | 'notPaid' | 'paidOutside' | 'toReview';

const outcomes: Record<PaymentState, Exclude<Outcome, 'paidOutside'>> = {
  draft: 'notReleased',
  awaited: 'inProgress',
  queued: 'inProgress',
  sending: 'inProgress',
  unknown: 'inProgress',
  accepted: 'inProgress',
  paid: 'paid',
  failed: 'notPaid',
  rejected: 'notPaid',
  cancelled: 'notPaid',
  // The gateway holds a payment under this order ID that Bursar did not send in this form: it may have been paid.
  conflict: 'toReview',
  outside: 'toReview',
};

export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  // Not “not released”: a restored backup may be older than the release.
  notReleased: 'Draft',
  paid: 'Paid',
  inProgress: 'In progress',
  notPaid: 'Not paid',
  paidOutside: 'Paid outside',
  toReview: 'To review',
};

/** What a column includes, where its label does not say so: failed is what the gateway reported last, and no verdict. */
export const outcomeHints: { readonly [Name in Outcome]?: string } = {
  notPaid: 'failed (the gateway finished them with a status other than SUCCESS), rejected or cancelled',
};

/** In display order. */
const outcomeOrder: readonly Outcome[] = [
  'notReleased',
  'paid',
  'inProgress',
  'notPaid',
  'paidOutside',
  'toReview',
];

/** The outcomes that a table shows as columns: always these, and any that a payout has. */
export function listedOutcomes(
  lines: readonly { readonly [Name in Outcome]: CurrencyTotal | null }[],
  always: readonly Outcome[],
): Outcome[] {
  return outcomeOrder.filter(
    (outcome) => always.includes(outcome) || lines.some((line) => line[outcome] !== null),
  );
}

/** The text for all payouts of a batch: only released ones are called released. */
export function wholeLabel({ state, releasedAt }: Pick<BatchSummary, 'state' | 'releasedAt'>): string {
  if (releasedAt !== null || state === 'releasing') return 'Released';
  return state === 'cancelled' ? 'Discarded' : 'Prepared';
}

/** The outcomes of a batch in one currency; null for an outcome that no payout has. */
type MoneyOutcome = {
  readonly currencyCode: string;
  readonly total: CurrencyTotal;
  readonly fee: CurrencyTotal | null;
} & { readonly [Name in Outcome]: CurrencyTotal | null };

/**
 * The outcomes of a batch, one line per currency, in the order of its totals. Fees in other currencies have lines of their own at
 * the end.
 */
export function moneyOutcomes({
  totals,
  totalsByState,
  totalsPaidOutside,
  fees,
  state: batchState,
}: Pick<BatchReport, 'totals' | 'totalsByState' | 'totalsPaidOutside' | 'fees'> &
  Partial<Pick<BatchReport, 'state'>>): MoneyOutcome[] {
  const sums: Record<Outcome, ReturnType<typeof runningTotals>> = {
    notReleased: runningTotals(),
    paid: runningTotals(),
    inProgress: runningTotals(),
    notPaid: runningTotals(),
    paidOutside: runningTotals(),
    toReview: runningTotals(),
  };
  for (const { state, totals: ofState } of totalsByState)
    for (const total of ofState) sums[outcomeOf(state)].add(total, total.count);
  for (const total of totalsPaidOutside) {
    sums.paidOutside.add(total, total.count);
    sums.notPaid.add({ ...total, amount: negateAmount(total.amount) }, -total.count);
  }
  // All rows are released; the last ones are not queued yet.
  function outcomeOf(state: PaymentState): Outcome {
    return state === 'draft' && batchState === 'releasing' ? 'inProgress' : outcomes[state];
  }
  const find = (list: readonly CurrencyTotal[], code: string): CurrencyTotal | null =>
    list.find(({ currencyCode }) => currencyCode === code) ?? null;
  const sumOf = (outcome: Outcome, code: string): CurrencyTotal | null => {
    const sum = find(sums[outcome].list(), code);
    return sum === null || sum.count === 0 ? null : sum;
  };
  const feesOnly = fees
    .filter(({ currencyCode }) => find(totals, currencyCode) === null)
    .map(({ currencyCode }) => ({ currencyCode, amount: '0', count: 0 }));
  return [...totals, ...feesOnly].map((total) => {
    const code = total.currencyCode;
    return {
      currencyCode: code,
      total,
      fee: find(fees, code),
      notReleased: sumOf('notReleased', code),
      paid: sumOf('paid', code),
      inProgress: sumOf('inProgress', code),
      notPaid: sumOf('notPaid', code),
      paidOutside: sumOf('paidOutside', code),
      toReview: sumOf('toReview', code),
    };
  });
}

/** How many payouts of a batch have each outcome; those paid outside are among those not paid. */
export function outcomeCounts(
  byState: Partial<Record<PaymentState, number>>,
): Record<Exclude<Outcome, 'paidOutside'>, number> {
  const counts = {
    notReleased: 0,
    paid: 0,
    inProgress: 0,
    notPaid: 0,
    toReview: 0,
  };
  for (const [each, outcome] of Object.entries(outcomes) as [PaymentState, keyof typeof counts][])
    counts[outcome] += byState[each] ?? 0;
  return counts;
}

type PaidElsewhere = {
  readonly [Name in 'paidByRetry' | 'paidOutside' | 'paidByOther']?: number | null;
};

/** The parts of a batch that are not simply paid: `2 not paid`, `3 paid by retry`, `1 paid outside Bursar before`, `1 to review`. */
export function exceptionTexts({
  notPaid,
  toReview,
  paidByRetry = 0,
  paidOutside = 0,
  paidByOther = 0,
}: Record<'notPaid' | 'toReview', number> & PaidElsewhere): string[] {
  const retried = Math.min(paidByRetry ?? 0, notPaid);
  const outside = Math.min(paidOutside ?? 0, notPaid - retried);
  const other = Math.min(paidByOther ?? 0, notPaid - retried - outside);
  const left = notPaid - retried - outside - other;
  return [
    // Where there are too many to count those that other payouts paid, this batch has not paid them.
    ...(left === 0 ? [] : [`${countText(left)} not paid${paidByRetry === null ? ' here' : ''}`]),
    ...(retried === 0 ? [] : [`${countText(retried)} paid by retry`]),
    ...(other === 0 ? [] : [paidByOtherText(other)]),
    ...(outside === 0 ? [] : [`${countText(outside)} paid outside Bursar before`]),
    ...(toReview === 0 ? [] : [`${countText(toReview)} to review`]),
  ];
}

/** How many payouts were not sent, as another payout paid their row. */
export function paidByOtherText(paidByOther: number): string {
  return `${countText(paidByOther)} paid by another payout`;
}

/** How many unpaid payouts of a batch were paid by retries, or by other payouts for their rows, and whether that was all; null: none. */
export function paidByRetryText({
  byState,
  paidByRetry,
  paidByOther = 0,
}: PaidElsewhere & { readonly byState: Partial<Record<PaymentState, number>> }): string | null {
  const [retried, other] = [paidByRetry ?? 0, paidByOther ?? 0];
  if (retried + other === 0) return null;
  const { notPaid, toReview, inProgress, notReleased } = outcomeCounts(byState);
  const isAll = notPaid === retried + other && toReview + inProgress + notReleased === 0;
  const paid = [
    ...(retried === 0 ? [] : [wasPaidBy(retried, 'a retry', 'retries')]),
    ...(other === 0 ? [] : [wasPaidBy(other, 'another payout for its row', 'other payouts for their rows')]),
  ].join(', and ');
  return `Of ${counted(notPaid, 'payout')} not paid here, ${paid}.${isAll ? ' Every row is paid.' : ''}`;
}

function wasPaidBy(count: number, one: string, several: string): string {
  return `${countText(count)} ${count === 1 ? `was paid by ${one}` : `were paid by ${several}`}`;
}

/** The rows of a batch that were paid twice, and what to do; null: none is known. */
export function paidTwiceText({ count, named }: PaidTwice): string | null {
  if (count === 0) return null;
  const more = count > named.length ? [`and ${countText(count - named.length)} more`] : [];
  const rows = named.map(({ rowNumber, paidToo }) => `row ${countText(rowNumber)}, also by ${paidToo}`);
  const ask = `Ask the ${count === 1 ? 'payee' : 'payees'} or the gateway for the money back.`;
  return `${counted(count, 'row was', 'rows were')} paid twice: ${[...rows, ...more].join('; ')}. ${ask}`;
}

/** How many accepted payouts have waited long for the gateway's answer: `2 without an answer`. */
export function unansweredText(unanswered: number): string {
  return `${countText(unanswered)} without an answer`;
}

/** The overall state of a batch, and the payment state whose colour it is shown in. */
export function batchOutcome({
  state,
  isPaused,
  byState,
  paidByRetry = 0,
  paidOutside = 0,
  paidByOther = 0,
  unanswered = 0,
}: PaidElsewhere & {
  readonly unanswered?: number;
  readonly state: BatchState;
  readonly isPaused: boolean;
  readonly byState: Partial<Record<PaymentState, number>>;
}): { readonly text: string; readonly tone: PaymentState | BatchState } {
  if (state === 'cancelled' && (paidByOther ?? 0) > 0)
    return { text: `${stateLabel(state)}, ${paidByOtherText(paidByOther ?? 0)}`, tone: state };
  if (state !== 'released') return { text: '', tone: state };
  const { inProgress, notPaid, toReview } = outcomeCounts(byState);
  if (isPaused && isLeftToSend({ byState })) return { text: 'Paused', tone: 'queued' };
  if (inProgress > 0) {
    const { queued = 0, sending = 0, unknown = 0 } = byState;
    const isSending = queued + sending > 0;
    const uncertain = [
      ...(isSending || unknown === 0 ? [] : [`${countText(unknown)} unknown`]),
      ...(unanswered === 0 ? [] : [unansweredText(unanswered)]),
    ];
    const isAllUncertain = !isSending && unknown + unanswered === inProgress;
    const going = isSending ? 'Sending' : outcomeLabels.inProgress;
    return {
      text: [...(isAllUncertain ? [] : [going]), ...uncertain].join(', '),
      tone: uncertain.length === 0 ? 'released' : 'unknown',
    };
  }
  const left = notPaid - (paidByRetry ?? 0) - (paidByOther ?? 0);
  const isCancelledOnly = toReview === 0 && left === (byState.cancelled ?? 0);
  // Retries may have paid all of them.
  const isLeftUnknown = toReview === 0 && paidByRetry === null;
  return {
    text: ['Completed', ...exceptionTexts({ notPaid, toReview, paidByRetry, paidOutside, paidByOther })].join(
      ', ',
    ),
    tone:
      left + toReview === 0 ? 'paid' : isCancelledOnly ? 'cancelled' : isLeftUnknown ? 'unknown' : 'rejected',
  };
}
