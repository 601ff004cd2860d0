import { hourMs } from '../../../contract/duration.ts';
import type { AppError } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { OperationOutput } from '../../../contract/operations.ts';
import { failureText } from '../../../contract/text/failure.ts';
import { createSignal, type Signal } from './signal.ts';
import type { CoreContext } from '../context/context.ts';
import type { StoredBatch, WorkingBatch } from '../ports/index.ts';
import { recordedEvent } from '../payments/ask.ts';
import { retryWaitMs } from '../payments/schedule.ts';
import type { RunEnd } from './response-tracker.ts';
import { workNow } from './work.ts';
import { runOnce, workOn, type RunTask } from './worker.ts';

/** Sends and tracks every released batch that is not paused, in the background (operations `runner.…`). */
export type Runner = {
  /** Does nothing if it is already running. */
  start(): Promise<void>;
  /** Resolves when the requests in flight are recorded. */
  stop(): Promise<void>;
  isRunning(): boolean;
  state(): OperationOutput<'runner.state'>;
  /** Makes it look for work now. */
  nudge(): void;
  /** Why sending is blocked for the profile of this key ID; null if it is not. */
  problemOf(keyId: string): AppError | null;
  /** Why a batch was not sent and is paused since; null once it is resumed. */
  refusalOf(batchId: string): AppError | null;
  /**
   * Sends and tracks only these batches, with one run per profile, and returns how each run ended. The background skips them
   * meanwhile, so that no two runs claim rows of the same batch. Rejects when the store cannot write.
   */
  runOnly(batches: readonly StoredBatch[], until: Until): Promise<RunEnd[]>;
  /** Notifies after each commit, and when `state` or a problem changes. */
  readonly changes: Signal;
};

/** How far a run goes, and what ends it earlier. */
type Until = Pick<RunTask, 'until' | 'silenceLimitMs' | 'mustReach' | 'signal'>;

/** What ends a run without a failure of Bursar's own: each has an attention item that says what to do, and is not tried again by itself. */
const hasOwnItem: ReadonlySet<AppError['code']> = new Set(['floorReached', 'environmentContradicted']);

/** Limits of one sleep: a clock change must not delay a recheck for long, and a recheck that is due must not make the runner spin. */
const longestRecheckSleepMs = hourMs;
const shortestRecheckSleepMs = 1000;

/** The task of one worker: payouts of a profile, or its payins and top-ups, which may wait for customers for days. */
type Post = { readonly keyId: string; readonly isIncoming: boolean };

const postOf = ({ keyId, kind }: WorkingBatch): Post => ({ keyId, isIncoming: kind !== 'payout' });
const nameOf = ({ keyId, isIncoming }: Post): string => `${keyId} ${isIncoming ? 'receives' : 'pays'}`;

type Work = { readonly batchIds: readonly string[]; readonly releasing: readonly string[] };

/** `context.emit` must not nudge this runner, or it would wake itself in an endless loop. */
export function createRunner(context: CoreContext): Runner {
  const { store, clock, emit, background } = context;
  const workSignal = createSignal();
  const changes = createSignal();
  const workers = new Map<string, Promise<void>>();
  const problems = new Map<string, AppError>();
  const refusals = new Map<string, AppError>();
  const leftAlone = new Map<string, number>();
  let stopping: AbortController | null = null;
  let stopped: Promise<void> = Promise.resolve();
  let isCheckQueued = false;
  /** The batches with work, read once per pass and shared by all workers. */
  let looked: WorkingBatch[] | null = null;

  const tell = (event: AppEvent): void => {
    emit(event);
    changes.notify();
  };
  const notifyRecorded = (batchIds: ReadonlySet<string>): void => {
    for (const batchId of batchIds) tell(recordedEvent(store, batchId));
  };
  const noteRefused = (error: AppError): void => {
    for (const batchId of refusals.keys()) if (!store.isPaused(batchId)) refusals.delete(batchId);
    if (error.details.batchId !== undefined) refusals.set(error.details.batchId, error);
  };
  const notifyRunner = (): void => tell({ kind: 'runner', id: 'runner' });

  const workOf = (post: Post): Work => {
    const batches = batchesForMe().filter((batch) => nameOf(postOf(batch)) === nameOf(post));
    const releasing = batches.filter(({ state }) => state === 'releasing');
    return {
      batchIds: batches.map(({ batchId }) => batchId),
      releasing: releasing.map(({ batchId }) => batchId),
    };
  };

  function batchesForMe(): WorkingBatch[] {
    return (looked ?? store.batchesWithWork(clock.now())).filter(({ batchId }) => !leftAlone.has(batchId));
  }

  /** Starts the missing workers: per profile with work, one for payouts and one for payins and top-ups. */
  function look({ signal }: AbortController): void {
    const posts = new Map(batchesForMe().map((batch) => [nameOf(postOf(batch)), postOf(batch)]));
    for (const [name, post] of posts)
      if (!workers.has(name)) {
        const worker = employ(post, signal).finally(() => {
          workers.delete(name);
          // Work that arrived while the worker was ending would otherwise wait for the next nudge.
          nudge();
        });
        workers.set(name, worker);
      }
  }

  function employ(post: Post, signal: AbortSignal): Promise<void> {
    const name = nameOf(post);
    const [task, own] = [post.isIncoming ? 'receiving' : 'sending', { keyId: post.keyId }] as const;
    let found = workOf(post);
    const leave = workSignal.listen(() => {
      found = workOf(post);
    });
    const work = workOn(context, {
      batchIds: () => found.batchIds,
      releasing: () => found.releasing,
      signal,
      workSignal,
      onProblem: (error) => {
        if (error !== null && hasOwnItem.has(error.code)) background?.worked(task, own);
        else if (error !== null) background?.failed(task, error, own);
        if (problems.get(name)?.message === error?.message) return;
        if (error === null) problems.delete(name);
        else problems.set(name, error);
        notifyRunner();
      },
      onRecorded: (recorded) => {
        background?.worked(task, own);
        notifyRecorded(recorded);
      },
      onRefused: noteRefused,
      onRunEnded: () => {
        found = workOf(post);
      },
    });
    return work.finally(() => {
      leave();
      background?.worked(task, own);
    });
  }

  function problemOf(keyId: string): AppError | null {
    const [paying, receiving] = [false, true].map((isIncoming) =>
      problems.get(nameOf({ keyId, isIncoming })),
    );
    return paying ?? receiving ?? null;
  }

  function nudge(): void {
    if (stopping === null || isCheckQueued) return;
    isCheckQueued = true;
    void clock.turn().then(checkForWork);
  }

  let rechecks: AbortController | null = null;

  /** Wakes the runner when a failed payment becomes due for a recheck after this look, since no worker stays alive for that alone. */
  function wakeForRechecks({ signal }: AbortController, lookedAt: number): void {
    rechecks?.abort();
    const at = store.nextRecheckAt(null, lookedAt);
    if (at === null || signal.aborted) return;
    const waiting = new AbortController();
    rechecks = waiting;
    const waitMs = Math.min(longestRecheckSleepMs, Math.max(shortestRecheckSleepMs, at - clock.now()));
    const either = AbortSignal.any([signal, waiting.signal]);
    void clock.sleep(waitMs, either).then(() => (either.aborted ? undefined : nudge()));
  }

  function checkForWork(): void {
    isCheckQueued = false;
    if (stopping === null) return;
    const { signal } = stopping;
    const lookedAt = clock.now();
    try {
      looked = workNow({ store, clock });
      workSignal.notify();
      look(stopping);
      wakeForRechecks(stopping, lookedAt);
      background?.worked('runner');
    } catch (thrown) {
      background?.failed('runner', thrown);
      void clock.sleep(retryWaitMs(1), signal).then(nudge);
    } finally {
      looked = null;
    }
  }

  function leaveAlone(batches: readonly StoredBatch[]): () => void {
    const change = (difference: number): void => {
      for (const { batchId } of batches) {
        const count = (leftAlone.get(batchId) ?? 0) + difference;
        if (count === 0) leftAlone.delete(batchId);
        else leftAlone.set(batchId, count);
      }
    };
    change(1);
    return () => {
      change(-1);
      nudge();
    };
  }

  return {
    async start() {
      await stopped;
      if (stopping !== null) return;
      stopping = new AbortController();
      notifyRunner();
      checkForWork();
    },
    async stop() {
      if (stopping !== null) {
        stopping.abort();
        stopping = null;
        stopped = Promise.all(workers.values()).then(notifyRunner);
      }
      await stopped;
    },
    isRunning: () => stopping !== null,
    state: () => ({
      isRunning: stopping !== null,
      batchIds: store.unfinishedBatches().map(({ batchId }) => batchId),
      problems: store.readableProfiles().flatMap(({ keyId, name: profileName }) => {
        const problem = problemOf(keyId);
        if (problem === null) return [];
        const isIncoming = !problems.has(nameOf({ keyId, isIncoming: false }));
        const { code, details } = problem;
        const batchId = details.batchId ?? null;
        return [{ profileName, isIncoming, batchId, code, message: failureText(problem) }];
      }),
    }),
    nudge,
    problemOf,
    refusalOf: (batchId) => (store.isPaused(batchId) ? (refusals.get(batchId) ?? null) : null),
    async runOnly(batches, until) {
      const ofProfiles = [...Map.groupBy(batches, ({ keyId }) => keyId).values()];
      const resumeWorkers = leaveAlone(batches);
      try {
        return await Promise.all(
          ofProfiles.map((ofProfile) => {
            const batchIds = ofProfile.map(({ batchId }) => batchId);
            return runOnce(context, {
              ...until,
              batchIds: () => batchIds,
              releasing: () => [],
              workSignal: null,
              readsBalances: true,
              keepsAsking: false,
              onRefused: noteRefused,
              // The returned end carries the error.
              onProblem: () => undefined,
              onRecorded: notifyRecorded,
            });
          }),
        );
      } finally {
        resumeWorkers();
      }
    },
    changes,
  };
}
