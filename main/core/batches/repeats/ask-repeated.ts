import { fail, type Failure } from '../../../../contract/result.ts';
import { couldNotAskText } from '../../../../contract/text/problem-text.ts';
import { failureText } from '../../../../contract/text/failure.ts';
import { askGateway, askingAbout, type AskContext } from '../../payments/ask.ts';
import { staysTrueMs } from '../../payments/schedule.ts';
import type { StoredPayment } from '../../ports/index.ts';

/** Asks about the payouts that a row repeats; returns the failure if the gateway could not say about one of them. */
type AskRepeated = (row: StoredPayment, signal: AbortSignal) => Promise<Failure | null>;

/**
 * For one run: each payout is asked about once while its answer stays true, however many rows repeat it. A payout that the gateway does not
 * know any longer says nothing more: a person had the row sent after it failed.
 */
export function createAskRepeated(context: AskContext): AskRepeated {
  const { store, clock } = context;
  const askedAt = new Map<number, number>();
  const isRecent = (paymentId: number): boolean =>
    Math.abs(clock.now() - (askedAt.get(paymentId) ?? 0)) <= staysTrueMs;
  return async (row, signal) => {
    const repeated = store.doubtfulRepeatsOf(row).filter((paymentId) => !isRecent(paymentId));
    for (const payment of store.paymentsOf(repeated)) {
      const asking = askingAbout(context, payment);
      if (!asking.ok) return asking;
      const { answer } = await askGateway(asking.value, payment, { priority: 'submission', signal });
      if (!answer.ok && answer.error.code !== 'gatewayNotFound') {
        const { code, details } = answer.error;
        const text = `${couldNotAskText(payment)} Payout ${row.idPayment}, which repeats it, waits until the gateway can be asked. ${failureText(answer.error)}`;
        return fail(code, text, details);
      }
      askedAt.set(payment.paymentId, clock.now());
    }
    return null;
  };
}
