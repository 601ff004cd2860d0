import type { AppError } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { OperationOutput } from '../../../contract/operations.ts';
import { createBell, type Bell } from '../engine/bell.ts';
import { hasWork } from '../engine/work.ts';
import type { CoreParts } from '../parts.ts';
import type { StoredBatch } from '../ports.ts';
import { retryWaitMs } from './retry-wait.ts';
import { workOn } from './worker.ts';

/** Sends and tracks every released batch that is not paused, in the background (operations `runner.…`). */
export type Runner = {
  /** Does nothing when it is running. */
  start(): Promise<void>;
  /** Resolves when what was on its way is recorded. */
  stop(): Promise<void>;
  isRunning(): boolean;
  state(): OperationOutput<'runner.state'>;
  /** There may be more to do, or a person does not want to wait. */
  nudge(): void;
  /** Why sending stands still for the profile of this key ID; null: it does not. */
  problemOf(keyId: string): AppError | null;
  /** Leaves these batches to somebody else until what comes back is called, so that no two runs claim of the same batch. */
  leaveAlone(batchIds: readonly string[]): () => void;
  /** Rings whenever something was recorded, or `state` or a problem changed. */
  readonly changes: Bell;
};

/** `parts.emit` must not nudge this runner: it would wake itself for ever. */
export function createRunner(parts: CoreParts): Runner {
  const { store, clock, emit } = parts;
  const bell = createBell();
  const changes = createBell();
  const workers = new Map<string, Promise<void>>();
  const problems = new Map<string, AppError>();
  const leftAlone = new Map<string, number>();
  let stopping: AbortController | null = null;
  let stopped: Promise<void> = Promise.resolve();
  let isLooking = false;

  const tell = (event: AppEvent): void => {
    emit(event);
    changes.ring();
  };
  const tellRunner = (): void => tell({ kind: 'runner', id: 'runner' });

  const isForMe = (batch: StoredBatch): boolean =>
    !leftAlone.has(batch.batchId) && (batch.state === 'releasing' || hasWork(store, batch.batchId));

  const batchesOf = (keyId: string): string[] =>
    store
      .unfinishedBatches()
      .filter((batch) => batch.keyId === keyId && isForMe(batch))
      .map(({ batchId }) => batchId);

  /** Gives every profile that there is something to do for a worker of its own. */
  function look({ signal }: AbortController): void {
    const keyIds = new Set(
      store
        .unfinishedBatches()
        .filter(isForMe)
        .map(({ keyId }) => keyId),
    );
    for (const keyId of keyIds)
      if (!workers.has(keyId)) {
        const worker = employ(keyId, signal).finally(() => {
          workers.delete(keyId);
          // What came while the worker was leaving would otherwise wait for the next nudge.
          nudge();
        });
        workers.set(keyId, worker);
      }
  }

  function employ(keyId: string, signal: AbortSignal): Promise<void> {
    let batchIds = batchesOf(keyId);
    const leave = bell.listen(() => {
      batchIds = batchesOf(keyId);
    });
    const work = workOn(parts, {
      batchIds: () => batchIds,
      signal,
      bell,
      onProblem: (error) => {
        if (problems.get(keyId)?.message === error?.message) return;
        if (error === null) problems.delete(keyId);
        else problems.set(keyId, error);
        tellRunner();
      },
      onRecorded: (recorded) => {
        for (const batchId of recorded) tell({ kind: 'batch', id: batchId });
      },
      onRunEnded: () => {
        batchIds = batchesOf(keyId);
      },
    });
    return work.finally(leave);
  }

  function nudge(): void {
    if (stopping === null || isLooking) return;
    isLooking = true;
    void clock.turn().then(lookAgain);
  }

  function lookAgain(): void {
    isLooking = false;
    if (stopping === null) return;
    const { signal } = stopping;
    try {
      bell.ring();
      look(stopping);
    } catch {
      // The records could not be read: whoever asks for them is told so, and the runner tries again.
      void clock.sleep(retryWaitMs(1), signal).then(nudge);
    }
  }

  return {
    async start() {
      await stopped;
      if (stopping !== null) return;
      stopping = new AbortController();
      tellRunner();
      lookAgain();
    },
    async stop() {
      if (stopping !== null) {
        stopping.abort();
        stopping = null;
        stopped = Promise.all(workers.values()).then(tellRunner);
      }
      await stopped;
    },
    isRunning: () => stopping !== null,
    state: () => ({
      isRunning: stopping !== null,
      batchIds: store.unfinishedBatches().map(({ batchId }) => batchId),
      problems: store.listProfiles().flatMap(({ keyId, name }) => {
        const problem = problems.get(keyId);
        return problem === undefined ? [] : [{ profileName: name, message: problem.message }];
      }),
    }),
    nudge,
    problemOf: (keyId) => problems.get(keyId) ?? null,
    leaveAlone(batchIds) {
      const change = (difference: number): void => {
        for (const batchId of batchIds) {
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
    },
    changes,
  };
}
