import type { AppError } from '../../../contract/errors.ts';
import { fail } from '../../../contract/result.ts';
import { clockDifferenceText } from '../../../contract/text/clock.ts';
import { createWakeup } from '../payments/wakeup.ts';
import type { Signal } from './signal.ts';
import { run, type RunEnd, type RunRequest } from './run.ts';
import { attachedError, clientOf, type CoreContext } from '../context.ts';
import type { GatewayClient, StoredProfile } from '../ports/index.ts';
import { queueReleased } from '../batches/queue-released.ts';
import { entryScope } from '../payments/scope.ts';
import { ignoresTestFlag } from '../settings/settings.ts';
import { readBalances } from '../treasury/balances.ts';
import { retryWaitMs } from './retry-wait.ts';
import { hasWork } from './work.ts';

/** What one run of the engine is to do: batches of one profile, until they are sent or final. */
export type Duty = RunRequest & {
  /** Those of the batches whose rows are not all queued yet. */
  readonly releasing: () => readonly string[];
  /** Ends as `notBegun`, nothing being claimed, when the gateway cannot be reached or does not let this merchant in. */
  readonly mustReach: boolean;
  /** Whether the balances are read anew when payments have changed them. */
  readonly readsBalances: boolean;
  /** Hears why sending is paused; null: it is not. */
  readonly onProblem: (error: AppError | null) => void;
  /** Hears of every batch of which something was recorded. */
  readonly onRecorded: (batchIds: ReadonlySet<string>) => void;
};

/** What one worker of the background is to do, until nothing is left. */
type LastingDuty = Omit<Duty, 'until' | 'silenceLimitMs' | 'mustReach' | 'readsBalances' | 'bell'> & {
  /** Notifies when there may be more to do, or a person does not want to wait. */
  readonly workSignal: Signal;
  /** Hears that a run came to its end, after which there may be something else to do. */
  readonly onRunEnded: () => void;
};

/**
 * Sends and tracks the batches of one profile, in one run of the engine at a time, until there is nothing left to do or the signal
 * aborts. A gateway that is silent or refuses this merchant, and a fault of its own, are told and waited out, ever longer,
 * and no longer than until the signal. Never rejects.
 */
export async function workOn(context: CoreContext, duty: LastingDuty): Promise<void> {
  const { clock } = context;
  const wakeup = createWakeup(clock);
  const leave = duty.workSignal.listen(() => wakeup.wake());
  try {
    for (let failures = 0; !duty.signal.aborted && duty.batchIds().length > 0;) {
      const problem = await attempt(context, duty);
      if (duty.signal.aborted) break;
      duty.onProblem(problem);
      duty.onRunEnded();
      failures = problem === null ? 0 : failures + 1;
      await wakeup.wait(clock.now() + retryWaitMs(failures), duty.signal);
    }
  } finally {
    leave();
    duty.onProblem(null);
  }
}

/** One run of the engine to its end; gives why it could not come to it. */
async function attempt(context: CoreContext, duty: LastingDuty): Promise<AppError | null> {
  // Nothing is claimed before the gateway lets this merchant in, so that no payout is left in doubt for nothing.
  const whole = { until: 'final', silenceLimitMs: Infinity, mustReach: true, readsBalances: true } as const;
  try {
    return (await runOnce(context, { ...duty, ...whole })).error;
  } catch (thrown) {
    const cause = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : 'unknown';
    const fault =
      'Bursar had an internal error while sending. Everything recorded is safe; sending continues.';
    return attachedError(thrown) ?? fail('internal', fault, { cause }).error;
  }
}

/**
 * One run of the engine for the batches of one profile, in the background as well as for `batches.run`: the only place that starts
 * the engine. Rejects as `run` does.
 */
export async function runOnce(context: CoreContext, duty: Duty): Promise<RunEnd> {
  const { store, gateway } = context;
  const { batchIds, signal } = duty;
  const [firstId] = batchIds();
  const first = firstId === undefined ? null : store.findAnyBatch(firstId);
  if (first === null) return { outcome: 'done', error: null };
  const profile = store.findProfile(first.profileName);
  if (profile === null)
    return {
      outcome: 'refused',
      error: fail('notFound', `The profile ${first.profileName} was removed.`).error,
    };
  for (const batchId of duty.releasing()) await queueReleased(context, batchId);
  const client = clientOf(gateway, profile);
  if (duty.mustReach && batchIds().some((batchId) => isUnfinished(context, batchId))) {
    const scope = entryScope(first, store);
    const access = await client.call('checkAccess', { scope }, { priority: 'submission', signal });
    if (!access.ok)
      return signal.aborted
        ? { outcome: 'stopped', error: null }
        : { outcome: 'notBegun', error: access.error };
  }
  duty.onProblem(null);
  const balances = duty.readsBalances ? balanceReader(context, profile, signal) : null;
  const onRecorded = (recorded: ReadonlySet<string>): void => {
    duty.onRecorded(recorded);
    // Receiving goes on for as long as a customer is waited for, so what came is looked at as it comes.
    const hasCome =
      first.kind !== 'payout' && [...recorded].some((id) => (store.countByState(id).paid ?? 0) > 0);
    if (hasCome) balances?.ask();
  };
  const end = await runEngine(context, profile, client, { ...duty, onRecorded }).finally(() =>
    balances?.settled(),
  );
  // What was paid has changed them, and whoever looks sees the truth.
  if (end.outcome === 'done' && duty.readsBalances) await watchedBalances(context, profile, signal);
  return end;
}

const unfinishedStates = ['awaited', 'queued', 'sending', 'unknown', 'accepted'] as const;

/** Whether the gateway is to be asked for something of this batch, now or later. */
function isUnfinished(context: CoreContext, batchId: string): boolean {
  const byState = context.store.countByState(batchId);
  return unfinishedStates.some((state) => (byState[state] ?? 0) > 0) || hasWork(context, batchId);
}

/** Runs the engine, and tells by how much the clocks differ where they do. */
async function runEngine(
  context: CoreContext,
  profile: StoredProfile,
  client: GatewayClient,
  { batchIds, until, silenceLimitMs, signal, workSignal, onRecorded, onProblem }: Duty,
): Promise<RunEnd> {
  const { store, clock, random, encode, limits, emit } = context;
  const { environment, name } = profile;
  const end = await run(
    {
      store,
      client,
      clock,
      random,
      encode,
      limits,
      environment,
      ignoresTestFlag: ignoresTestFlag(store, name),
      onRecorded,
      onSilence: onProblem,
    },
    { batchIds, until, silenceLimitMs, signal, workSignal },
  );
  const difference = client.clockDifferenceSeconds();
  if (difference !== null) emit({ kind: 'gateway', id: name, message: clockDifferenceText(difference) });
  return end;
}

/** Reads the balances; nobody waits for them, so what keeps them from being read is told as attention. Never rejects. */
async function watchedBalances(
  context: CoreContext,
  profile: StoredProfile,
  signal: AbortSignal,
): Promise<void> {
  const { background } = context;
  try {
    const read = await readBalances(context, profile, [], signal);
    if (read.ok) background?.worked('balances', profile.keyId);
    else if (!signal.aborted) background?.failed('balances', read.error, profile.keyId);
  } catch (thrown) {
    background?.failed('balances', thrown, profile.keyId);
  }
}

/** Asks for the balances, one question at a time. */
function balanceReader(
  context: CoreContext,
  profile: StoredProfile,
  signal: AbortSignal,
): { ask(): void; settled(): Promise<void> } {
  let isWanted = false;
  let reading: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await watchedBalances(context, profile, signal);
    }
  };
  return {
    ask() {
      isWanted = true;
      reading ??= read().finally(() => {
        reading = null;
      });
    },
    settled: () => reading ?? Promise.resolve(),
  };
}
