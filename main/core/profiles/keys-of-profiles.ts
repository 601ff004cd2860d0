import type { KeyOrSecret, KeySource } from '../../../contract/profile-operations.ts';
import type { PublicKey } from '../../../contract/profile.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import type { CoreContext } from '../context/context.ts';
import type { Keys, Random } from '../ports/index.ts';

/** A name for a keychain key, used once. */
export function newKeyId(random: Random): string {
  return Buffer.from(random.bytes(16)).toString('hex');
}

/** Generates or imports a key under this name; null if none is needed. */
async function makeKey(keys: Keys, keyId: string, key: KeySource): Promise<Result<PublicKey | null>> {
  switch (key.kind) {
    case 'none':
      return succeed(null);
    case 'generate':
      return keys.generate(keyId, key.modulusBits);
    case 'import':
      return keys.importFile(keyId, { path: key.path, passphrase: key.passphrase });
  }
}

/** Stores the credentials of a profile; returns the public half of its key, or null if it has none. */
export async function keepProof(
  keys: Keys,
  keyId: string,
  proof: KeyOrSecret,
): Promise<Result<PublicKey | null>> {
  return proof.kind === 'secret' ? keys.storeSecret(keyId, proof.secret) : makeKey(keys, keyId, proof);
}

/** Removes keys that no profile signs with. If one cannot be removed because the keychain is locked, the next call removes it. */
export async function removeSpareKeys({
  store,
  keys,
}: Pick<CoreContext, 'store' | 'keys'>): Promise<Result<null>> {
  for (const keyId of store.spareKeys()) {
    const removed = await keys.remove(keyId);
    if (!removed.ok) return removed;
    store.forgetSpareKey(keyId);
  }
  return succeed(null);
}
