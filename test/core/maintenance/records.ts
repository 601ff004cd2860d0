import { expect } from 'vitest';
import type { AuditReport } from '../../../contract/audit.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { Result } from '../../../contract/result.ts';
import { auditProblemText } from '../../../contract/text/activity/audit-text.ts';
import { auditHandlers } from '../../../main/core/maintenance/audit.ts';
import { createCheckpoints, type Checkpoints } from '../../../main/core/maintenance/checkpoints.ts';
import type { SigningKey, Evidence, Store } from '../../../main/core/ports/index.ts';
import { createFiles, createWitnessFile } from '../../../main/files/index.ts';
import { createEd25519Key } from '../../../main/keys/ed25519-key.ts';
import { createMemoryVault } from '../../../main/keys/memory-vault.ts';
import { accepted, addProfile, claim, close, found, importBatch, openIn, release } from '../../kit/store.ts';

/** Somebody who keeps records: a real store on disk, a real audit key, a real witness file, and a clock that a test sets. */
export type Records = {
  readonly store: Store;
  readonly events: AppEvent[];
  readonly checkpoints: Checkpoints;
  /** Milliseconds since 1970 from now on. */
  setTime(now: number): void;
  /** Releases a batch of two payouts; they wait to be sent. */
  release(batchId: string): Promise<void>;
  /** Sends them, and each is paid. */
  pay(batchId: string): Promise<void>;
  reasons(): string[];
  verify(witness?: string, signal?: AbortSignal): Promise<Result<AuditReport>>;
  /** As `verify`, for what must succeed, with its problems in words. */
  report(witness?: string): Promise<Omit<AuditReport, 'problems'> & { readonly problems: string[] }>;
  close(): void;
};

export function newAuditKey(): SigningKey {
  return createEd25519Key(createMemoryVault(), 'audit-key');
}

export function openRecords(directory: string, auditKey: SigningKey = newAuditKey()): Records {
  const store = openIn(directory);
  const events: AppEvent[] = [];
  let now = Date.UTC(2026, 0, 2);
  const clock = {
    now: () => now,
    sleep: () => new Promise<void>(() => undefined),
    turn: () => new Promise<void>((resolve) => setImmediate(resolve)),
  };
  const evidence: Evidence = { auditKey, witnessFile: createWitnessFile() };
  const files = createFiles({ clock });
  const parts = { store, clock, files, emit: (event: AppEvent) => void events.push(event) };
  const checkpoints = createCheckpoints(parts, evidence);
  const handlers = auditHandlers(parts, evidence);
  if (store.listProfiles().length === 0) addProfile(store);
  const tell = async (batchId: string): Promise<void> => {
    checkpoints.notice({ kind: 'batch', id: batchId });
    await checkpoints.settled();
  };
  const office: Records = {
    store,
    events,
    checkpoints,
    setTime: (time) => {
      now = time;
    },
    release: async (batchId) => {
      importBatch(store, batchId, 2);
      release(store, batchId, now);
      await tell(batchId);
    },
    pay: async (batchId) => {
      for (const intent of claim(store, batchId)) {
        const { paymentId } = intent.payment;
        store.record([accepted(intent), found(paymentId, 'accepted', 'paid', { dueAt: null })], now);
      }
      await tell(batchId);
    },
    reasons: () => store.listCheckpoints(0, 1000).map(({ content }) => String(JSON.parse(content).reason)),
    verify: async (witness, signal = new AbortController().signal) =>
      handlers['audit.verify'](witness === undefined ? {} : { witness }, {
        signal,
        confirm: () => Promise.resolve(false),
      }),
    report: async (witness) => {
      const result = await office.verify(witness);
      if (!result.ok) throw new Error(result.error.message);
      expect(result.value.events).toBeGreaterThan(0);
      return { ...result.value, problems: result.value.problems.map(auditProblemText) };
    },
    close: () => close(store),
  };
  return office;
}

/** Releases two batches, and pays the first. */
export async function twoBatches(office: Records): Promise<void> {
  await office.release('a');
  await office.pay('a');
  await office.release('b');
}
