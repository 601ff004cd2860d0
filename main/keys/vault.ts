import type { Result } from '../../contract/result.ts';

/**
 * A place that keeps bytes by account name. Errors are `keychainUnavailable` and `keychainLocked`. The bytes that
 * `read` gives belong to the caller, who clears them; `write` does not keep or change the caller's.
 */
export interface Vault {
  read(account: string): Promise<Result<Uint8Array | null>>;
  /** Keeps these bytes in place of any that were there; on failure nothing new stays behind. */
  write(account: string, bytes: Uint8Array): Promise<Result<null>>;
  /** Succeeds also when there was nothing. */
  erase(account: string): Promise<Result<null>>;
  /** Most bytes that one account can hold. */
  readonly largestBytes: number;
}
