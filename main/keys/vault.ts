import type { Result } from '../../contract/result.ts';

/**
 * A place that stores bytes by account name. Errors are `keychainUnavailable` and `keychainLocked`. The bytes that `read` returns
 * belong to the caller, who clears them; `write` does not keep or change the caller's.
 */
export interface Vault {
  read(account: string): Promise<Result<Uint8Array | null>>;
  /** Stores these bytes in place of any existing ones; on failure nothing new remains. */
  write(account: string, bytes: Uint8Array): Promise<Result<null>>;
  /** Also succeeds if there was nothing. */
  erase(account: string): Promise<Result<null>>;
  /** The most bytes that one account can hold. */
  readonly largestBytes: number;
}
