import type { PersonDecision } from '../../../contract/payments/payment.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import type { Finding, StoredPayment } from '../ports/index.ts';
import { unchanged } from './decision.ts';
import { isTaken, stillTaken } from './outside.ts';

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

/** The finding of a decision; its event names the decision. */
export function decided(payment: StoredPayment, decision: PersonDecision, now: number): Finding {
  const cause = { code: 'decided', decision } as const;
  const base = { ...unchanged(payment), cause, polls: 0, dueAt: null };
  switch (decision) {
    case 'sendAgain':
      return { ...base, to: 'queued', problem: isTaken(payment) ? { code: 'orderIdTaken' } : null };
    case 'notAccepted':
      return { ...base, to: 'rejected', problem: notAccepted(payment) };
    case 'adopt':
      return { ...base, to: 'accepted', problem: null, dueAt: now };
    case 'payAgain':
      return { ...base, to: 'rejected', problem: { code: 'payAgain' } };
  }
}

function notAccepted(payment: StoredPayment): PaymentProblem {
  const { problem } = payment;
  const wasAccepted = problem?.code === 'forgottenForLong' && problem.byRepetition !== true;
  return { code: 'notAccepted', ...stillTaken(payment), ...(wasAccepted ? { wasAccepted } : {}) };
}
