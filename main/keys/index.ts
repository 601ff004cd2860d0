import type { AuditKey, Keys } from '../core/ports/index.ts';
import { createAuditKey } from './audit-key.ts';
import { createKeychainVault } from './keychain-vault.ts';
import { createMemoryVault } from './memory-vault.ts';
import { createStoredKeys } from './stored-keys.ts';

export { createKeyFileKeys } from './key-file-keys.ts';
export { createTrialKeys } from './trial-keys.ts';

const defaultAnswerLimitMs = 10_000;

/**
 * Keys in the operating system's keychain. `answerLimitMs` is how long one call may wait for it, a person's unlocking
 * included (10 seconds unless told); then the answer is `keychainLocked`, and the call is taken back. Where there is no
 * keychain the answer is `keychainUnavailable`, never a plain file.
 */
export function createKeychainKeys(options: { readonly answerLimitMs?: number } = {}): Keys {
  const { answerLimitMs = defaultAnswerLimitMs } = options;
  return createStoredKeys(createKeychainVault({ answerLimitMs, platform: process.platform }));
}

/** The audit key of this computer, in the operating system's keychain; see `createKeychainKeys` for its limits. */
export function createKeychainAuditKey(options: { readonly answerLimitMs?: number } = {}): AuditKey {
  const { answerLimitMs = defaultAnswerLimitMs } = options;
  return createAuditKey(createKeychainVault({ answerLimitMs, platform: process.platform }));
}

/** Throw-away keys for the demo: held in memory, gone with the process. */
export function createMemoryKeys(): Keys {
  return createStoredKeys(createMemoryVault());
}
