import type { Actor } from '../../../../contract/actor.ts';
import type { AuditProblem, ClaimSource } from '../../../../contract/audit/audit-problem.ts';
import type { EventEntity, Checkpoint } from '../../../../contract/audit.ts';
import type { Cause } from '../../../../contract/payments/cause.ts';
import type { PaymentKind } from '../../../../contract/payments/payment.ts';
import type { Environment } from '../../../../contract/profile.ts';
import type { PayeeKey } from './payee-store.ts';
import type { EventContent } from '../../../../contract/evidence/log-texts.ts';

/** The signed log: its checkpoints and its verification. The rules for every method are on Store. */
export interface AuditStore {
  /**
   * Verifies everything recorded, in short steps: the tables against the migrations, the chain
   * of events, each claim about it, and every fact against the events. It reads one snapshot of the database, regardless of concurrent
   * writes. End it early by returning.
   */
  verifyLog(claims: readonly LogClaim[]): Generator<AuditStep, void>;
  /** The approximate number of events and rows to verify. */
  logSize(): { readonly events: number; readonly payments: number };
  /** The last event. */
  headOfLog(): Pick<Checkpoint, 'sequence' | 'hash'>;
  /** The content of a checkpoint made now. It adds up the counts of all batches; use `headOfLog` if they are not needed. */
  describeLog(): Pick<Checkpoint, 'sequence' | 'hash' | 'counts'>;
  /** The latest checkpoint; null where there is none. */
  lastCheckpoint(): StoredCheckpoint | null;
  listCheckpoints(after: number, limit: number): StoredCheckpoint[];
  addCheckpoint(checkpoint: StoredCheckpoint): void;
  /**
   * Events that match a filter, newest first, from before this one (null: from the last), in steps that often return none: each step
   * takes a few milliseconds, however long the log is. End it early by returning.
   */
  walkEvents(filter: EventFilter, before: number | null): Generator<ListedEvent[], void>;
  /** Everyone named in an event. */
  listActors(): Actor[];
  /** The records of each of these payments, exactly as stored, in this order. */
  paymentRecords(paymentIds: readonly number[]): PaymentRecord[];
  /** The events of a batch itself, in order; those of its payments are in their records. */
  eventsOfBatch(batchId: string): ChainedEvent[];
  /** The events of people's records about a payee. */
  eventsOfPayee(payee: PayeeKey): ChainedEvent[];
}

/** An event with its place in the chain; hashes are hexadecimal, that before the first event is empty. */
export type ChainedEvent = EventContent & { readonly previousHash: string; readonly hash: string };

/** An event with its subject: see `AuditEvent`. */
export type ListedEvent = Pick<EventContent, 'sequence' | 'at' | 'entity' | 'from' | 'to'> & {
  readonly subject: string;
  readonly batchId: string | null;
  readonly fileName: string | null;
  readonly profileName: string | null;
  readonly environment: Environment | null;
  readonly paymentKind: PaymentKind | null;
  readonly cause: Cause;
  /** Only its beginning, if it is long. */
  readonly detail: string | null;
  readonly actor: Actor | null;
  readonly hash: string;
};

/** The requested events; an empty list or null sets no condition. */
export type EventFilter = {
  readonly actors: readonly Actor[] | null;
  /** Also events of signed files whose recorded signer has one of these names, ignoring case. */
  readonly signer: string | null;
  readonly entities: readonly EventEntity[];
  /** Codes of causes. */
  readonly kinds: readonly string[];
  /** Events of a batch and of its payments. */
  readonly batchId: string | null;
  /** Events of the records of these payees and of these payments. */
  readonly payeeIds: readonly string[];
  readonly paymentIds: readonly number[] | null;
  /** Milliseconds since 1970; `until` is the first after the time. */
  readonly from: number | null;
  readonly until: number | null;
};

/** Everything that proves one payment. */
export type PaymentRecord = {
  readonly paymentId: number;
  /** The values of its row in the order of `sealedColumns`. */
  readonly row: readonly (string | number | null)[];
  /** The exact bytes that were sent; null if none were. */
  readonly body: Uint8Array | null;
  readonly events: readonly ChainedEvent[];
};

/** A stored checkpoint: `content` is exactly the text that was signed, the others are null where it is not signed. */
export type StoredCheckpoint = {
  readonly number: number;
  readonly content: string;
  /** Ed25519, SubjectPublicKeyInfo in DER, base64. */
  readonly publicKey: string | null;
  /** Base64. */
  readonly signature: string | null;
};

/** An earlier statement about the log, to be compared with the log now, and where the statement is stored. */
export type LogClaim = Pick<Checkpoint, 'sequence' | 'hash' | 'counts'> & {
  readonly source: ClaimSource;
};

export type AuditStep = {
  /** Events and payments verified in this step. */
  readonly events: number;
  readonly payments: number;
  readonly problems: readonly AuditProblem[];
  /** Batches prepared by a Bursar whose events do not seal the rows; their rows must be hashed again. */
  readonly unsealedBatches: readonly string[];
  /** Payments whose last event is from such a Bursar, so that it does not determine fee and gateway status. */
  readonly olderPayments: number;
  /** Stored settings without an event that set them, and those that had a value before their first event, `changedBy`. */
  readonly unexplainedSettings: readonly { readonly name: string; readonly changedBy: number | null }[];
};
