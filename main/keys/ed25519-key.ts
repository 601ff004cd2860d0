import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  sign as signNow,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import { fail, succeed, type Result } from '../../contract/result.ts';
import type { SigningKey } from '../core/ports/index.ts';
import type { Vault } from './vault.ts';

const generatePair = promisify(generateKeyPair);

/**
 * An Ed25519 key of this computer, stored in a vault under this account as PKCS#8 DER and generated when something is first
 * signed. It is read once and then kept as an opaque `KeyObject` in this closure (invariant I8).
 */
export function createEd25519Key(vault: Vault, account: string): SigningKey {
  let opened: KeyObject | null = null;
  /** Two first signatures at once would generate two keys, and one of them would be of a key that is nowhere. */
  let making: Promise<Result<KeyObject>> | null = null;

  async function find(): Promise<Result<KeyObject | null>> {
    if (opened !== null) return succeed(opened);
    const found = await vault.read(account);
    if (!found.ok || found.value === null) return found.ok ? succeed(null) : found;
    const { buffer, byteOffset, byteLength } = found.value;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    try {
      const key = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
      if (key.asymmetricKeyType !== 'ed25519') return damaged(account);
      opened = key;
      return succeed(key);
    } catch {
      return damaged(account);
    } finally {
      bytes.fill(0);
    }
  }

  function make(): Promise<Result<KeyObject>> {
    making ??= generate().finally(() => {
      making = null;
    });
    return making;
  }

  async function generate(): Promise<Result<KeyObject>> {
    if (opened !== null) return succeed(opened);
    const { privateKey } = await generatePair('ed25519');
    const bytes = privateKey.export({ type: 'pkcs8', format: 'der' });
    try {
      const written = await vault.write(account, bytes);
      if (!written.ok) return written;
    } finally {
      bytes.fill(0);
    }
    opened = privateKey;
    return succeed(privateKey);
  }

  return {
    async sign(bytes) {
      const found = await find();
      if (!found.ok) return found;
      const key = found.value === null ? await make() : succeed(found.value);
      if (!key.ok) return key;
      const signature = signNow(null, bytes, key.value).toString('base64');
      return succeed({ publicKey: publicHalf(key.value), signature });
    },
    async publicKey() {
      const found = await find();
      if (!found.ok) return found;
      return succeed(found.value === null ? null : publicHalf(found.value));
    },
  };
}

function publicHalf(key: KeyObject): string {
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
}

function damaged(account: string): Result<never> {
  return fail(
    'keyInvalid',
    `The keychain entry ${account} of bursar is not an Ed25519 key. Remove it, and Bursar generates another one when it signs next.`,
  );
}
