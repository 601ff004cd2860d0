import { fail, succeed, type Result } from '../../../contract/result.ts';
import { failureText } from '../../../contract/text/failure.ts';
import { couldNotAskText } from '../../../contract/text/problem-text.ts';
import { askGateway, askingAbout, type AskContext } from './ask.ts';
import { mayBeThere, unchanged, type Decision } from './decision.ts';
import { answeredNow } from './unanswered.ts';
import type { Finding, StoredPayment } from '../ports/index.ts';

/**
 * Asks the gateway about a payment now and records what a run would record; nothing is ever sent from here (operations
 * `payouts.refresh` and `incoming.refresh`). A run that asks at the same moment may be faster; findings that no longer
 * fit the state are dropped.
 */
export async function refreshPayment(
  context: AskContext,
  payment: StoredPayment,
  signal: AbortSignal,
): Promise<Result<null>> {
  if (!mayBeThere(payment)) return succeed(null);
  const asking = askingAbout(context, payment);
  if (!asking.ok) return asking;
  const options = { priority: 'interactive', signal } as const;
  const now = context.clock.now();
  const { answer } = await askGateway(asking.value, payment, options, (decision, about) =>
    orDueNow(about, decision, now),
  );
  const isNeverHeard = !answer.ok && answer.error.code === 'gatewayNotFound' && isNotSureThere(payment);
  if (answer.ok || isNeverHeard) return succeed(null);
  const { code, details } = answer.error;
  return fail(code, `${couldNotAskText(payment)} ${failureText(answer.error)}`, details);
}

/** Whether it is expected that the gateway does not know it. */
function isNotSureThere({ state }: StoredPayment): boolean {
  return (
    state === 'queued' ||
    state === 'unknown' ||
    state === 'awaited' ||
    state === 'rejected' ||
    state === 'cancelled'
  );
}

/** If the gateway never received it, the next run sends the same bytes again, with their intent first (I1). */
function orDueNow(
  payment: StoredPayment,
  { findings, sendAgain }: Decision,
  now: number,
): readonly Finding[] {
  return sendAgain
    ? [{ ...unchanged(payment), problem: answeredNow(payment.problem), dueAt: now }]
    : findings;
}
