import { actorIn } from '../../../contract/actor.ts';
import { Cause } from '../../../contract/payments/cause.ts';
import { eventDetail } from '../../../contract/text/activity/event-detail.ts';
import { causeText } from '../../../contract/text/cause-text.ts';
import { runningTotals, type CurrencyTotal } from '../../../contract/money/money.ts';
import type { BatchReport } from '../../../contract/batches/batch.ts';
import { paymentStates } from '../../../contract/payments/payment.ts';
import { amountIn, counted } from '../../../contract/text/numbers.ts';
import {
  moneyOutcomes,
  outcomeLabels,
  listedOutcomes,
  type Outcome,
} from '../../../contract/text/outcome.ts';
import { stateLabel } from '../../../contract/text/states.ts';
import { readJson } from '../../../contract/json.ts';
import type { ChainedEvent, PaperPart, StoredPayment } from '../ports/index.ts';
import { wasPaidOutside } from './convert.ts';

/** Typesetting takes about a second for 1,200 rows; longer lists are better read in a spreadsheet. */
export const rowsOnPaper = 2000;

/** The totals of payments, as a report shows them. */
export type Sums = Pick<BatchReport, 'totals' | 'totalsByState' | 'totalsPaidOutside' | 'fees'>;

/** Adds up payments, page by page. */
export function runningSums(): { add(payments: readonly StoredPayment[]): void; sums(): Sums } {
  const totals = runningTotals();
  const fees = runningTotals();
  const outside = runningTotals();
  const byState = new Map(paymentStates.map((state) => [state, runningTotals()]));
  return {
    add(payments) {
      for (const payment of payments) {
        totals.add(payment);
        if (payment.fee !== null && payment.state === 'paid') fees.add(payment.fee);
        if (wasPaidOutside(payment)) outside.add(payment);
        byState.get(payment.state)?.add(payment);
      }
    },
    sums: () => ({
      totals: totals.list(),
      fees: fees.list(),
      totalsPaidOutside: outside.list(),
      totalsByState: Array.from(byState, ([state, ofState]) => ({ state, totals: ofState.list() })).filter(
        ({ totals: ofState }) => ofState.length > 0,
      ),
    }),
  };
}

const alwaysListed: readonly Outcome[] = ['paid', 'inProgress', 'notPaid', 'toReview'];

/** Totals and outcomes in money, one row per currency. */
export function outcomePart(sums: Sums): PaperPart {
  const money = (code: string, total: CurrencyTotal | null): string =>
    total === null ? '–' : `${amountIn(total.amount, code)} (${counted(total.count, 'payout')})`;
  const lines = moneyOutcomes(sums);
  const outcomes = listedOutcomes(lines, alwaysListed);
  return {
    kind: 'table',
    columns: [
      { header: 'Currency' },
      { header: 'Total', share: 1, isFigure: true },
      ...outcomes.map((outcome) => ({ header: outcomeLabels[outcome], share: 1, isFigure: true })),
      { header: 'Fees of paid', share: 1, isFigure: true },
    ],
    rows: lines.map((outcome) => [
      outcome.currencyCode,
      money(outcome.currencyCode, outcome.total),
      ...outcomes.map((name) => money(outcome.currencyCode, outcome[name])),
      outcome.fee === null ? '–' : amountIn(outcome.fee.amount, outcome.currencyCode),
    ]),
  };
}

/** Payments with their outcome, one row each. */
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

/** The text of an event. */
export function eventText({ cause, actor }: Pick<ChainedEvent, 'cause' | 'actor'>): string {
  const read = readJson(Cause, cause);
  // Bursar up to version 0.4.0 wrote words.
  return read === null ? cause : causeText(read, actorIn(actor));
}

/** The text of an event with its details: who verified a payee and how, whose key signed, why duplicates were confirmed. */
export function fullEventText(event: Pick<ChainedEvent, 'cause' | 'actor' | 'detail'>): string {
  const read = readJson(Cause, event.cause);
  const detail = read === null ? null : eventDetail(read, event.detail);
  return detail === null ? eventText(event) : `${eventText(event)}. ${detail}`;
}
