import type { PersonDecision } from '../../../contract/payment.ts';
import { problemCodes, unchanged } from '../payments/decision.ts';
import type { Finding, StoredPayment } from '../ports/index.ts';

/** What a person may decide about a payout as it stands; nothing while Bursar still finds out by itself. */
export function decisionsFor({ state, dueAt, problem }: StoredPayment): PersonDecision[] {
  if (state === 'outside') return ['adopt', 'payAgain'];
  const isForAPerson = state === 'unknown' && dueAt === null && problem?.code !== problemCodes.heldBack;
  return isForAPerson ? ['sendAgain', 'notAccepted'] : [];
}

/** What follows from a decision; the event says what was decided. */
export function decided(payment: StoredPayment, decision: PersonDecision, now: number): Finding {
  const base = { ...unchanged(payment), cause: 'a person decided', detail: decision, polls: 0, dueAt: null };
  switch (decision) {
    case 'sendAgain':
      return { ...base, to: 'queued', problem: null };
    case 'notAccepted': {
      const message = 'A person found that the gateway did not accept this payout.';
      return { ...base, to: 'rejected', problem: { code: 'notAccepted', message } };
    }
    case 'adopt':
      return { ...base, to: 'accepted', problem: null, dueAt: now };
    case 'payAgain': {
      const message =
        'The gateway did not accept this payout from here: its order ID was used outside this history. A person decided to pay the row again.';
      return { ...base, to: 'rejected', problem: { code: problemCodes.paidOutside, message } };
    }
  }
}
