import { retriableStates } from '../../../contract/payments/life.ts';
import type { PayoutDetail, PersonDecision } from '../../../contract/payments/payment.ts';
import { fail, succeed, type Failure } from '../../../contract/result.ts';
import { stateText } from '../../../contract/text/states.ts';
import {
  toAttempt,
  toEvent,
  toGatewayReport,
  toPayoutSummary,
  toProblemFields,
  retriedByOf,
  unaskedOf,
  wasSent,
} from '../payments/convert.ts';
import { exportPayouts } from './export-payouts.ts';
import { countPayouts, listPayouts } from './list-payouts.ts';
import { totalPayouts } from './total-payouts.ts';
import { refreshPayment } from '../payments/refresh.ts';
import { decided, decisionsFor } from '../payments/person-decisions.ts';
import { retriedFor } from '../batches/retry.ts';
import { profileOf, type CoreContext, type Handlers } from '../context.ts';
import type { Store, StoredPayment } from '../ports/index.ts';
import { actorStore, madeBy } from '../settings/actor.ts';

type PayoutHandlers = Pick<Handlers, Extract<keyof Handlers, `payouts.${string}`>>;

export function payoutHandlers(context: CoreContext): PayoutHandlers {
  const { store, clock, emit } = context;
  return {
    'payouts.list': (input, { signal }) => listPayouts(context, input, signal),
    'payouts.count': (input, { signal }) => countPayouts(context, input, signal),
    'payouts.totals': (input, { signal }) => totalPayouts(context, input, signal),
    'payouts.export': (input, { signal }) => exportPayouts(context, input, signal),

    'payouts.show': ({ idPayout, profileName }) => {
      const payment = store.findPayment(idPayout, profileName);
      return payment === null ? noPayout(idPayout) : succeed(detailOf(store, payment));
    },

    'payouts.refresh': async ({ idPayout, profileName }, { signal }) => {
      const payment = store.findPayment(idPayout, profileName);
      if (payment === null) return noPayout(idPayout);
      const refreshed = await refreshPayment(context, payment, signal);
      if (!refreshed.ok) return refreshed;
      return succeed(detailOf(store, store.findPayment(idPayout, profileName) ?? payment));
    },

    'payouts.decide': ({ idPayout, profileName, decision }, call) => {
      const payment = store.findPayment(idPayout, profileName);
      if (payment === null) return noPayout(idPayout);
      if (!decisionsFor(payment).includes(decision))
        return fail(
          'notDecidable',
          `Payout ${idPayout} is ${stateText(payment.state)}, so ${decisionText[decision]} is not possible now.`,
          { idPayout },
        );
      actorStore(madeBy(context, call)).record([decided(payment, decision, clock.now())], clock.now());
      emit({ kind: 'payout', id: idPayout });
      emit({ kind: 'batch', id: payment.batchId });
      return succeed(toPayoutSummary(store.findPayment(idPayout, profileName) ?? payment));
    },
  };
}

function detailOf(store: Store, payment: StoredPayment): PayoutDetail {
  const { paymentId, batchId, paymentOperatorCode, emailAddress, retryOf } = payment;
  const batch = store.findBatch(batchId);
  if (batch === null) throw new Error(`payout ${payment.idPayment} has no batch`);
  return {
    ...toPayoutSummary(payment),
    environment: batch.environment,
    paymentOperatorCode,
    emailAddress,
    ...toProblemFields(payment),
    retryOf,
    retriedBy: retriedByOf(store, payment),
    // No other payout may cover its row, and its profile must still be there.
    isRetriable:
      retriableStates.has(payment.state) &&
      retriedFor(store, payment) === null &&
      profileOf(store, payment).ok,
    decisions: decisionsFor(payment),
    wasSent: wasSent(payment),
    unasked: unaskedOf(store, payment),
    ...toGatewayReport(payment),
    events: store.eventsOf(paymentId).map(toEvent),
    attempts: store.attemptsOf(paymentId).map(toAttempt),
  };
}

const noPayout = (idPayout: string): Failure =>
  fail('notFound', `There is no payout with the order ID ${idPayout}.`, { idPayout });

const decisionText: Record<PersonDecision, string> = {
  sendAgain: 'repeating its request',
  notAccepted: 'marking it as not accepted',
  adopt: 'adopting it',
  payAgain: 'paying it again',
};
