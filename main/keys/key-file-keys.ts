import type { KeyObject } from 'node:crypto';
import { succeed, type Result } from '../../contract/result.ts';
import type { KeyFile, Keys } from '../core/ports/index.ts';
import { readKeyFile } from './key-file.ts';
import { publicHalf } from './rsa.ts';
import { signWith } from './stored-keys.ts';

/**
 * Signs with a named key file for any profile, for the lifetime of the process, and stores nothing. The file is read on first use,
 * and not again once that succeeded. It must have mode 0600 or 0400 and belong to the user who runs this process. Queries about
 * stored keys and secrets go to `otherwise`.
 */
export function createKeyFileKeys(options: { readonly keyFile: KeyFile; readonly otherwise: Keys }): Keys {
  const { keyFile, otherwise } = options;
  let reading: Promise<Result<KeyObject>> | null = null;

  async function key(): Promise<Result<KeyObject>> {
    reading ??= readKeyFile(keyFile, { mustBePrivate: true });
    const read = await reading;
    if (!read.ok) reading = null;
    return read;
  }

  return {
    async publicKey() {
      const read = await key();
      return read.ok ? succeed(publicHalf(read.value)) : read;
    },
    async sign(_keyId, bytes) {
      const read = await key();
      return read.ok ? signWith(read.value, bytes) : read;
    },
    // The named file is read once, whatever becomes of it.
    doubt: () => undefined,
    async has() {
      const read = await key();
      return read.ok ? succeed(true) : read;
    },
    generate: (keyId, modulusBits) => otherwise.generate(keyId, modulusBits),
    importFile: (keyId, file) => otherwise.importFile(keyId, file),
    remove: (keyId) => otherwise.remove(keyId),
    storeSecret: (keyId, secret) => otherwise.storeSecret(keyId, secret),
    readSecret: (keyId) => otherwise.readSecret(keyId),
  };
}
