import type { PersonDecision } from '../../../contract/payments/payment.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import {
  isTaken,
  mayBeRetried,
  neverLeft,
  perhapsRetried,
  stillTaken,
} from '../../../contract/payments/problem-facts.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import { capitalised, kindText, stateText } from '../../../contract/text/states.ts';
import { profileOf } from '../context/subject.ts';
import type { Finding, Store, StoredPayment } from '../ports/index.ts';
import { askGateway, askingAbout, type AskContext } from './ask.ts';
import { unchanged } from './decision.ts';
import { textHashOf } from './identity.ts';

/** The decisions that a person can make about a payment. None while Bursar can still find out itself, unless it has been unable to for long. */
export function decisionsFor({
  state,
  dueAt,
  origin,
  problem,
}: Pick<StoredPayment, 'state' | 'dueAt' | 'origin' | 'problem'>): PersonDecision[] {
  const isPayout = origin === null;
  if (state === 'outside') return isPayout ? ['adopt', 'payAgain'] : ['adopt'];
  if (state !== 'unknown' || (dueAt !== null && problem?.code !== 'couldNotAskForLong')) return [];
  return isPayout ? ['sendAgain', 'notAccepted'] : ['notAccepted'];
}

const decisionText: Record<PersonDecision, string> = {
  sendAgain: 'repeating its request',
  notAccepted: 'marking it as not accepted',
  adopt: 'adopting it',
  payAgain: 'paying it again',
};

/**
 * The finding of a person's decision. The gateway is asked once more about an unknown payment: an answer that settles it is recorded, and refuses
 * the decision. Any other answer, and none, leaves it to the person.
 */
export async function decideNow(
  context: AskContext,
  payment: StoredPayment,
  decision: PersonDecision,
  signal: AbortSignal,
): Promise<Result<Finding>> {
  const { store, clock } = context;
  const possible = decide(payment, decision, clock.now());
  if (!possible.ok || payment.state !== 'unknown') return possible;
  const asking = askingAbout(context, payment);
  if (asking.ok)
    await askGateway(asking.value, payment, { priority: 'interactive', signal }, ({ findings }) =>
      findings.filter(({ from, to }) => from !== to),
    );
  if (signal.aborted) return fail('stopped', 'Stopped. Nothing was decided.');
  return decide(store.paymentsOf([payment.paymentId])[0] ?? payment, decision, clock.now());
}

/** The same without asking; fails with `notDecidable` if the payment's state does not allow it. */
function decide(payment: StoredPayment, decision: PersonDecision, now: number): Result<Finding> {
  const { kind, idPayment, state } = payment;
  if (decisionsFor(payment).includes(decision)) return succeed(decided(payment, decision, now));
  return fail(
    'notDecidable',
    `${capitalised(kindText(kind))} ${idPayment} is ${stateText(state)}, so ${decisionText[decision]} is not possible now.`,
    kind === 'payout' ? { idPayout: idPayment } : {},
  );
}

/** The failure of a decision about payments whose profile was removed: nobody could send them, or ask about them, afterwards. Null: it is there. */
export function refuseWithoutProfile(
  store: Pick<Store, 'findProfile'>,
  record: Pick<StoredPayment, 'keyId' | 'profileName'>,
  ofWhat: string,
): Failure | null {
  const profile = profileOf(store, record, ofWhat);
  return profile.ok
    ? null
    : fail(profile.error.code, `${profile.error.message} Add the profile again to decide.`);
}

/** Names payouts that were sent outside this history, with what a person sees of each: another one, or another finding, is another hash. */
export function outsideHashOf(payments: readonly Pick<StoredPayment, 'paymentId' | 'problem'>[]): string {
  return textHashOf(JSON.stringify(payments.map(({ paymentId, problem }) => [paymentId, problem])));
}

/** The finding of a decision; its event names the decision. */
export function decided(payment: StoredPayment, decision: PersonDecision, now: number): Finding {
  const cause = { code: 'decided', decision } as const;
  const base = { ...unchanged(payment), cause, polls: 0, dueAt: null };
  switch (decision) {
    case 'sendAgain':
      return { ...base, to: 'queued', problem: stillDoubtful(payment) };
    case 'notAccepted':
      // It may have been accepted after all, and its row may be paid again: the gateway is asked at once, and then on its slow schedule.
      return { ...base, to: 'rejected', problem: notAccepted(payment), dueAt: now };
    case 'adopt':
      return { ...base, to: 'accepted', problem: null, dueAt: now };
    case 'payAgain':
      return { ...base, to: 'rejected', problem: { code: 'payAgain' } };
  }
}

/** What stays known until the request leaves: the decision may be taken back before. */
function stillDoubtful(payment: StoredPayment): PaymentProblem | null {
  if (mayBeRetried(payment)) return perhapsRetried(payment);
  if (neverLeft(payment)) return { code: 'unsent' };
  return isTaken(payment) ? { code: 'orderIdTaken' } : null;
}

function notAccepted(payment: StoredPayment): PaymentProblem {
  const { problem } = payment;
  const wasAccepted = problem?.code === 'forgottenForLong' && problem.byRepetition !== true;
  return { code: 'notAccepted', ...stillTaken(payment), ...(wasAccepted ? { wasAccepted } : {}) };
}
