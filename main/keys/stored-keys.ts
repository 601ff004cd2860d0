import type { KeyObject } from 'node:crypto';
import type { PublicKey } from '../../contract/profile.ts';
import { fail, succeed, type Result } from '../../contract/result.ts';
import type { Keys } from '../core/ports/index.ts';
import { readKeyFile } from './key-file.ts';
import { readPrivateKey } from './private-key.ts';
import { generatePrivateKey, publicHalf, signBytes } from './rsa.ts';
import type { Vault } from './vault.ts';

const generatedSizes = new Set([2048, 3072, 4096]);
const largestSecretCharacters = 500;
const keyIdPattern = /^[A-Za-z0-9._-]{1,100}$/;

function accountOf(keyId: string): string {
  if (!keyIdPattern.test(keyId)) throw new TypeError('a key ID has 1 to 100 letters, digits, . _ and -');
  return keyId;
}

const secretAccountOf = (keyId: string): string => `${accountOf(keyId)}/secret`;

/**
 * Keys stored in a vault as PKCS#8 DER, one account per key; nothing else is stored, because the public half is derived. A key
 * that was read is kept as an opaque `KeyObject` in this closure, so that the vault is queried once, and once more for each doubt, not once
 * per signature.
 */
export function createStoredKeys(vault: Vault): Keys {
  const opened = new Map<string, KeyObject>();
  const doubted = new Set<string>();
  let changes = 0;

  /** Discards the opened key, so that a read that began before a change cannot bring the old one back after it. */
  function forget(keyId: string): void {
    opened.delete(keyId);
    doubted.delete(keyId);
    changes += 1;
  }

  async function store(keyId: string, key: KeyObject): Promise<Result<PublicKey>> {
    const bytes = key.export({ type: 'pkcs8', format: 'der' });
    try {
      if (bytes.length > vault.largestBytes) {
        return fail(
          'keyInvalid',
          `The key is too large for this computer's keychain, which holds ${vault.largestBytes} bytes an entry. Use an ` +
            'RSA key of at most 4096 bits.',
        );
      }
      forget(keyId);
      const written = await vault.write(accountOf(keyId), bytes);
      if (!written.ok) return written;
    } finally {
      bytes.fill(0);
    }
    return succeed(publicHalf(key));
  }

  async function find(keyId: string): Promise<Result<KeyObject | null>> {
    const account = accountOf(keyId);
    const known = opened.get(keyId);
    if (known !== undefined && !doubted.delete(keyId)) return succeed(known);
    const changesBefore = changes;
    const found = await vault.read(account);
    // Doubt does not stop a key from signing while the keychain is locked.
    if (!found.ok) return known === undefined ? found : succeed(known);
    if (found.value === null) {
      if (changes === changesBefore) opened.delete(keyId);
      return succeed(null);
    }
    const { buffer, byteOffset, byteLength } = found.value;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    try {
      const key = await readPrivateKey(bytes, null, `the keychain entry ${account} of bursar`);
      if (key.ok && changes === changesBefore) opened.set(keyId, key.value);
      return key;
    } finally {
      bytes.fill(0);
    }
  }

  async function use<Value>(
    keyId: string,
    action: (key: KeyObject) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const key = await find(keyId);
    if (!key.ok) return key;
    if (key.value !== null) return action(key.value);
    return fail(
      'keyMissing',
      'The keychain holds no key for this profile. Generate or import one; the command line can name a key file with --key-file instead.',
    );
  }

  return {
    async generate(keyId, modulusBits) {
      accountOf(keyId);
      if (!generatedSizes.has(modulusBits))
        return fail(
          'inputInvalid',
          `An RSA key of ${modulusBits} bits cannot be generated: choose 2048, 3072 or 4096 bits.`,
        );
      return store(keyId, await generatePrivateKey(modulusBits));
    },

    async importFile(keyId, keyFile) {
      accountOf(keyId);
      const key = await readKeyFile(keyFile, { mustBePrivate: false });
      return key.ok ? store(keyId, key.value) : key;
    },

    publicKey: (keyId) => use(keyId, async (key) => succeed(publicHalf(key))),

    sign: (keyId, bytes) => use(keyId, (key) => signWith(key, bytes)),

    doubt: (keyId) => void doubted.add(keyId),

    async has(keyId) {
      const key = await find(keyId);
      return key.ok ? succeed(key.value !== null) : key;
    },

    async remove(keyId) {
      forget(keyId);
      const key = await vault.erase(accountOf(keyId));
      const secret = await vault.erase(secretAccountOf(keyId));
      return key.ok ? secret : key;
    },

    async storeSecret(keyId, secret) {
      const account = secretAccountOf(keyId);
      if (secret.length < 1 || secret.length > largestSecretCharacters || !secret.isWellFormed())
        return fail(
          'inputInvalid',
          `The merchant secret must have 1 to ${largestSecretCharacters} characters. Enter it again.`,
        );
      const bytes = Buffer.from(secret, 'utf8');
      try {
        return await vault.write(account, bytes);
      } finally {
        bytes.fill(0);
      }
    },

    async readSecret(keyId) {
      const found = await vault.read(secretAccountOf(keyId));
      if (!found.ok) return found;
      if (found.value === null)
        return fail(
          'keyMissing',
          'The keychain holds no merchant secret for this profile. Enter it again for this profile.',
        );
      const secret = new TextDecoder().decode(found.value);
      found.value.fill(0);
      return succeed(secret);
    },
  };
}

/** Signs, or reports that the key cannot: after its self-test that is a fault of the key's numbers, not of the bytes. */
export async function signWith(key: KeyObject, bytes: Uint8Array): Promise<Result<Uint8Array>> {
  const signature = await signBytes(key, bytes);
  if (signature !== null) return succeed(signature);
  return fail('keyInvalid', 'The key of this profile cannot sign. Generate or import it again.');
}
