import type { OperationOutput, ParsedInput, RunOutcome } from '../../contract/operations.ts';
import { fail, succeed, type Result } from '../../contract/result.ts';
import { clockWords } from './clock-words.ts';
import { run, type RunEnd } from './engine/run.ts';
import { clientOf, type CoreParts } from './parts.ts';
import { entryScope } from './scope.ts';
import type { StoredBatch } from './ports.ts';
import { queueReleased } from './queue-released.ts';
import { followRunner } from './runner/follow.ts';
import type { Runner } from './runner/runner.ts';

/** From the mildest to the gravest: the outcome of several runs is the gravest of theirs. */
const gravity: readonly RunOutcome[] = ['done', 'stopped', 'silent', 'refused', 'notBegun'];

/** Sends and tracks batches, those of each profile in a run of their own (operation `batches.run`). */
export async function runBatches(
  parts: CoreParts,
  runner: Runner,
  { batchIds, until, silenceLimitMs, mustReach }: ParsedInput<'batches.run'>,
  signal: AbortSignal,
): Promise<Result<OperationOutput<'batches.run'>>> {
  const { store } = parts;
  const batches: StoredBatch[] = [];
  for (const batchId of batchIds ?? store.unfinishedBatches().map((batch) => batch.batchId)) {
    const batch = store.findBatch(batchId);
    if (batch === null) return fail('notFound', `There is no batch ${batchId}.`, { batchId });
    if (batch.state === 'draft' || batch.state === 'importing')
      return fail('notReleasable', `Batch ${batchId} is not released, so nothing of it is sent.`, {
        batchId,
      });
    if (batch.state === 'releasing') await queueReleased(parts, batchId);
    batches.push(batch);
  }
  const options = { until, silenceLimitMs, mustReach, signal };
  const ends = runner.isRunning()
    ? [await followRunner(parts, runner, batches, options)]
    : await runHere(parts, runner, batches, options);
  const worst = ends.reduce<RunEnd>(
    (left, right) => (gravity.indexOf(right.outcome) > gravity.indexOf(left.outcome) ? right : left),
    {
      outcome: 'done',
      error: null,
    },
  );
  return succeed({
    outcome: worst.outcome,
    message: worst.error?.message ?? null,
    batchIds: batches.map(({ batchId }) => batchId),
  });
}

async function runHere(
  parts: CoreParts,
  runner: Runner,
  batches: readonly StoredBatch[],
  options: RunOptions,
): Promise<RunEnd[]> {
  const giveBack = runner.leaveAlone(batches.map(({ batchId }) => batchId));
  try {
    return await Promise.all(
      Array.from(
        Map.groupBy(batches, ({ profileName }) => profileName),
        ([profileName, ofProfile]) => runProfile(parts, profileName, ofProfile, options),
      ),
    );
  } finally {
    giveBack();
  }
}

const unfinishedStates = ['queued', 'sending', 'unknown', 'accepted'] as const;

function isUnfinished(store: CoreParts['store'], batchId: string): boolean {
  const byState = store.countByState(batchId);
  return unfinishedStates.some((state) => (byState[state] ?? 0) > 0);
}

type RunOptions = {
  readonly mustReach: boolean;
  readonly until: 'sent' | 'final';
  readonly silenceLimitMs: number;
  readonly signal: AbortSignal;
};

async function runProfile(
  parts: CoreParts,
  profileName: string,
  batches: readonly StoredBatch[],
  options: RunOptions,
): Promise<RunEnd> {
  const { store, gateway, clock, random, encode, limits, emit } = parts;
  const profile = store.findProfile(profileName);
  if (profile === null)
    return { outcome: 'refused', error: fail('notFound', `The profile ${profileName} was removed.`).error };
  const batchIds = batches.map(({ batchId }) => batchId);
  const client = clientOf(gateway, profile);
  const [first] = batchIds;
  if (options.mustReach && first !== undefined && batchIds.some((batchId) => isUnfinished(store, batchId))) {
    const access = await client.checkAccess(entryScope('payout', first, store), {
      priority: 'interactive',
      signal: options.signal,
    });
    if (!access.ok && access.error.code !== 'stopped') return { outcome: 'notBegun', error: access.error };
  }
  const onRecorded = (recorded: ReadonlySet<string>): void => {
    for (const batchId of recorded) emit({ kind: 'batch', id: batchId });
  };
  // Whether the gateway is there is told by whoever hears all of its answers.
  const onSilence = (): void => undefined;
  const end = await run(
    { store, client, clock, random, encode, limits, onRecorded, onSilence },
    { batchIds: () => batchIds, ...options, bell: null },
  );
  const difference = client.clockDifferenceSeconds();
  if (difference !== null) emit({ kind: 'gateway', id: profileName, message: clockWords(difference) });
  return end;
}
