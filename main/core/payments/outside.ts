import { gatewayTimeOf } from '../../../contract/payments/gateway-time.ts';
import { isSuccess } from '../../../contract/payments/life.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import { isAcceptedByRepetition, isTaken } from '../../../contract/payments/problem-facts.ts';
import type { PaymentDetail, StoredPayment } from '../ports/index.ts';
import type { Times } from './decision.ts';

/** Tolerance for the gateway's clock, which comes from Date headers with a resolution of one second. */
const clockErrorMs = 2000;
/** The clocks of one gateway never differ by more than this, even if one writes local time as UTC. */
const otherClockErrorMs = 15 * 60 * 60 * 1000;

/** A day alone, or one in an order that cannot be told, would make our own payment hours or months too early. */
const hasSeconds = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;

/**
 * Why a payment under our order ID is not the one that Bursar sent; null if it is, or if nothing contradicts it (DESIGN: The life of a
 * payout). Order IDs are derived from the rows, so the same file paid from another computer, or before a backup was restored, has the
 * same ones. Our payment was created after our first request, even if a proxy repeated the request. If the gateway gives no usable creation
 * time, only 409 on every attempt contradicts it. The part of a gateway that creates payments may have another clock than the part that answers, so without
 * that 409 a time that is hours too early proves nothing: if it counted, a person might pay our own payout twice. Nor does one
 * from after our first request and before now by this computer's clock: the `Date` of a gateway may be days ahead of its payments. Nor does one
 * that is too early only because the gateway's clock was ahead as the request left: it left before now. That no request has
 * left by these records (`neverLeft`) contradicts nothing: they may be older than what was sent without anything that shows it.
 */
export function isOutside(
  payment: StoredPayment,
  detail: PaymentDetail,
  { now, gatewayNow }: Times,
): PaymentProblem | null {
  const { state, problem, firstSentAt, gatewaySentAt } = payment;
  const wasTaken = isTaken(payment) || problem?.code === 'payAgain';
  const isDoubtful =
    wasTaken ||
    state === 'unknown' ||
    state === 'rejected' ||
    state === 'conflict' ||
    isAcceptedByRepetition(payment);
  if (!isDoubtful) return null;
  const createdAt =
    detail.createdAt !== null && hasSeconds.test(detail.createdAt)
      ? gatewayTimeOf(detail.createdAt)
      : Number.NaN;
  const isTimeKnown = !Number.isNaN(createdAt) && gatewaySentAt !== null;
  const toleranceMs = wasTaken ? clockErrorMs : otherClockErrorMs;
  if (isTimeKnown) {
    if (createdAt >= Math.min(gatewaySentAt, gatewayNow ?? gatewaySentAt) - toleranceMs) return null;
    // A clock of this computer that is weeks behind proves nothing either: by it, the payment would be from the future.
    const isOfHere = createdAt >= (firstSentAt ?? Infinity) - toleranceMs && createdAt <= now + toleranceMs;
    if (isOfHere && !wasTaken) return null;
  }
  if (!isTimeKnown && !wasTaken) return null;
  return {
    code: 'paidOutside',
    isPaid: isSuccess(detail.status),
    createdAt: isTimeKnown ? detail.createdAt : null,
  };
}
