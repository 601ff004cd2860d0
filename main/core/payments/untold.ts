import type { AppError } from '../../../contract/errors.ts';
import type { PaymentProblem } from '../../../contract/payments/problem.ts';
import type { Finding, StoredPayment } from '../ports/index.ts';
import { later, wasRefusedUnnamed, type Moment } from './decision.ts';
import { stillTaken } from './outside.ts';
import { requestFailureOf } from './request-failure.ts';
import { longestUnknownMs } from './schedule.ts';

type Untold = Extract<PaymentProblem, { code: 'couldNotAsk' | 'moneyMissing' | 'couldNotAskForLong' }>;

/** That a failed read proves nothing about a payment (I13). */
export function couldNotAsk(error: AppError) {
  return { code: 'couldNotAsk', failure: requestFailureOf(error) } as const;
}

/** Whether a retry that is not recorded may stand for the row of a payment. */
export function mayBeRetried({ problem }: Pick<StoredPayment, 'problem'>): boolean {
  return problem?.code === 'perhapsRetried' || (isUntold(problem) && problem.mayBeRetried === true);
}

/**
 * A question about an unknown payment that brought nothing. What decides how the next response is read is kept. After more than a day a
 * person may decide, and Bursar keeps asking; what was left to a person before stays so.
 */
export function stillUntold(
  payment: StoredPayment,
  problem: Extract<PaymentProblem, { code: 'couldNotAsk' | 'moneyMissing' }>,
  moment: Moment,
): Finding[] {
  if (payment.dueAt === null) return [];
  const since = untoldSince(payment, moment);
  const isLong =
    payment.problem?.code === 'couldNotAskForLong' ||
    (moment.gatewayNow !== null && since !== null && moment.gatewayNow - since > longestUnknownMs);
  const refused = wasRefusedUnnamed(payment);
  const kept = {
    ...(since === null ? {} : { since: new Date(since).toISOString() }),
    ...stillTaken(payment),
    ...(refused === null ? {} : { refused }),
    ...(mayBeRetried(payment) ? ({ mayBeRetried: true } as const) : {}),
  };
  if (!isLong) return [later(payment, { ...problem, ...kept }, moment)];
  const failure = problem.code === 'couldNotAsk' ? problem.failure : unreadable;
  return [later(payment, { code: 'couldNotAskForLong', failure, ...kept }, moment)];
}

const unreadable = { error: 'gatewayAnswerUnreadable' } as const;

/** The problem of a payment about which the gateway has now told something: the day begins again. */
export function toldNow(problem: PaymentProblem | null): PaymentProblem | null {
  if (!isUntold(problem)) return problem;
  const { since: _since, ...rest } = problem;
  return rest.code === 'couldNotAskForLong' ? { ...rest, code: 'couldNotAsk' } : rest;
}

/** By the gateway's clock, when questions about a payment began to bring nothing; null where that clock was never known since. */
function untoldSince({ problem }: StoredPayment, { gatewayNow }: Moment): number | null {
  const since = isUntold(problem) ? Date.parse(problem.since ?? '') : Number.NaN;
  if (Number.isNaN(since)) return gatewayNow;
  return gatewayNow === null ? since : Math.min(since, gatewayNow);
}

function isUntold(problem: PaymentProblem | null): problem is Untold {
  return (
    problem?.code === 'couldNotAsk' ||
    problem?.code === 'moneyMissing' ||
    problem?.code === 'couldNotAskForLong'
  );
}
