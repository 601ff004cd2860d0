import { fail, succeed, type Result } from '../../../../contract/result.ts';
import { couldNotAskText } from '../../../../contract/text/problem-text.ts';
import { failureText } from '../../../../contract/text/failure.ts';
import { askGateway, askingAbout, type AskContext } from '../../payments/ask.ts';
import type { StoredPayment } from '../../ports/index.ts';

/**
 * Asks about a payout that ended unpaid before another one is sent that may pay the same, and records the response.
 * `notFound`: the gateway does not know it. Any failure, also a response that does not say what became of it, leaves the other one waiting;
 * `waits` says so.
 */
export async function askAboutEnded(
  context: AskContext,
  payment: StoredPayment,
  waits: string,
  signal: AbortSignal,
): Promise<Result<'said' | 'notFound'>> {
  const asking = askingAbout(context, payment);
  if (!asking.ok) return asking;
  const { answer, decision } = await askGateway(asking.value, payment, { priority: 'submission', signal });
  if (answer.ok) {
    if (decision.usefulness === 'useful') return succeed('said');
    const words = `The gateway response about payout ${payment.idPayment} does not say what became of it. ${waits} until it does.`;
    return fail('gatewayAnswerUnreadable', words, { raw: answer.value.raw });
  }
  const { code, details } = answer.error;
  if (code === 'gatewayNotFound') return succeed('notFound');
  const text = `${couldNotAskText(payment)} ${waits} until the gateway can be asked. ${failureText(answer.error)}`;
  return fail(code, text, details);
}
