import { isSameMoney } from '../../../../contract/money/money.ts';
import { askGateway, askingAbout, type AskContext } from '../../payments/ask.ts';
import { mayBeThere } from '../../payments/decision.ts';
import type { CoreContext } from '../../context.ts';
import type { Finding, StoredPayment } from '../../ports/index.ts';

/** Asks the gateway about payments that callbacks named: soon, few at once, and not repeatedly. */
export type Asker = {
  /** False if too many already wait: scheduled polling finds that payment. */
  ask(paymentId: number): boolean;
  /** Resolves when the queries in flight are recorded. No more are sent. */
  stop(): Promise<void>;
};

const mostWaiting = 1000;
const mostAtOnce = 4;
/** Bursar asks about one payment at most once in this time, however many callbacks name it. */
const quietMs = 2000;
/** How often, and how long each time, to wait for the answer to a payment that is being sent. */
const mostTries = 10;
const sendingWaitMs = 500;
const longestSleepMs = 250;

type Waiting = { readonly notBefore: number; readonly tries: number };

export function createAsker(context: AskContext & Pick<CoreContext, 'background'>): Asker {
  const { store, clock, background } = context;
  const stopping = new AbortController();
  const { signal } = stopping;
  const waiting = new Map<number, Waiting>();
  const askedAt = new Map<number, number>();
  const underWay = new Map<number, Promise<void>>();
  let isSleeping = false;

  function pump(): void {
    while (!signal.aborted && underWay.size < mostAtOnce) {
      const due = nextDue();
      if (due === null) return void pumpLater();
      const [paymentId, { tries }] = due;
      waiting.delete(paymentId);
      const asking = askGatewayAbout(paymentId, tries).finally(() => {
        underWay.delete(paymentId);
        pump();
      });
      underWay.set(paymentId, asking);
    }
  }

  function nextDue(): [number, Waiting] | null {
    const now = clock.now();
    for (const entry of waiting) {
      const waitMs = entry[1].notBefore - now;
      // A clock that was set back must not put it off for long.
      if ((waitMs <= 0 || waitMs > quietMs) && !underWay.has(entry[0])) return entry;
    }
    return null;
  }

  async function pumpLater(): Promise<void> {
    if (isSleeping || waiting.size === 0) return;
    isSleeping = true;
    await clock.sleep(longestSleepMs, signal);
    isSleeping = false;
    pump();
  }

  async function askGatewayAbout(paymentId: number, tries: number): Promise<void> {
    try {
      const [payment] = store.paymentsOf([paymentId]);
      if (payment === undefined) return;
      if (payment.state === 'sending' && tries < mostTries)
        waiting.set(paymentId, { notBefore: clock.now() + sendingWaitMs, tries: tries + 1 });
      if (!mayBeThere(payment)) return;
      askedAt.delete(paymentId);
      askedAt.set(paymentId, clock.now());
      forgetOldest(askedAt, mostWaiting);
      await askAboutReported(context, payment, signal);
      background?.worked('callbackQuestions');
    } catch (thrown) {
      // A callback proves nothing: scheduled polling covers the payment too.
      background?.failed('callbackQuestions', thrown);
    }
  }

  return {
    ask(paymentId) {
      if (signal.aborted) return false;
      if (waiting.has(paymentId)) return true;
      if (waiting.size >= mostWaiting) return false;
      const last = askedAt.get(paymentId);
      waiting.set(paymentId, { notBefore: last === undefined ? 0 : last + quietMs, tries: 0 });
      pump();
      return true;
    },
    async stop() {
      stopping.abort();
      waiting.clear();
      await Promise.all(underWay.values());
    },
  };
}

/**
 * One GET; only a change of state is recorded, and a new status or fee of a payment that is asked about rarely or not at all. Whatever it says, the
 * schedule stays as it is and nothing is sent because of it: a callback, which anybody might have forged, only brings a query forward (interface:
 * Events 1, 5).
 */
async function askAboutReported(
  context: AskContext,
  payment: StoredPayment,
  signal: AbortSignal,
): Promise<void> {
  const asking = askingAbout(context, payment);
  if (!asking.ok) return;
  const { state, dueAt, polls } = payment;
  const isNews = ({
    from,
    to,
    notice,
    gatewayStatus = payment.gatewayStatus,
    fee = payment.fee,
  }: Finding): boolean =>
    from !== to ||
    notice !== undefined ||
    (state !== 'accepted' && (gatewayStatus !== payment.gatewayStatus || !isSameFee(fee, payment.fee)));
  await askGateway(asking.value, payment, { priority: 'polling', signal }, ({ findings }) =>
    findings.filter(isNews).map((found) => (found.from === found.to ? { ...found, dueAt, polls } : found)),
  );
}

function isSameFee(left: StoredPayment['fee'], right: StoredPayment['fee']): boolean {
  return left === null || right === null ? left === right : isSameMoney(left, right);
}

function forgetOldest(map: Map<number, number>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
