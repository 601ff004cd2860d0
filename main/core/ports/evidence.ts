import type { WitnessFault } from '../../../contract/audit/witness.ts';
import type { Result } from '../../../contract/result.ts';

/** An Ed25519 key of this computer: the audit key, or the personal key of its user. It never crosses this port (invariant I8). */
export interface SigningKey {
  /** Signs these bytes; generates the key when there is none yet. */
  sign(bytes: Uint8Array): Promise<Result<{ readonly publicKey: string; readonly signature: string }>>;
  /** The public half, base64 of its DER; null where there is no key yet. */
  publicKey(): Promise<Result<string | null>>;
}

export type Witnessing<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: WitnessFault };

/** A file outside the data folder that receives a line for each checkpoint. */
export interface WitnessFile {
  /** Appends lines and syncs them to disk. */
  append(path: string, lines: readonly string[]): Promise<Witnessing<null>>;
  /** The last line, however long the file is; null if it has none. */
  readLast(path: string): Promise<Witnessing<string | null>>;
  /** All lines. */
  read(path: string): Promise<Witnessing<string[]>>;
}

/** What the signed log needs from outside the database. */
export type Evidence = { readonly auditKey: SigningKey; readonly witnessFile: WitnessFile };

/** A short text in the keychain that says which approvers and policies are in force, so that an edited database is noticed. */
export interface ControlMarker {
  /** Null if none was ever written. */
  read(): Promise<Result<string | null>>;
  write(text: string): Promise<Result<null>>;
}

/** What two-person approval needs from the keychain. */
export type ApprovalKeys = {
  readonly personalKey: SigningKey;
  readonly marker: ControlMarker;
  /** Whether profiles sign with the keychain, so that the marker is read at a release even where no record names a policy. */
  readonly isKeychainUsed: boolean;
};
