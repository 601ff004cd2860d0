import { dayMs } from '../../../contract/duration.ts';
import { canonicalJson } from '../../../contract/canonical-json.ts';
import { Checkpoint, type CheckpointReason } from '../../../contract/audit.ts';
import type { AppEvent } from '../../../contract/events.ts';
import { settledStates, type PaymentState } from '../../../contract/payments/payment.ts';
import { fail } from '../../../contract/result.ts';
import { readJson } from '../../../contract/json.ts';
import { trialKeyPrefix, type CoreContext } from '../context/context.ts';
import type { Evidence, StoredCheckpoint, Store } from '../ports/index.ts';
import { notifyWitness } from '../settings/witness.ts';
import { withinLimit } from '../settings/within-limit.ts';

/** Makes checkpoints of the log: signed if this computer has a keychain, and sent to the witness file if one is set. */
export type Checkpoints = {
  /** Receives changes, and makes a checkpoint after a release, at the end of a batch, and once on each day with a change. */
  notice(event: AppEvent): void;
  /** Makes one now, unless the last one is identical. Never rejects, and gives up waiting for a slow keychain or witness. */
  make(reason: CheckpointReason): Promise<void>;
  /** Sends the witness file what it does not have yet. Never rejects, and may take as long as its disk or share. */
  sendToWitness(): Promise<void>;
  /** Resolves when no checkpoint is being made, or after some seconds. */
  settled(): Promise<void>;
  /** Whether a checkpoint is being made, or sent to the witness file. */
  isBusy(): boolean;
};

/** Without key and file: checkpoints are made but not signed. */
export const noEvidence: Evidence = {
  auditKey: {
    sign: () => Promise.resolve(fail('keychainUnavailable', 'No keychain is used here.')),
    publicKey: () => Promise.resolve({ ok: true, value: null }),
  },
  witnessFile: {
    append: () => Promise.resolve({ ok: false, fault: { code: 'notWritten', cause: null } }),
    readLast: () => Promise.resolve({ ok: false, fault: { code: 'notRead', cause: null } }),
    read: () => Promise.resolve({ ok: false, fault: { code: 'notRead', cause: null } }),
  },
};

const longestWaitSeconds = 15;
const finals: ReadonlySet<string> = new Set(settledStates);

type Phase = 'draft' | 'running' | 'ended';

export function createCheckpoints(
  { store, clock, emit, background }: Pick<CoreContext, 'store' | 'clock' | 'emit' | 'background'>,
  evidence: Evidence,
): Checkpoints {
  const phases = new Map<string, Phase>();
  const changed = new Set<string>();
  let isCheckQueued = false;
  let work: Promise<void> = Promise.resolve();
  let queued = 0;

  /** One after the other, in the background: a failure raises attention. */
  function queue(task: () => Promise<void>): Promise<void> {
    queued += 1;
    work = work
      .then(task)
      .then(
        () => background?.worked('checkpoints'),
        (thrown: unknown) => background?.failed('checkpoints', thrown),
      )
      .finally(() => {
        queued -= 1;
      });
    return work;
  }

  async function makeOne(reason: CheckpointReason): Promise<void> {
    const last = store.lastCheckpoint();
    const log = store.describeLog();
    if (log.sequence > 0 && readCheckpoint(last)?.sequence !== log.sequence) {
      const number = (last?.number ?? 0) + 1;
      const checkpoint: Checkpoint = { number, at: clock.now(), reason, ...log };
      store.addCheckpoint(await signed(number, canonicalJson(checkpoint)));
    }
    await notifyWitness({ store, emit }, evidence.witnessFile);
  }

  async function signed(number: number, content: string): Promise<StoredCheckpoint> {
    const signature = usesKeychain(store) ? await evidence.auditKey.sign(Buffer.from(content, 'utf8')) : null;
    if (signature?.ok === true) background?.worked('checkpointSignature');
    else if (signature !== null && evidence !== noEvidence)
      background?.failed('checkpointSignature', signature.error);
    return signature?.ok === true
      ? { number, content, ...signature.value }
      : { number, content, publicKey: null, signature: null };
  }

  async function look(): Promise<void> {
    await clock.turn();
    isCheckQueued = false;
    const batchIds = [...changed];
    changed.clear();
    const reasons = new Set(batchIds.map(reasonOf));
    if (reasons.has('release')) return makeOne('release');
    if (reasons.has('batchEnd')) return makeOne('batchEnd');
    const last = store.lastCheckpoint();
    const lastDay = last === null ? -1 : dayOf(readCheckpoint(last)?.at ?? 0);
    if (dayOf(clock.now()) !== lastDay) await makeOne('day');
  }

  /** The reason for a checkpoint after the change of a batch; null: none. */
  function reasonOf(batchId: string): CheckpointReason | null {
    const before = phases.get(batchId);
    const batch = store.findBatch(batchId);
    if (batch === null) return null;
    const phase = phaseOf(batch.state, store.countByState(batchId));
    phases.set(batchId, phase);
    if (phase === before || phase === 'draft') return null;
    if (phase === 'ended') return 'batchEnd';
    // A batch that an earlier run released does not count as released again when it is first seen.
    const last = before === undefined ? store.lastCheckpoint() : null;
    return (readCheckpoint(last)?.at ?? 0) > (batch.releasedAt ?? 0) ? null : 'release';
  }

  function sendToWitness(): Promise<void> {
    return queue(() => notifyWitness({ store, emit }, evidence.witnessFile));
  }

  function settled(): Promise<void> {
    return withinLimit(clock, work, () => undefined, { seconds: longestWaitSeconds });
  }

  return {
    notice({ kind, id }) {
      if (kind === 'progress') return;
      if (kind === 'settings') void sendToWitness();
      if (kind === 'batch') changed.add(id);
      if (isCheckQueued) return;
      isCheckQueued = true;
      void queue(look);
    },
    make(reason) {
      void queue(() => makeOne(reason));
      return settled();
    },
    sendToWitness,
    settled,
    isBusy: () => queued > 0,
  };
}

function phaseOf(state: string, byState: Partial<Record<PaymentState, number>>): Phase {
  if (state !== 'releasing' && state !== 'released') return 'draft';
  const open = Object.entries(byState).some(([name, count]) => !finals.has(name) && count > 0);
  return open ? 'running' : 'ended';
}

function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}

/** A person who uses key files, or only the sandbox, is not asked to unlock a keychain for a signature. */
export function usesKeychain(store: Pick<Store, 'readableProfiles'>): boolean {
  return store
    .readableProfiles()
    .some(
      ({ keyId, hasStoredKey, authentication }) =>
        !keyId.startsWith(trialKeyPrefix) && (hasStoredKey || authentication === 'secret'),
    );
}

/** The content of a checkpoint; null if there is none, or its text is invalid. */
export function readCheckpoint(kept: Pick<StoredCheckpoint, 'content'> | null): Checkpoint | null {
  return readJson(Checkpoint, kept?.content ?? null);
}
