import { actorIn } from '../../../contract/actor.ts';
import { Cause } from '../../../contract/payments/cause.ts';
import { causeText } from '../../../contract/text/cause-text.ts';
import { runningTotals, type CurrencyTotal } from '../../../contract/money/money.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import { amountIn, counted } from '../../../contract/text/numbers.ts';
import { moneyOutcomes, outcomeLabels, type Outcome } from '../../../contract/text/outcome.ts';
import { stateLabel } from '../../../contract/text/states.ts';
import type { ChainedEvent, PaperPart, StoredPayment } from '../ports/index.ts';

/** Typesetting takes about a second for 1,200 rows; a longer list is read in a spreadsheet. */
export const rowsOnPaper = 2000;

/** What payments come to, as a report tells it. */
export type Sums = Parameters<typeof moneyOutcomes>[0];

/** Adds up payments, page by page. */
export function runningSums(): { add(payments: readonly StoredPayment[]): void; sums(): Sums } {
  const totals = runningTotals();
  const fees = runningTotals();
  const byState = new Map<PaymentState, ReturnType<typeof runningTotals>>();
  return {
    add(payments) {
      for (const payment of payments) {
        totals.add(payment);
        if (payment.fee !== null && payment.state === 'paid') fees.add(payment.fee);
        const ofState = byState.get(payment.state) ?? runningTotals();
        ofState.add(payment);
        byState.set(payment.state, ofState);
      }
    },
    sums: () => ({
      totals: totals.list(),
      fees: fees.list(),
      totalsByState: Array.from(byState, ([state, ofState]) => ({ state, totals: ofState.list() })),
    }),
  };
}

const outcomeOrder = ['paid', 'inProgress', 'notPaid', 'toReview'] as const satisfies readonly Outcome[];

/** Totals and outcomes in money, a row a currency. */
export function outcomePart(sums: Sums): PaperPart {
  const money = (code: string, total: CurrencyTotal | null): string =>
    total === null ? '–' : `${amountIn(total.amount, code)} (${counted(total.count, 'payout')})`;
  return {
    kind: 'table',
    columns: [
      { header: 'Currency' },
      { header: 'Total', share: 1, isFigure: true },
      ...outcomeOrder.map((outcome) => ({ header: outcomeLabels[outcome], share: 1, isFigure: true })),
      { header: 'Fees of paid', isFigure: true },
    ],
    rows: moneyOutcomes(sums).map((outcome) => [
      outcome.currencyCode,
      money(outcome.currencyCode, outcome.total),
      ...outcomeOrder.map((name) => money(outcome.currencyCode, outcome[name])),
      outcome.fee === null ? '–' : amountIn(outcome.fee.amount, outcome.currencyCode),
    ]),
  };
}

/** Payments with what became of them, a row each. */
export function paymentsPart(payments: readonly StoredPayment[]): PaperPart {
  return {
    kind: 'table',
    columns: [
      { header: 'Row', isFigure: true },
      { header: 'Payee', share: 3 },
      { header: 'Account', share: 3 },
      { header: 'Reference', share: 2 },
      { header: 'Order ID', share: 2 },
      { header: 'Amount', isFigure: true },
      { header: '' },
      { header: 'State' },
      { header: 'Gateway status' },
    ],
    rows: payments.map((payment) => [
      String(payment.rowNumber),
      payment.accountName,
      payment.accountNumber || payment.emailAddress,
      payment.reference,
      payment.idPayment,
      amountIn(payment.amount, payment.currencyCode),
      payment.currencyCode,
      stateLabel(payment.state),
      payment.gatewayStatus ?? '',
    ]),
  };
}

/** A moment for people who may be anywhere: `2026-01-31 12:00:00 UTC`. */
export function momentText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** What an event tells, in words. */
export function eventText({ cause, actor }: Pick<ChainedEvent, 'cause' | 'actor'>): string {
  try {
    const read = Cause.safeParse(JSON.parse(cause));
    return read.success ? causeText(read.data, actorIn(actor)) : cause;
  } catch {
    // Bursar up to version 0.4.0 wrote words.
    return cause;
  }
}
