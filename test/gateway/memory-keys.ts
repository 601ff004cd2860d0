import { sign } from 'node:crypto';
import { fail, succeed } from '../../contract/result.ts';
import type { Keys } from '../../main/core/ports/index.ts';
import { quickPair } from '../kit/quick-keys.ts';

const { privateKey } = quickPair();

/** The public half of the one key that `memoryKeys` signs with. */
export const { publicKeyPem } = quickPair();

/** Keys that hold one RSA key, and one deprecated secret if given, in memory. */
export function memoryKeys(secret: string | null = null): Keys {
  const missing = () => fail('keyMissing', 'no such key');
  return {
    generate: async () => missing(),
    importFile: async () => missing(),
    publicKey: async () => succeed({ pem: publicKeyPem, fingerprint: '00', modulusBits: 2048 }),
    sign: async (_keyId, bytes) => succeed(sign('sha256', bytes, privateKey)),
    doubt: () => undefined,
    has: async () => succeed(true),
    remove: async () => succeed(null),
    storeSecret: async () => succeed(null),
    readSecret: async () => (secret === null ? missing() : succeed(secret)),
  };
}
