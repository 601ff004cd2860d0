import { retriableStates } from '../../../contract/payments/life.ts';
import type { PayoutDetail } from '../../../contract/payments/payment.ts';
import { fail, succeed, type Failure } from '../../../contract/result.ts';
import { isoTime, paidTooOf, retriedByOf, toPaymentLife, toPayoutSummary } from '../payments/convert.ts';
import { exportPayouts } from './export-payouts.ts';
import { countPayouts, listPayouts } from './list-payouts.ts';
import { totalPayouts } from './total-payouts.ts';
import { findPayout, findPayoutToDecide, payoutNamed } from '../payments/find-payout.ts';
import { refreshPayment } from '../payments/refresh.ts';
import { decideNow, refuseWithoutProfile } from '../payments/person-decisions.ts';
import { retriedFor } from '../batches/retry.ts';
import type { CoreContext, Handlers } from '../context/context.ts';
import type { Store, StoredPayment } from '../ports/index.ts';
import { actorStore, madeBy } from '../settings/actor.ts';

type PayoutHandlers = Pick<Handlers, Extract<keyof Handlers, `payouts.${string}`>>;

export function payoutHandlers(context: CoreContext): PayoutHandlers {
  const { store, clock, emit } = context;
  /** The current state of the payment. */
  const now = (payment: StoredPayment): StoredPayment => store.paymentsOf([payment.paymentId])[0] ?? payment;

  return {
    'payouts.list': (input, { signal }) => listPayouts(context, input, signal),
    'payouts.count': (input, { signal }) => countPayouts(context, input, signal),
    'payouts.totals': (input, { signal }) => totalPayouts(context, input, signal),
    'payouts.export': (input, { signal }) => exportPayouts(context, input, signal),

    'payouts.show': (which) => {
      const payment = findPayout(store, which);
      return payment === null ? noPayout(which.idPayout) : succeed(detailOf(store, payment));
    },

    'payouts.refresh': async (which, { signal }) => {
      const payment = findPayout(store, which);
      if (payment === null) return noPayout(which.idPayout);
      const refreshed = await refreshPayment(context, payment, signal);
      if (!refreshed.ok) return refreshed;
      return succeed(detailOf(store, now(payment)));
    },

    'payouts.decide': async ({ decision, ...which }, call) => {
      const found = findPayoutToDecide(store, which);
      if (!found.ok) return found;
      const payment = found.value;
      if (payment === null) return noPayout(which.idPayout);
      const orphaned = refuseWithoutProfile(store, payment, ` of payout ${which.idPayout}`);
      if (orphaned !== null) return orphaned;
      const made = await decideNow(context, payment, decision, call.signal);
      if (!made.ok) return made;
      actorStore(madeBy(context, call)).record([made.value], clock.now());
      emit({ kind: 'payout', id: which.idPayout });
      emit({ kind: 'batch', id: payment.batchId });
      return succeed(toPayoutSummary(now(payment)));
    },
  };
}

function detailOf(store: Store, payment: StoredPayment): PayoutDetail {
  const { batchId, paymentOperatorCode, emailAddress, retryOf } = payment;
  const batch = store.findBatch(batchId);
  if (batch === null) throw new Error(`payout ${payment.idPayment} has no batch`);
  const life = toPaymentLife(store, payment);
  return {
    ...toPayoutSummary(payment),
    environment: batch.environment,
    releasedAt: isoTime(batch.releasedAt),
    paymentOperatorCode,
    emailAddress,
    retryOf,
    retryOfBatchId: retryOf === null ? null : (payoutNamed(store, payment.keyId, retryOf)?.batchId ?? null),
    retriedBy: retriedByOf(store, payment),
    paidToo: paidTooOf(store, payment),
    // No other payout may cover its row, and its profile must still be there.
    isRetriable:
      retriableStates.has(payment.state) && retriedFor(store, payment) === null && !life.isProfileRemoved,
    ...life,
  };
}

const noPayout = (idPayout: string): Failure =>
  fail('notFound', `There is no payout with the order ID ${idPayout}.`, { idPayout });
