import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import type { PaymentDetail, StoredPayment } from '../ports/index.ts';

/** How far the gateway's clock, read off a Date header that is a second coarse, may be mistaken. */
const clockErrorMs = 2000;

/**
 * Why a payment under our order ID is not the one that we sent; null when it is ours or nothing speaks against it
 * (DESIGN: The life of a payout). Order IDs follow from the rows, so a file paid from another computer, or before a backup
 * was restored, carries them too. Ours was created after our first request left; a proxy that repeats our request changes
 * nothing about that. Where the gateway does not say when, only 409 on the first attempt speaks against it.
 */
export function isOutside(payment: StoredPayment, detail: PaymentDetail): PaymentProblem | null {
  const { state, problem, gatewaySentAt } = payment;
  const isDoubtful =
    state === 'unknown' ||
    state === 'rejected' ||
    problem?.code === 'orderIdTaken' ||
    problem?.code === 'acceptedBefore';
  if (!isDoubtful) return null;
  const createdAt = detail.createdAt === null ? Number.NaN : Date.parse(detail.createdAt);
  const isTimeKnown = !Number.isNaN(createdAt) && gatewaySentAt !== null;
  if (isTimeKnown && createdAt >= gatewaySentAt - clockErrorMs) return null;
  if (!isTimeKnown && problem?.code !== 'orderIdTaken' && problem?.code !== 'payAgain') return null;
  return { code: 'paidOutside', isPaid: detail.status === 'SUCCESS', createdAt: detail.createdAt };
}
