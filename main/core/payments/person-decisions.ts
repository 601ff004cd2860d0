import type { PersonDecision } from '../../../contract/payments/payment.ts';
import { kindText } from '../../../contract/text/states.ts';
import type { Finding, StoredPayment } from '../ports/index.ts';
import { problemCodes, unchanged } from './decision.ts';

/** What a person may decide about a payment as it stands; nothing while Bursar still finds out by itself. */
export function decisionsFor({
  state,
  dueAt,
  problem,
  origin,
}: Pick<StoredPayment, 'state' | 'dueAt' | 'problem' | 'origin'>): PersonDecision[] {
  const isPayout = origin === null;
  if (state === 'outside') return isPayout ? ['adopt', 'payAgain'] : ['adopt'];
  const isForAPerson = state === 'unknown' && dueAt === null && problem?.code !== problemCodes.heldBack;
  if (!isForAPerson) return [];
  return isPayout ? ['sendAgain', 'notAccepted'] : ['notAccepted'];
}

/** What follows from a decision; the event says what was decided. */
export function decided(payment: StoredPayment, decision: PersonDecision, now: number): Finding {
  const base = { ...unchanged(payment), cause: 'a person decided', detail: decision, polls: 0, dueAt: null };
  switch (decision) {
    case 'sendAgain':
      return { ...base, to: 'queued', problem: null };
    case 'notAccepted': {
      const message = `A person recorded that the gateway did not accept this ${kindText(payment.kind)}.`;
      return { ...base, to: 'rejected', problem: { code: 'notAccepted', message } };
    }
    case 'adopt':
      return { ...base, to: 'accepted', problem: null, dueAt: now };
    case 'payAgain': {
      const message =
        'A person decided to pay this row again: its order ID was used outside this history before Bursar used it.';
      return { ...base, to: 'rejected', problem: { code: problemCodes.paidOutside, message } };
    }
  }
}
