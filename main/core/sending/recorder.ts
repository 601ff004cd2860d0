import type { Clock, Finding, Store } from '../ports/index.ts';

/** Collects findings and records them in one commit for all that arrived in the same turn. */
export type Recorder = {
  /** Resolves when the findings are committed; rejects when the store could not write. */
  record(findings: readonly Finding[]): Promise<void>;
};

/**
 * Makes a recorder. `onRecorded` hears of every payment after its findings are committed; a finding that no longer fits
 * the payment's state (a person was faster) is dropped, since what it says will be learned again.
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
