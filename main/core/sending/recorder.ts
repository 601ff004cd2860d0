import type { Clock, Finding, Store } from '../ports/index.ts';

/** Batches the findings of one event-loop turn into one commit. */
export type Recorder = {
  /** Resolves when the findings are committed; rejects when the store could not write. */
  record(findings: readonly Finding[]): Promise<void>;
};

/**
 * Creates a recorder, which calls `onRecorded` after each commit. A finding that no longer fits the payment's state, because a person
 * has changed it meanwhile, is dropped; the next poll finds the same again.
 */
export function createRecorder(
  store: Pick<Store, 'record'>,
  clock: Clock,
  onRecorded: (findings: readonly Finding[]) => void,
): Recorder {
  let pending: Finding[] = [];
  let flush: Promise<void> | null = null;
  const flushNow = async (): Promise<void> => {
    await clock.turn();
    const findings = pending;
    pending = [];
    flush = null;
    store.record(findings, clock.now());
    onRecorded(findings);
  };
  return {
    record(findings) {
      if (findings.length === 0) return Promise.resolve();
      pending.push(...findings);
      flush ??= flushNow();
      return flush;
    },
  };
}
