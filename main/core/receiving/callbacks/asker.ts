import type { AppError } from '../../../../contract/errors.ts';
import { isSameMoney } from '../../../../contract/money/money.ts';
import { askGateway, askingAbout, type AskContext } from '../../payments/ask.ts';
import { mayBeThere } from '../../payments/decision.ts';
import { awaitedWaitMs } from '../../payments/schedule.ts';
import { createWakeup, earliest } from '../../payments/wakeup.ts';
import type { CoreContext } from '../../context/context.ts';
import { dropOldest } from '../../context/turns.ts';
import type { Finding, StoredPayment } from '../../ports/index.ts';

/** Asks the gateway about payments that callbacks named: soon, few at once, and not repeatedly. */
export type Asker = {
  /** False if too many already wait: this callback causes no query, and the schedule asks about the payment. */
  ask(payment: Pick<StoredPayment, 'paymentId' | 'state' | 'dueAt'>): boolean;
  /** Resolves when the queries in flight are recorded. No more are sent: what waits is dropped. */
  stop(): Promise<void>;
};

/** Of the payments that are polled anyway. One that nothing else asks about, such as a paid one, always waits. */
const mostWaiting = 1000;
const mostAtOnce = 4;
/** Bursar asks about one payment at most once in this time, however many callbacks name it. */
const quietMs = 2000;
/** How often, and how long each time, to wait for the answer to a payment that is being sent. */
const mostTries = 10;
const sendingWaitMs = 500;

type Waiting = {
  readonly since: number;
  readonly waitMs: number;
  /** How often it was still being sent. */
  readonly tries: number;
  /** How many queries in a row brought no answer. */
  readonly failures: number;
};

/**
 * The listener has answered 200, so the gateway does not repeat the callback, and no schedule polls a payment that has ended. So a query
 * without an answer is repeated, less and less often, until one is answered.
 */
export function createAsker(context: AskContext & Pick<CoreContext, 'background'>): Asker {
  const { store, clock, random, background } = context;
  const stopping = new AbortController();
  const { signal } = stopping;
  const wakeup = createWakeup(clock);
  const waiting = new Map<number, Waiting>();
  const askedAt = new Map<number, number>();
  const underWay = new Map<number, Promise<void>>();
  const failing = new Set<number>();
  const ended = pump();

  async function pump(): Promise<void> {
    while (!signal.aborted) {
      for (const [paymentId, wait] of dueNow()) {
        waiting.delete(paymentId);
        const asking = askGatewayAbout(paymentId, wait).finally(() => {
          underWay.delete(paymentId);
          wakeup.wake();
        });
        underWay.set(paymentId, asking);
      }
      await wakeup.wait(nextAt(), signal);
    }
  }

  function dueNow(): [number, Waiting][] {
    const now = clock.now();
    // A clock that was set back must not put it off for long.
    const isDue = ({ since, waitMs }: Waiting): boolean => now >= since + waitMs || now < since;
    const due = [...waiting].filter(([paymentId, wait]) => !underWay.has(paymentId) && isDue(wait));
    return due.slice(0, Math.max(0, mostAtOnce - underWay.size));
  }

  /** When the next query is due, apart from what the end of one under way will allow. */
  function nextAt(): number | null {
    if (underWay.size >= mostAtOnce) return null;
    const idle = [...waiting].filter(([paymentId]) => !underWay.has(paymentId));
    return earliest(...idle.map(([, { since, waitMs }]) => since + waitMs));
  }

  async function askGatewayAbout(paymentId: number, { tries, failures }: Waiting): Promise<void> {
    try {
      const [payment] = store.paymentsOf([paymentId]);
      if (payment?.state === 'sending' && tries < mostTries)
        putOff(paymentId, { waitMs: sendingWaitMs, tries: tries + 1, failures });
      if (payment !== undefined && mayBeThere(payment)) {
        askedAt.delete(paymentId);
        askedAt.set(paymentId, clock.now());
        dropOldest(askedAt, mostWaiting);
        const error = await askAboutReported(context, payment, signal);
        if (signal.aborted) return;
        if (error !== null) return unanswered(paymentId, failures, error);
      }
      failing.delete(paymentId);
      if (failing.size === 0) background?.worked('callbackQuestions');
    } catch (thrown) {
      unanswered(paymentId, failures, thrown);
    }
  }

  function unanswered(paymentId: number, failures: number, thrown: unknown): void {
    failing.add(paymentId);
    background?.failed('callbackQuestions', thrown);
    const waitMs = awaitedWaitMs(failures, random.fraction());
    putOff(paymentId, { waitMs, tries: 0, failures: failures + 1 });
  }

  /** A callback that arrived during the query is not put off. */
  function putOff(paymentId: number, wait: Omit<Waiting, 'since'>): void {
    if (!waiting.has(paymentId)) waiting.set(paymentId, { ...wait, since: clock.now() });
  }

  return {
    ask({ paymentId, state, dueAt }) {
      if (signal.aborted) return false;
      const before = waiting.get(paymentId);
      const isPolled = dueAt !== null || state === 'sending';
      if (before === undefined && isPolled && waiting.size >= mostWaiting) return false;
      if (before !== undefined && before.failures === 0) return true;
      const { tries = 0, failures = 0 } = before ?? {};
      const last = askedAt.get(paymentId);
      const soon = last === undefined ? { since: clock.now(), waitMs: 0 } : { since: last, waitMs: quietMs };
      waiting.set(paymentId, { ...soon, tries, failures });
      wakeup.wake();
      return true;
    },
    async stop() {
      stopping.abort();
      waiting.clear();
      await Promise.all([ended, ...underWay.values()]);
      if (failing.size > 0) background?.worked('callbackQuestions');
    },
  };
}

/**
 * One GET; only a change of state is recorded, and a new status or fee of a payment that is asked about rarely or not at all. Whatever it says, the
 * schedule stays as it is and nothing is sent because of it: a callback, which anybody might have forged, only brings a query forward (interface:
 * Events 1, 5). Returns the error if there was no answer; that the gateway does not know the payment is one.
 */
async function askAboutReported(
  context: AskContext,
  payment: StoredPayment,
  signal: AbortSignal,
): Promise<AppError | null> {
  const asking = askingAbout(context, payment);
  if (!asking.ok) return null;
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
  const { answer } = await askGateway(
    asking.value,
    payment,
    { priority: 'polling', signal },
    ({ findings }) =>
      findings.filter(isNews).map((found) => (found.from === found.to ? { ...found, dueAt, polls } : found)),
  );
  return answer.ok || answer.error.code === 'gatewayNotFound' ? null : answer.error;
}

function isSameFee(left: StoredPayment['fee'], right: StoredPayment['fee']): boolean {
  return left === null || right === null ? left === right : isSameMoney(left, right);
}
