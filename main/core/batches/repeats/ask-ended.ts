import { fail, succeed, type Failure, type Result } from '../../../../contract/result.ts';
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

/**
 * Leaves `row` waiting if the gateway reports another status of a payout that ended unpaid than a person saw who had `row` sent. The
 * interface names no status but SUCCESS, so another one may mean that the payout was paid: a person has to see it.
 */
export function refuseOtherStatus(
  { store }: Pick<AskContext, 'store'>,
  { paymentId, idPayment }: StoredPayment,
  { row, waits }: { readonly row: StoredPayment; readonly waits: string },
): Failure | null {
  // What a draft retries is compared with what its release shows.
  if (row.state === 'draft' || !store.hasOtherStatus(row, paymentId)) return null;
  const status = store.paymentsOf([paymentId])[0]?.gatewayStatus ?? 'none';
  const message = `The gateway reports the status ${status} of payout ${idPayment}, another one than when payout ${row.idPayment} was released. It may mean that it was paid. ${waits}. If it is still owed, cancel the batch and release the row again in a new one.`;
  return fail('retryOvertaken', message, { idPayout: idPayment });
}
