import type { ApprovalKeys, Keys, SigningKey } from '../core/ports/index.ts';
import { createControlMarker } from './control-marker.ts';
import { createEd25519Key } from './ed25519-key.ts';
import { createKeychainVault } from './keychain-vault.ts';
import { createMemoryVault } from './memory-vault.ts';
import { createStoredKeys } from './stored-keys.ts';
import type { Vault } from './vault.ts';

export { createKeyFileKeys } from './key-file-keys.ts';
export { createTrialKeys } from './trial-keys.ts';

const defaultAnswerLimitMs = 10_000;

/**
 * Keys in the operating system's keychain. `answerLimitMs` is how long one call may wait for it, including the time a person takes
 * to unlock it (default: 10 seconds); then the answer is `keychainLocked`, and the call is reverted. Without a keychain the answer
 * is `keychainUnavailable`, never a plain file.
 */
export function createKeychainKeys(options: { readonly answerLimitMs?: number } = {}): Keys {
  const { answerLimitMs = defaultAnswerLimitMs } = options;
  return createStoredKeys(createKeychainVault({ answerLimitMs, platform: process.platform }));
}

/** The audit key of this computer, in the operating system's keychain; see `createKeychainKeys` for its limits. */
export function createKeychainAuditKey(options: { readonly answerLimitMs?: number } = {}): SigningKey {
  const { answerLimitMs = defaultAnswerLimitMs } = options;
  return createEd25519Key(createKeychainVault({ answerLimitMs, platform: process.platform }), 'audit-key');
}

/** Personal key and control marker of a database in this vault. */
function approvalKeysIn(vault: Vault, databaseId: string, isKeychainUsed: boolean): ApprovalKeys {
  return {
    personalKey: createEd25519Key(vault, `personal-key-${databaseId}`),
    marker: createControlMarker(vault, `controls-${databaseId}`),
    isKeychainUsed,
  };
}

/**
 * The personal key and the control marker of this database, in the operating system's keychain; see `createKeychainKeys` for its
 * limits. `isKeychainUsed`: whether the profiles sign with the keychain too.
 */
export function createKeychainApprovalKeys(options: {
  readonly databaseId: string;
  readonly isKeychainUsed: boolean;
  readonly answerLimitMs?: number;
}): ApprovalKeys {
  const { databaseId, isKeychainUsed, answerLimitMs = defaultAnswerLimitMs } = options;
  const vault = createKeychainVault({ answerLimitMs, platform: process.platform });
  return approvalKeysIn(vault, databaseId, isKeychainUsed);
}

/** The same for the demo and for tests: kept in memory and lost with the process. */
export function createMemoryApprovalKeys(isKeychainUsed = false): ApprovalKeys {
  return approvalKeysIn(createMemoryVault(), 'memory', isKeychainUsed);
}

/** Temporary keys for the demo: kept in memory and lost with the process. */
export function createMemoryKeys(): Keys {
  return createStoredKeys(createMemoryVault());
}
