import type { AppError, Problem } from '../../../contract/errors.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import type { PublicKey } from '../../../contract/profile.ts';
import type { Result } from '../../../contract/result.ts';
import type { SheetFiles } from './sheet-store.ts';

export type * from './audit-store.ts';
export type * from './callback-store.ts';
export type * from './gateway.ts';
export type * from './history-store.ts';
export type * from './reference-store.ts';
export type * from './incoming-store.ts';
export { derivedParts } from './maintenance-store.ts';
export type * from './maintenance-store.ts';
export type * from './running-store.ts';
export type * from './sheet-store.ts';
export type * from './store.ts';
export type * from './stored-payment.ts';
export type * from './treasury-store.ts';
export type * from './embedded-sandbox.ts';

/** Time, injected so that a run can be repeated. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Resolves after so many milliseconds, or at once when the signal aborts; it never rejects. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
  /** Resolves after waiting input and output had its turn: what keeps long work from blocking the process. */
  turn(): Promise<void>;
}

/** Randomness, injected so that a run can be repeated from its seed. */
export interface Random {
  /** So many random bytes. */
  bytes(count: number): Uint8Array;
  /** A number from 0 up to, not including, 1. */
  fraction(): number;
}

/**
 * Key custody. A `keyId` names one key pair of one profile. Private key material never crosses this port,
 * in either direction (invariant I8): an import names a file, and signing gives a signature.
 */
export interface Keys {
  /** Makes an RSA key of so many bits and stores it in the OS keychain. */
  generate(keyId: string, modulusBits: number): Promise<Result<PublicKey>>;
  /** Reads a key file (PKCS#8 or PKCS#1, PEM or DER, encrypted or not) and stores the key in the OS keychain. */
  importFile(keyId: string, keyFile: KeyFile): Promise<Result<PublicKey>>;
  publicKey(keyId: string): Promise<Result<PublicKey>>;
  /** SHA256withRSA (PKCS#1 v1.5) over exactly these bytes (interface: Authentication 3). */
  sign(keyId: string, bytes: Uint8Array): Promise<Result<Uint8Array>>;
  /** Whether a key can be had without asking a person; false when there is none. */
  has(keyId: string): Promise<Result<boolean>>;
  /** Forgets key and secret; succeeds when there was none. */
  remove(keyId: string): Promise<Result<null>>;
  /** The deprecated merchant secret (interface: Authentication 4). */
  storeSecret(keyId: string, secret: string): Promise<Result<null>>;
  readSecret(keyId: string): Promise<Result<string>>;
}

export type KeyFile = { readonly path: string; readonly passphrase: string | null };

/** Files that people bring and take away. */
export interface Files extends SheetFiles {
  /**
   * Reads a CSV file of payouts: all rows, or every problem with line, column, value and what would be right.
   * `fileAmbiguous` when decimal and thousands separators can be read in two ways; both are in the details.
   * `onProgress` is told how many rows are read so far. Gives the process a turn at least every 10 ms of work.
   */
  readPayoutRows(
    bytes: Uint8Array,
    fileName: string,
    onProgress: (rows: number) => void,
  ): Promise<Result<PayoutFile>>;
  /** Writes rows of text cells as CSV (UTF-8, CRLF), each cell that a spreadsheet would run as a formula defused. */
  writeCsv(header: readonly string[], rows: Iterable<readonly string[]>): Uint8Array;
  /** Begins a table that is written some rows at a time, each cell as text and defused where a spreadsheet would run it as a formula. */
  beginTable(format: 'csv' | 'xlsx', header: readonly string[]): TableWriter;
}

export type TableWriter = {
  /** Some hundred rows at a time, so that none of it blocks the process for long. */
  add(rows: readonly (readonly string[])[]): Promise<void>;
  /** The bytes of the file; nothing is added after that. */
  finish(): Promise<Uint8Array>;
};

/** A file's payouts in order; `lines[i]` is the line on which `rows[i]` stands, the header being line 1. */
export type PayoutFile = { readonly rows: PayoutRow[]; readonly lines: number[]; readonly notes: Problem[] };

export type RunLimits = {
  /** Most payouts whose intent is committed and whose answer is not recorded. */
  readonly submissions: number;
  /** Most questions under way. */
  readonly polls: number;
};

/** What a face tells of a failure that nobody waits for. */
export type Report = (error: AppError) => void;
