import { Worker } from 'node:worker_threads';
import type { Part, SeedFailure, SeedsDone, SwitchChanges } from './worker.ts';

export type SeedsEnd = SeedsDone & { readonly failed: number };

/** Seeds that a worker is given at once. */
const seedsAtOnce = 20;

/** Runs consecutive seeds in several threads; each seed is told by itself, so that nothing depends on which thread ran it. */
export async function runSeeds(wanted: {
  readonly first: number;
  readonly runs: number;
  readonly workers: number;
  /** Switches that are turned on and off. */
  readonly changes: SwitchChanges;
  /** Ends at the first failure. */
  readonly untilFailure: boolean;
  /** Ends before the next seeds. */
  readonly signal?: AbortSignal;
  readonly onFailure: (failure: SeedFailure) => void;
  /** Told after some seeds what is done so far. */
  readonly onProgress?: (end: SeedsEnd) => void;
}): Promise<SeedsEnd> {
  const { first, runs, untilFailure } = wanted;
  const end = { done: 0, steps: 0, crashes: 0, payouts: 0, departures: 0, failed: 0 };
  let next = first;
  const isEnough = (): boolean => wanted.signal?.aborted === true || (untilFailure && end.failed > 0);
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: wanted.changes });
    try {
      while (next < first + runs && !isEnough()) {
        const from = next;
        const count = Math.min(seedsAtOnce, first + runs - from);
        next += count;
        const done = await ask(worker, { from, count, untilFailure });
        end.done += done.done;
        end.steps += done.steps;
        end.crashes += done.crashes;
        end.payouts += done.payouts;
        end.departures += done.departures;
        end.failed += done.failures.length;
        for (const failure of done.failures) wanted.onFailure(failure);
        wanted.onProgress?.(end);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: wanted.workers }, work));
  return end;
}

function ask(worker: Worker, part: Part): Promise<SeedsDone & { readonly failures: SeedFailure[] }> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      worker.off('message', onMessage);
      worker.off('error', onError);
    };
    const onMessage = (done: SeedsDone & { readonly failures: SeedFailure[] }): void => {
      settle();
      resolve(done);
    };
    const onError = (error: unknown): void => {
      settle();
      reject(error);
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a thread, not a window
    worker.postMessage(part);
  });
}
