import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Keys } from '../../main/core/ports/index.ts';
import { createMemoryKeys } from '../../main/keys/index.ts';

let pem: string | null = null;

/** An RSA key. Finding its primes takes longer than most tests, so it is generated once per process. */
export function quickPem(): string {
  pem ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  return pem;
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
        writeFileSync(file, quickPem(), { mode: 0o600 });
        return await keys.importFile(keyId, { path: file, passphrase: null });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
