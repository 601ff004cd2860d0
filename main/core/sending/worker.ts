import { countIn, openStates } from '../../../contract/payments/payment.ts';
import type { AppError } from '../../../contract/errors.ts';
import { succeed } from '../../../contract/result.ts';
import { clockDifferenceText } from '../../../contract/text/clock.ts';
import { createWakeup } from '../payments/wakeup.ts';
import type { Signal } from './signal.ts';
import { createFloorGuard } from './floor-guard.ts';
import type { RunEnd } from './response-tracker.ts';
import { run } from './run.ts';
import type { Guarded } from './safeguards.ts';
import type { CoreContext } from '../context/context.ts';
import { errorOf } from '../context/refused.ts';
import { clientOf, profileOf } from '../context/subject.ts';
import { inPieces } from '../context/turns.ts';
import type { GatewayClient, StoredProfile } from '../ports/index.ts';
import { queueReleased } from '../batches/queue-released.ts';
import { stopIfRetriedElsewhere, isAtGateway, paidByRetry } from '../batches/later-retries.ts';
import { createRepeats } from '../batches/repeats/ask-repeated.ts';
import { askAboutOld } from '../batches/retry.ts';
import { askingAbout } from '../payments/ask.ts';
import { usefulnessOf } from '../payments/decision.ts';
import { entryScope } from '../payments/scope.ts';
import { watchedBalances } from '../treasury/balances.ts';
import { saveHolds } from '../treasury/floor-holds.ts';
import { retryWaitMs } from '../payments/schedule.ts';
import type { RunRequest } from './run-context.ts';
import { hasWork } from './work.ts';

/** The task of one run of the engine: batches of one profile, until they are sent or final. */
export type RunTask = RunRequest & {
  /** The batches whose rows are not all queued yet. */
  readonly releasing: () => readonly string[];
  /** Ends as `notBegun`, before anything is claimed, if the gateway is unreachable or rejects this merchant. */
  readonly mustReach: boolean;
  /** Whether to refresh the balances after payments changed them. */
  readonly readsBalances: boolean;
  /** Called with the reason why sending is blocked, and with null when it no longer is. */
  readonly onProblem: (error: AppError | null) => void;
  /** Called after each commit, with the batches concerned. */
  readonly onRecorded: (batchIds: ReadonlySet<string>) => void;
  /** Called with why a batch may not be sent, once it is paused. */
  readonly onRefused: (error: AppError) => void;
};

const interruptedAtOnce = 100;

/** Access is checked before the first claim, so that a rejected merchant leaves no payout in doubt. */
const whole = {
  until: 'final',
  silenceLimitMs: Infinity,
  mustReach: true,
  readsBalances: true,
  keepsAsking: true,
} as const;

/** The task of one background worker, until no work is left. */
type WorkerTask = Omit<RunTask, keyof typeof whole | 'workSignal'> & {
  /** Notifies when there may be more work. */
  readonly workSignal: Signal;
  /** Called after each run; the list of batches may have changed since. */
  readonly onRunEnded: () => void;
};

/**
 * Sends and tracks the batches of one profile, with one run of the engine at a time, until no work is left or the signal aborts. If
 * the gateway is silent or rejects the merchant, or on an internal error, it reports the problem and retries with exponential
 * backoff, or earlier on `workSignal`. Never rejects.
 */
export async function workOn(context: CoreContext, task: WorkerTask): Promise<void> {
  const { clock } = context;
  const wakeup = createWakeup(clock);
  const leave = task.workSignal.listen(() => wakeup.wake());
  try {
    for (let failures = 0; !task.signal.aborted && task.batchIds().length > 0;) {
      const problem = await attempt(context, task);
      if (task.signal.aborted) break;
      task.onProblem(problem);
      task.onRunEnded();
      failures = problem === null ? 0 : failures + 1;
      await wakeup.wait(clock.now() + retryWaitMs(failures), task.signal);
    }
  } finally {
    leave();
    task.onProblem(null);
  }
}

/**
 * Runs the engine once; returns the error that ended the run early, or null. Nothing of these batches is in flight before it: a payment
 * in `sending` then has an answer that could not be written, as on a full disk, or never left.
 */
async function attempt(context: CoreContext, task: WorkerTask): Promise<AppError | null> {
  const { store, clock } = context;
  try {
    await inPieces(clock, interruptedAtOnce, (limit) =>
      store.interruptSending(limit, clock.now(), task.batchIds()),
    );
    return (await runOnce(context, { ...task, ...whole })).error;
  } catch (thrown) {
    return errorOf(
      thrown,
      'Bursar had an internal error while sending, and tries again. Everything recorded so far is kept.',
    );
  }
}

/**
 * Runs the engine once for the batches of one profile, both in the background and for `batches.run`. Nothing else starts the engine.
 * Rejects as `run` does.
 */
export async function runOnce(context: CoreContext, task: RunTask): Promise<RunEnd> {
  const { store, gateway } = context;
  const { batchIds, signal } = task;
  const [firstId] = batchIds();
  const first = firstId === undefined ? null : store.findAnyBatch(firstId);
  if (first === null) return { outcome: 'done', error: null };
  const found = profileOf(store, first);
  if (!found.ok) return { outcome: 'refused', error: found.error };
  const profile = found.value;
  for (const batchId of task.releasing()) await queueReleased(context, batchId);
  const client = clientOf(gateway, profile);
  if (task.mustReach && batchIds().some((batchId) => isUnfinished(context, batchId))) {
    const scope = entryScope(first, store);
    const access = await client.call('checkAccess', { scope }, { priority: 'submission', signal });
    if (!access.ok)
      return signal.aborted
        ? { outcome: 'stopped', error: null }
        : { outcome: 'notBegun', error: access.error };
  }
  task.onProblem(null);
  const balances = task.readsBalances ? balanceReader(context, profile, signal) : null;
  const sends = first.kind === 'payout' && batchIds().some((batchId) => isUnfinished(context, batchId));
  // Reads the balance before the first claim, so that a position and a statement know what the run deducts from it.
  if (sends) await balances?.askFirst();
  const isPaid = (batchId: string): boolean => (store.countByState(batchId).paid ?? 0) > 0;
  const unpaid = new Set(first.kind === 'payout' ? [] : batchIds().filter((batchId) => !isPaid(batchId)));
  /** Refreshes the balances if money has come that they do not show yet. */
  const askIfPaid = (): void => {
    const paid = [...unpaid].filter(isPaid);
    for (const batchId of paid) unpaid.delete(batchId);
    if (paid.length > 0) balances?.ask();
  };
  const onRecorded = (recorded: ReadonlySet<string>): void => {
    task.onRecorded(recorded);
    if (first.kind === 'payout') return;
    for (const batchId of recorded) unpaid.add(batchId);
    // A run that receives may last for days, so refresh the balances on each payment and not only at its end.
    askIfPaid();
  };
  const isPaying = first.kind === 'payout';
  const end = await runEngine(context, profile, client, { ...task, onRecorded, isPaying }).finally(() => {
    // A person who opened the payment, or a callback, may have recorded it instead of this run.
    askIfPaid();
    return balances?.settled();
  });
  // Payments changed the balances.
  if (task.readsBalances && sends && mayBeAsked(end)) await watchedBalances(context, profile, signal);
  return end;
}

/** Whether the gateway may still be asked after such an end: it answers, and accepts the authentication. */
function mayBeAsked({ outcome, error }: RunEnd): boolean {
  if (outcome === 'refused') return error === null || usefulnessOf(error.code) !== 'refused';
  return outcome === 'done' || outcome === 'held';
}

/** Sending no longer waits for the balance from before it. */
const firstBalanceMs = 3000;

/** Whether this batch still needs the gateway, now or later. */
function isUnfinished(context: CoreContext, batchId: string): boolean {
  return countIn(context.store.countByState(batchId), openStates) > 0 || hasWork(context, batchId);
}

/** Runs the engine, then reports the difference between the clocks, if any. */
async function runEngine(
  context: CoreContext,
  profile: StoredProfile,
  client: GatewayClient,
  {
    batchIds,
    until,
    silenceLimitMs,
    signal,
    workSignal,
    keepsAsking,
    onRecorded,
    onRefused,
    onProblem,
    isPaying,
  }: RunTask & Pick<Guarded, 'isPaying'>,
): Promise<RunEnd> {
  const { store, clock, random, encode, limits, emit, controls, onContradicted } = context;
  const repeats = createRepeats(context, client);
  const end = await run(
    {
      store,
      client,
      clock,
      random,
      encode,
      limits,
      profile,
      onContradicted,
      ...(controls === undefined ? {} : { controls }),
      isPaying,
      onRecorded,
      onRefused,
      floors: createFloorGuard(context, profile, batchIds),
      repeats,
      askOld: async (payment, stopping) => {
        const refused =
          (payment.retryOf === null ? null : await askAboutOld(context, payment, stopping)) ??
          (await repeats.ask(payment, stopping));
        if (refused !== null) return refused;
        // One that may have left already is not cancelled: `leftToOthers` asks about the retries after it.
        if (payment.state !== 'queued') return succeed(false);
        return stopIfRetriedElsewhere(context, payment, stopping);
      },
      askIfThere: async (payment, stopping) => {
        const asking = askingAbout(context, payment);
        return asking.ok ? isAtGateway(asking.value, payment, stopping) : asking;
      },
      paidByRetry: (payment, stopping) => paidByRetry(context, profile, payment, stopping),
      onHeld: (found, error) => {
        saveHolds(context, found);
        onProblem(error);
      },
      onSilence: onProblem,
    },
    { batchIds, until, silenceLimitMs, signal, workSignal, keepsAsking },
  );
  const difference = client.clockDifferenceSeconds();
  if (difference !== null)
    emit({ kind: 'gateway', id: profile.name, message: clockDifferenceText(difference) });
  return end;
}

/** Refreshes the balances with one request at a time; calls of `ask` meanwhile are merged into one more. */
function balanceReader(
  context: CoreContext,
  profile: StoredProfile,
  signal: AbortSignal,
): { ask(): void; askFirst(): Promise<void>; settled(): Promise<void> } {
  let isWanted = false;
  let reading: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await watchedBalances(context, profile, signal);
    }
  };
  const ask = (): Promise<void> => {
    isWanted = true;
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  return {
    ask: () => void ask(),
    async askFirst() {
      const isRead = new AbortController();
      const first = ask().finally(() => isRead.abort());
      // If there is no answer by then, sending continues; whatever is sent from now on counts as not in that balance.
      await Promise.race([
        first,
        context.clock.sleep(firstBalanceMs, AbortSignal.any([signal, isRead.signal])),
      ]);
    },
    settled: () => reading ?? Promise.resolve(),
  };
}
