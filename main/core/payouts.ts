import { fail, succeed } from '../../contract/result.ts';
import { toAttempt, toEvent, toPayoutSummary } from './convert.ts';
import type { CoreParts, Handlers } from './parts.ts';
import type { Finding, StoredPayment } from './ports.ts';

/** Rows that one look at the history goes through before it gives other work its turn. */
const scanLimit = 5000;

type PayoutHandlers = Pick<Handlers, Extract<keyof Handlers, `payouts.${string}`>>;

export function payoutHandlers(parts: CoreParts): PayoutHandlers {
  const { store, clock, emit } = parts;
  return {
    'payouts.list': async ({ after, limit, ...filter }, { signal }) => {
      const found: StoredPayment[] = [];
      let next = after;
      do {
        const page = store.listPayments({ ...filter, after: next, limit: limit - found.length, scanLimit });
        found.push(...page.payments);
        next = page.next;
        await clock.turn();
      } while (next !== null && found.length < limit && !signal.aborted);
      return succeed({ payouts: found.map(toPayoutSummary), next });
    },

    'payouts.show': ({ idPayout }) => {
      const payment = store.findPayment(idPayout);
      if (payment === null) return noPayout(idPayout);
      const { paymentId, profileName, paymentOperatorCode, emailAddress, reference, problem, retryOf } =
        payment;
      return succeed({
        ...toPayoutSummary(payment),
        profileName,
        paymentOperatorCode,
        emailAddress,
        reference,
        problemCode: problem?.code ?? null,
        problemMessage: problem?.message ?? null,
        retryOf,
        events: store.eventsOf(paymentId).map(toEvent),
        attempts: store.attemptsOf(paymentId).map(toAttempt),
      });
    },

    'payouts.decide': ({ idPayout, decision }) => {
      const payment = store.findPayment(idPayout);
      if (payment === null) return noPayout(idPayout);
      if (payment.state !== 'unknown' || payment.dueAt !== null)
        return fail(
          'notDecidable',
          `Payout ${idPayout} is ${payment.state}; there is nothing for a person to decide.`,
          { idPayout },
        );
      store.record([decided(payment, decision)], clock.now());
      emit({ kind: 'payout', id: idPayout });
      return succeed(toPayoutSummary(store.findPayment(idPayout) ?? payment));
    },
  };
}

const noPayout = (idPayout: string): ReturnType<typeof fail> =>
  fail('notFound', `There is no payout with the order ID ${idPayout}.`, { idPayout });

function decided({ paymentId }: StoredPayment, decision: 'sendAgain' | 'notAccepted'): Finding {
  const base = { paymentId, from: 'unknown', cause: 'a person decided', polls: 0 } as const;
  const isSentAgain = decision === 'sendAgain';
  const notAccepted = {
    code: 'notAccepted',
    message: 'A person found that the gateway did not accept this payout.',
  };
  return isSentAgain
    ? { ...base, to: 'queued', detail: 'send the same order ID again', problem: null, dueAt: null }
    : { ...base, to: 'rejected', detail: 'not accepted', problem: notAccepted, dueAt: null };
}
