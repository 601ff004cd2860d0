import { isSuccess } from '../../../contract/payments/life.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import type { PaymentDetail, StoredPayment } from '../ports/index.ts';

/** Tolerance for the gateway's clock, which comes from Date headers with a resolution of one second. */
const clockErrorMs = 2000;

/**
 * Why a payment under our order ID is not the one that Bursar sent; null if it is, or if nothing contradicts it (DESIGN: The life of a
 * payout). Order IDs are derived from the rows, so the same file paid from another computer, or before a backup was restored, has the
 * same ones. Our payment was created after our first request, even if a proxy repeated the request. If the gateway gives no creation
 * time, only a 409 on the first attempt contradicts it.
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
  return { code: 'paidOutside', isPaid: isSuccess(detail.status), createdAt: detail.createdAt };
}
