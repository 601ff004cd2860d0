import type { ApprovalKeys, Keys, SigningKey, ControlMarker } from '../core/ports/index.ts';
import { createEd25519Key } from './ed25519-key.ts';
import { createKeychainVault } from './keychain-vault.ts';
import { createMemoryVault } from './memory-vault.ts';
import { createStoredKeys } from './stored-keys.ts';
import type { Vault } from './vault.ts';
import { succeed } from '../../contract/result.ts';

export { createKeyFileKeys } from './key-file-keys.ts';

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

/** The control marker as text under this account of a vault. It is not secret; it is kept there because nobody else can write there. */
function createControlMarker(vault: Vault, account: string): ControlMarker {
  return {
    async read() {
      const found = await vault.read(account);
      if (!found.ok || found.value === null) return found.ok ? succeed(null) : found;
      return succeed(new TextDecoder().decode(found.value));
    },
    write: (text) => vault.write(account, new TextEncoder().encode(text)),
  };
}

/** Keys whose ID begins with this prefix are kept in memory and lost with the process; all others are stored by `otherwise`. */
export function createTrialKeys(parts: {
  readonly prefix: string;
  readonly inMemory: Keys;
  readonly otherwise: Keys;
}): Keys {
  const keysOf = (keyId: string): Keys => (keyId.startsWith(parts.prefix) ? parts.inMemory : parts.otherwise);
  return {
    generate: (keyId, modulusBits) => keysOf(keyId).generate(keyId, modulusBits),
    importFile: (keyId, keyFile) => keysOf(keyId).importFile(keyId, keyFile),
    publicKey: (keyId) => keysOf(keyId).publicKey(keyId),
    sign: (keyId, bytes) => keysOf(keyId).sign(keyId, bytes),
    doubt: (keyId) => keysOf(keyId).doubt(keyId),
    has: (keyId) => keysOf(keyId).has(keyId),
    remove: (keyId) => keysOf(keyId).remove(keyId),
    storeSecret: (keyId, secret) => keysOf(keyId).storeSecret(keyId, secret),
    readSecret: (keyId) => keysOf(keyId).readSecret(keyId),
  };
}
