import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Keys } from '../../main/core/ports/index.ts';
import { createMemoryKeys } from '../../main/keys/index.ts';

/** An RSA key and its public key, as objects and as PEM. */
type QuickPair = {
  readonly privateKey: KeyObject;
  readonly privateKeyPem: string;
  readonly publicKeyPem: string;
};

let pair: QuickPair | null = null;

/**
 * The key of every merchant whose test is not about keys. Finding its primes takes longer than most tests, so it is generated once per
 * process.
 */
export function quickPair(): QuickPair {
  if (pair !== null) return pair;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  pair = {
    privateKey,
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
  return pair;
}

/** Keys in memory; the first generated one is the same in every test, every other is new. */
export function quickKeys(): Keys {
  const keys = createMemoryKeys();
  let isFirst = true;
  return {
    ...keys,
    generate: async (keyId, modulusBits) => {
      if (!isFirst || modulusBits !== 2048) return keys.generate(keyId, modulusBits);
      isFirst = false;
      const folder = mkdtempSync(path.join(tmpdir(), 'bursar-key-'));
      try {
        const file = path.join(folder, 'key.pem');
        writeFileSync(file, quickPair().privateKeyPem, { mode: 0o600 });
        return await keys.importFile(keyId, { path: file, passphrase: null });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
