import type { Checkpoint, CheckpointReason } from '../../../contract/audit.ts';
import type { Result } from '../../../contract/result.ts';

/** What the core keeps of the signed log, and how it is verified. See Store for what holds of every method. */
export interface AuditStore {
  /**
   * Verifies everything that is recorded, step by step, none of which takes long: the tables against what the migrations make, the chain
   * of events, each claim about it, and every fact against the events. It looks at one moment of the database, whatever is
   * written meanwhile. End it early by returning.
   */
  verifyLog(claims: readonly LogClaim[]): Generator<AuditStep, void>;
  /** How many events and rows there are to verify, about. */
  logSize(): { readonly events: number; readonly payments: number };
  /** What a checkpoint made now would say. */
  describeLog(): Pick<Checkpoint, 'sequence' | 'hash' | 'counts'>;
  /** The checkpoint that was made last; null where there is none. */
  lastCheckpoint(): StoredCheckpoint | null;
  /** Checkpoints after this number, in order. */
  listCheckpoints(after: number, limit: number): StoredCheckpoint[];
  addCheckpoint(checkpoint: StoredCheckpoint): void;
}

/** A checkpoint as it is kept: `content` is exactly the text that was signed, the others are null where nobody signed it. */
export type StoredCheckpoint = {
  readonly number: number;
  readonly content: string;
  /** Ed25519, SubjectPublicKeyInfo in DER, base64. */
  readonly publicKey: string | null;
  /** Base64. */
  readonly signature: string | null;
};

/** Something that was said of the log at some time, to be compared with what it says now. `source` names who said so. */
export type LogClaim = Pick<Checkpoint, 'sequence' | 'hash' | 'counts'> & { readonly source: string };

export type AuditStep = {
  /** Events and payments verified in this step. */
  readonly events: number;
  readonly payments: number;
  readonly problems: readonly string[];
  /** Batches that were prepared by a Bursar whose events do not seal the rows; their rows are to be hashed anew. */
  readonly unsealedBatches: readonly string[];
  /** Payments whose last event is from such a Bursar, so that fee and gateway status do not follow from it. */
  readonly olderPayments: number;
};

/** The audit key, an Ed25519 key of this computer. It never crosses this port (invariant I8). */
export interface AuditKey {
  /** Signs these bytes; the key is made when there is none yet. */
  sign(bytes: Uint8Array): Promise<Result<{ readonly publicKey: string; readonly signature: string }>>;
  /** The public half, base64 of its DER; null where there is no key yet. */
  publicKey(): Promise<Result<string | null>>;
}

/** A file outside the data folder that takes a line for each checkpoint. */
export interface WitnessFile {
  /** Appends lines and syncs them to disk; `inputInvalid` when the file is there and is no witness file. */
  append(path: string, lines: readonly string[]): Promise<Result<null>>;
  /** All lines; `fileUnreadable` when the file cannot be read. */
  read(path: string): Promise<Result<string[]>>;
}

/** What the signed log needs from outside the database. */
export type Evidence = { readonly auditKey: AuditKey; readonly witnessFile: WitnessFile };

export type { Checkpoint, CheckpointReason };
