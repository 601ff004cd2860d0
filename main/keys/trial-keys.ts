import type { Keys } from '../core/ports/index.ts';

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
