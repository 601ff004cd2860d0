import type { IncomingOrigin } from '../receiving/incoming.ts';
import type {
  AttemptRecord,
  PaymentKind,
  PaymentState,
  PersonDecision,
  Unasked,
} from '../payments/payment.ts';
import { isSuccess } from '../payments/life.ts';
import type { PaymentProblem } from '../payments/problem.ts';
import { isAcceptedByRepetition, mayBeRetried, neverLeft, wasThere } from '../payments/problem-facts.ts';
import { notAcceptedText } from './problem-text.ts';
import { moneyText } from './numbers.ts';
import { kindText } from './states.ts';

/** What the text about a payment depends on. */
export type DescribedPayment = {
  readonly kind: PaymentKind;
  readonly state: PaymentState;
  readonly gatewayStatus: string | null;
  /** When the gateway finished it; omitted where that is not at hand. */
  readonly processedAt?: string | null;
  readonly problem: PaymentProblem | null;
  /** Whether a request to create it may have left Bursar. */
  readonly wasSent: boolean;
  readonly unasked?: Unasked | null;
  /** Whether its profile was removed, so that it cannot be refreshed. */
  readonly isProfileRemoved?: boolean;
  readonly decisions: readonly PersonDecision[];
  readonly isRetriable?: boolean;
  /** The order ID of another payout for its row that is paid, too. */
  readonly paidToo?: string | null;
  /** For a payin or top-up; null for a payout. */
  readonly origin: IncomingOrigin | null;
  /** Whether the gateway has sent payment instructions. */
  readonly hasInstructions?: boolean;
  /** Whether the time has passed until which they ask for the money. */
  readonly isLate?: boolean;
  /** When Bursar stops waiting for somebody to pay it, formatted for display. */
  readonly awaitedUntil?: string | null;
};

/**
 * What the state of a payment means for the money, and what Bursar does about it (I13): a payment that may have left is never
 * called unsent, and the gateway's latest status is not a verdict.
 */
export function paymentMeaning(payment: DescribedPayment): string {
  const { kind, state, wasSent } = payment;
  const word = kindText(kind);
  const isFinished = (payment.processedAt ?? null) !== null;
  switch (state) {
    case 'draft':
      return 'Prepared and not released.';
    case 'awaited':
      return awaitedMeaning(payment);
    case 'queued':
      if (neverLeft(payment)) return 'Waiting for its turn. No request for it has left this computer.';
      return wasSent
        ? 'Waiting for its turn. It may have been sent before, so Bursar sends the same request under the same order ID.'
        : 'Waiting for its turn. These records show no request for it.';
    case 'sending':
      return 'On its way to the gateway. Bursar waits for the response.';
    case 'unknown':
      return unknownMeaning(payment);
    case 'accepted':
      if (payment.problem?.code === 'finished')
        return `The gateway reports that it finished this ${word}, but not with which status. Bursar keeps asking until it does.`;
      if (payment.problem?.code === 'unreadableStatus')
        return `The gateway reports ${isFinished ? `that it finished this ${word}, with ` : ''}a status that Bursar cannot read. Bursar keeps asking.`;
      if (isSuccess(payment.gatewayStatus))
        return `The gateway reports ${payment.gatewayStatus} for this ${word}. Bursar asks once more before it is shown as paid.`;
      if (payment.gatewayStatus !== null && isFinished)
        return `The gateway reports that it finished this ${word} with ${payment.gatewayStatus}. Bursar asks once more before it is shown as failed.`;
      if (payment.problem !== null) return unansweredMeaning(payment.problem, word);
      return payment.hasInstructions === true
        ? payment.isLate === true
          ? 'The time to pay is over, and the gateway has not reported that the money arrived. Bursar keeps asking.'
          : 'The gateway is waiting for the money. Bursar keeps asking until it arrives.'
        : `The gateway accepted this ${word} and is processing it. Bursar keeps asking until it is finished.`;
    case 'paid':
      if (isPaidStill(payment))
        return payment.paidToo == null
          ? paidMeaning[kind]
          : `The gateway confirmed that the money was paid out, and that payout ${payment.paidToo}, for the same row, was paid too. Ask the payee or the gateway for the money back.`;
      return `The gateway confirmed that this ${word} was paid, and has since reported ${reportedSince(payment)}. Ask the gateway's operator what became of the money.`;
    case 'failed':
      return failedMeaning(payment);
    case 'rejected':
      return rejectedMeaning(payment);
    case 'conflict':
      return conflictMeaning(payment);
    case 'outside':
      return kind === 'payout'
        ? 'Created outside this history. A person has to decide: adopt it, or pay the row again.'
        : 'Created outside this history. Adopt it, or create another one under a new order ID.';
    case 'cancelled':
      return cancelledMeaning(payment);
  }
}

/** How a request to create a payment ended, as far as is known. */
export function attemptEndText(
  { finishedAt, status }: Pick<AttemptRecord, 'finishedAt' | 'status'>,
  payment: Pick<DescribedPayment, 'problem'>,
): string {
  if (status !== null) return `status ${status}`;
  if (neverLeft(payment)) return 'has not left this computer';
  return finishedAt === null ? 'no response yet' : 'no usable response';
}

function conflictMeaning({ kind, origin, unasked = null }: DescribedPayment): string {
  const isOurs = origin === null || origin === 'created';
  const known = isOurs
    ? `The gateway holds a different amount or currency for this order ID, so this ${kindText(kind)} is not what Bursar sent. Bursar sends nothing more for it.`
    : 'The gateway holds a different amount or currency for this order ID than Bursar expects.';
  return `${known} Ask the gateway's operator${askedConflict[unasked ?? 'asked']}`;
}

const addToAskText = 'Its profile was removed. Add the profile again with its key to ask.';
const askedConflict: Readonly<Record<Unasked | 'asked', string>> = {
  asked: '. Bursar keeps asking in case they correct it.',
  profileRemoved: `. ${addToAskText}`,
  prepareOnly: '; once they have corrected it, refresh it on the computer that has the key of its profile.',
  ended: '; once they have corrected it, refresh it.',
};

/** The latest query about an accepted payment brought nothing, so whether the gateway still processes it is not known. */
function unansweredMeaning(problem: PaymentProblem, word: string): string {
  const forLong =
    problem.code === 'couldNotAskForLong' ? 'for more than a day has not said' : 'has not said since';
  return `The gateway ${isAcceptedByRepetition({ problem }) ? 'said that it has' : 'accepted'} this ${word}, and ${forLong} what became of it. Bursar keeps asking.`;
}

const paidMeaning: Record<PaymentKind, string> = {
  payout: 'The gateway confirmed that the money was paid out. Nothing more to do.',
  payin: 'The gateway confirmed that the money arrived. Nothing more to do.',
  topup: 'The gateway confirmed that the money is in the wallet. Nothing more to do.',
};

/** Whether the gateway still confirms a payment: it has not since reported another status, amount or currency. */
export function isPaidStill({
  gatewayStatus,
  problem,
}: {
  readonly gatewayStatus?: string | null;
  readonly problem: { readonly code: string } | null;
}): boolean {
  return (gatewayStatus == null || isSuccess(gatewayStatus)) && problem?.code !== 'otherMoney';
}

/** What the gateway has since reported about a paid payment, if it no longer confirms it. */
export function reportedSince({
  gatewayStatus,
  problem,
}: Pick<DescribedPayment, 'gatewayStatus' | 'problem'>): string {
  return problem?.code === 'otherMoney' ? `${moneyText(problem.held)} for it` : `the status ${gatewayStatus}`;
}

function awaitedMeaning({ origin, awaitedUntil = null }: DescribedPayment): string {
  const who =
    origin === 'link'
      ? 'As far as Bursar knows, the customer has not begun to pay yet.'
      : 'As far as Bursar knows, nobody has begun to pay it yet.';
  const until = awaitedUntil === null ? '' : ` until ${awaitedUntil}, and a few times after that`;
  return `${who} Bursar asks the gateway about it${until}.`;
}

function unknownMeaning({ kind, problem, decisions }: DescribedPayment): string {
  const isPerhapsRetried = mayBeRetried({ problem });
  // The gateway may have accepted it before the records were found to be older.
  const isOlder = isPerhapsRetried || wasThere({ problem });
  const known = `Bursar does not know ${isOlder ? 'what became of' : 'whether the gateway accepted'} this ${kindText(kind)}`;
  if (problem?.code === 'forgottenForLong')
    return `${known}: the gateway ${problem.byRepetition === true ? 'said that it had it' : 'accepted it'}, and has since answered for more than a day that it does not know it. A person has to decide.`;
  if (problem?.code === 'couldNotAskForLong')
    return `${known}, and the gateway has not said for more than a day. Bursar keeps asking. A person has to decide if that does not help.`;
  if (decisions.length > 0) return `${known}, and the gateway does not know it. A person has to decide.`;
  const notRepeated = `Bursar does not ${neverLeft({ problem }) ? 'send its request' : 'repeat the request'} and keeps asking`;
  if (problem?.code === 'heldBack')
    return `${known}. Its batch is paused, so ${notRepeated}. The batch says why it is paused and what to do.`;
  if (problem?.code === 'payeeBlocked') return `${known}. Its payee is blocked, so ${notRepeated}.`;
  if (problem?.code === 'mayBePaidAlready')
    return `${known}. Another payout, which it repeats, may have paid it, so ${notRepeated}.`;
  if (problem?.code === 'overtaken')
    return `${known}. Another payout already covers the same row, so ${notRepeated}.`;
  // The problem, shown below, says the rest.
  if (problem?.code === 'notConfirmed' || problem?.code === 'unsent')
    return `Whatever happened to the request, the order ID keeps this ${kindText(kind)} from being paid twice.`;
  if (isPerhapsRetried) return `${known}. It keeps asking, and only a person can have it sent again.`;
  if (isOlder) return `${known}, and keeps asking.`;
  return `${known}. It keeps asking, and the order ID keeps it from being paid twice.`;
}

function failedMeaning({ kind, gatewayStatus, unasked = null }: DescribedPayment): string {
  const known = `The gateway finished this ${kindText(kind)} with the status ${gatewayStatus ?? '(none)'}.`;
  const isPayout = kind === 'payout';
  switch (unasked) {
    case 'profileRemoved':
      return `${known} Its profile was removed, so Bursar no longer asks whether that changes. Add the profile again with its key to ask${isPayout ? ' or retry' : ''}.`;
    case 'prepareOnly':
      return `${known} This computer has no key of its profile, so Bursar does not ask here whether that changes. Refresh it on the computer that has the key.`;
    case 'ended':
      return `${known} Bursar no longer asks by itself whether that changes. Refresh it to ask${isPayout ? '; Bursar also asks before a retry is sent' : ''}.`;
    case null:
      return `${known} Bursar keeps asking in case that changes${isPayout ? ' and asks once more before a retry is sent' : ''}.`;
  }
}

function rejectedMeaning({ kind, problem, unasked, isRetriable = false }: DescribedPayment): string {
  const word = kindText(kind);
  const next =
    kind !== 'payout'
      ? ' A new one needs a new order ID.'
      : isRetriable
        ? ' It can be corrected and retried under a new order ID.'
        : '';
  if (problem?.code === 'notAccepted') {
    const asked = unasked === null ? ' Bursar keeps asking in case the gateway has it after all.' : '';
    return `${notAcceptedText(problem.wasAccepted, word)}${next}${asked}`;
  }
  if (problem?.code === 'payAgain')
    return `Bursar has not paid this row. The gateway holds another payment under its order ID, which may have paid the payee, and a person decided to pay again.${next}`;
  return `The gateway rejected this ${word}.${next}`;
}

function cancelledMeaning({ kind, wasSent, origin, problem, isProfileRemoved }: DescribedPayment): string {
  if (kind !== 'payout')
    return origin === 'link' || origin === 'followed'
      ? `Bursar has stopped checking this payment. ${isProfileRemoved === true ? addToAskText : 'If it may have been paid since, refresh it.'}`
      : 'Bursar has stopped checking this payment.';
  if (problem?.code === 'mayBePaidAlready' && !wasSent)
    return 'Cancelled: another payout, which it repeats, may have paid it. If both are owed, pay this one in a new file.';
  return wasSent
    ? 'Cancelled before Bursar repeated its request. The gateway may hold it from an earlier request: ask the gateway.'
    : 'Cancelled. These records show no request for it.';
}
