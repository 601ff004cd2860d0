import { fail, type Failure } from '../../../../contract/result.ts';
import { timesOf, type AskContext } from '../../payments/ask.ts';
import { areWithin, type Times } from '../../payments/decision.ts';
import { longestRecheckingMs, lookedUpMs, staysTrueMs } from '../../payments/schedule.ts';
import type { GatewayClient, StoredPayment } from '../../ports/index.ts';
import { askAboutEnded, refuseOtherStatus } from './ask-ended.ts';

/** The payouts that rows repeat although they ended unpaid, and that the gateway is asked about once more before such a row is sent. */
export type Repeats = {
  /** Whether a row repeats one that has to be asked about. */
  hasDoubtful(row: StoredPayment): boolean;
  /** Whether the gateway has reported another status of one since a person had the row sent. */
  hasOtherStatus(row: StoredPayment): boolean;
  /** Asks about each of them; returns the failure if the gateway could not say about one, or reports another status of it. */
  ask(row: StoredPayment, signal: AbortSignal): Promise<Failure | null>;
};

/**
 * For one run: each payout is asked about once while its answer stays true, however many rows repeat it. A payout that the gateway does not
 * know says nothing more: a person had the row sent after it ended.
 */
export function createRepeats(context: AskContext, client: Pick<GatewayClient, 'gatewayNow'>): Repeats {
  const { store, clock } = context;
  const times = (): Times => timesOf(clock, client);
  const askedAt = new Map<number, Times>();
  let found = new Map<string, readonly number[]>();
  let foundAt = times();

  function doubtfulOf(row: StoredPayment): number[] {
    if (!areWithin(lookedUpMs, foundAt, times())) {
      found = new Map();
      foundAt = times();
    }
    return store.doubtfulRepeatsOf(row, { decidedSince: clock.now() - longestRecheckingMs, found });
  }

  function isToBeAsked(paymentId: number): boolean {
    const at = askedAt.get(paymentId);
    return at === undefined || !areWithin(staysTrueMs, at, times());
  }

  return {
    hasDoubtful: (row) => doubtfulOf(row).some(isToBeAsked),
    hasOtherStatus: (row) =>
      store.isEndedChangedSince(row) &&
      doubtfulOf(row).some((paymentId) => store.hasOtherStatus(row, paymentId)),
    async ask(row, signal) {
      const waits = `Payout ${row.idPayment}, which repeats it, waits`;
      for (const paymentId of doubtfulOf(row))
        for (const payment of store.paymentsOf([paymentId])) {
          if (isToBeAsked(paymentId)) {
            const at = times();
            const said = await askAboutEnded(context, payment, waits, signal);
            if (!said.ok) return withWayOut(said);
            askedAt.set(paymentId, at);
          }
          const refused = refuseOtherStatus(context, payment, { row, waits });
          if (refused !== null) return refused;
        }
      return null;
    },
  };
}

/** That the gateway may never say does not hold the row for ever: a release asks too, and leaves it to the person who confirms it. */
function withWayOut({ error: { code, message, details } }: Failure): Failure {
  const wayOut = 'To send it without that answer, cancel its batch and release it in a new one.';
  return fail(code, `${message} ${wayOut}`, details);
}
