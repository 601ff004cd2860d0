import type { AppError } from '../../../contract/errors.ts';
import { fail } from '../../../contract/result.ts';
import { createAlarm } from '../payments/wakeup.ts';
import type { Bell } from './signal.ts';
import { runProfile } from './run-profile.ts';
import { attachedError, clientOf, type CoreParts } from '../context.ts';
import type { StoredProfile } from '../ports/index.ts';
import { queueReleased } from '../batches/queue-released.ts';
import { entryScope } from '../payments/scope.ts';
import { readBalances } from '../treasury/balances.ts';
import { retryWaitMs } from './retry-wait.ts';

/** What one worker is to do: the batches of one profile. */
export type Duty = {
  /** The batches that there is something to do for, as they are now. */
  readonly batchIds: () => readonly string[];
  /** Those of them whose rows are not all queued yet. */
  readonly releasing: () => readonly string[];
  readonly signal: AbortSignal;
  /** Rings when there may be more to do, or a person does not want to wait. */
  readonly bell: Bell;
  /** Hears why sending stands still; null: it does not. */
  readonly onProblem: (error: AppError | null) => void;
  /** Hears of every batch of which something was recorded. */
  readonly onRecorded: (batchIds: ReadonlySet<string>) => void;
  /** Hears that a run came to its end, after which there may be something else to do. */
  readonly onRunEnded: () => void;
};

/**
 * Sends and tracks the batches of one profile, in one run of the engine at a time, until there is nothing left to do or the signal
 * aborts. A gateway that is silent or refuses this merchant, and a fault of its own, are told and waited out, ever longer,
 * and no longer than until the bell rings. Never rejects.
 */
export async function workOn(parts: CoreParts, duty: Duty): Promise<void> {
  const { clock } = parts;
  const alarm = createAlarm(clock);
  const leave = duty.bell.listen(() => alarm.ring());
  try {
    for (let failures = 0; !duty.signal.aborted && duty.batchIds().length > 0;) {
      const problem = await attempt(parts, duty);
      if (duty.signal.aborted) break;
      duty.onProblem(problem);
      duty.onRunEnded();
      failures = problem === null ? 0 : failures + 1;
      await alarm.wait(clock.now() + retryWaitMs(failures), duty.signal);
    }
  } finally {
    leave();
    duty.onProblem(null);
  }
}

/** One run of the engine to its end; gives why it could not come to it. */
async function attempt(parts: CoreParts, duty: Duty): Promise<AppError | null> {
  try {
    return await runOnce(parts, duty);
  } catch (thrown) {
    const cause = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : 'unknown';
    const fault =
      'Bursar met a fault of its own while it was sending. What was recorded is safe; it goes on.';
    return attachedError(thrown) ?? fail('internal', fault, { cause }).error;
  }
}

async function runOnce(parts: CoreParts, duty: Duty): Promise<AppError | null> {
  const { store, gateway } = parts;
  const { batchIds, signal, bell } = duty;
  const [firstId] = batchIds();
  const first = firstId === undefined ? null : store.findAnyBatch(firstId);
  if (first === null) return null;
  const profile = store.findProfile(first.profileName);
  if (profile === null) return fail('notFound', `The profile ${first.profileName} was removed.`).error;
  for (const batchId of duty.releasing()) await queueReleased(parts, batchId);
  const client = clientOf(gateway, profile);
  // Nothing is claimed before the gateway lets this merchant in, so that no payout is left in doubt for nothing.
  const scope = entryScope(first, store);
  const access = await client.call('checkAccess', { scope }, { priority: 'submission', signal });
  if (!access.ok) return access.error;
  duty.onProblem(null);
  const balances = balanceReader(parts, profile, signal);
  const onRecorded = (recorded: ReadonlySet<string>): void => {
    duty.onRecorded(recorded);
    // Receiving goes on for as long as a customer is waited for, so what came is looked at as it comes.
    const hasCome =
      first.kind !== 'payout' && [...recorded].some((id) => (store.countByState(id).paid ?? 0) > 0);
    if (hasCome) balances.ask();
  };
  const end = await runProfile(parts, profile, client, {
    batchIds,
    until: 'final',
    silenceLimitMs: Infinity,
    signal,
    bell,
    onRecorded,
    onSilence: duty.onProblem,
  }).finally(() => balances.settled());
  if (end.outcome !== 'done') return end.error;
  // What was paid has changed them, and whoever looks sees the truth; that they cannot be read is told elsewhere.
  await readBalances(parts, profile, [], signal);
  return null;
}

/** Asks for the balances, one question at a time; that they cannot be read is told elsewhere. */
function balanceReader(
  parts: CoreParts,
  profile: StoredProfile,
  signal: AbortSignal,
): { ask(): void; settled(): Promise<void> } {
  let isWanted = false;
  let reading: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await readBalances(parts, profile, [], signal);
    }
  };
  return {
    ask() {
      isWanted = true;
      reading ??= read()
        .catch(() => undefined)
        .finally(() => {
          reading = null;
        });
    },
    settled: () => reading ?? Promise.resolve(),
  };
}
