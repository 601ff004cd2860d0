import type { Result } from '../../../contract/result.ts';

/** The audit key, an Ed25519 key of this computer. It never crosses this port (invariant I8). */
export interface AuditKey {
  /** Signs these bytes; generates the key when there is none yet. */
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
