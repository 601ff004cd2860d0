import type { ParsedInput } from '../../../contract/operations.ts';
import type { KeySource } from '../../../contract/profile-operations.ts';
import type { PublicKey } from '../../../contract/profile.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import type { CoreContext } from '../context.ts';
import type { Keys, Random } from '../ports/index.ts';

/** A name for a key in the keychain, used once. */
export function newKeyId(random: Random): string {
  return Buffer.from(random.bytes(16)).toString('hex');
}

/** Makes or imports a key under this name; null where none is wanted. */
export async function makeKey(keys: Keys, keyId: string, key: KeySource): Promise<Result<PublicKey | null>> {
  switch (key.kind) {
    case 'none':
      return succeed(null);
    case 'generate':
      return keys.generate(keyId, key.modulusBits);
    case 'import':
      return keys.importFile(keyId, { path: key.path, passphrase: key.passphrase });
  }
}

/** Keeps what a new profile proves itself with; the public half of its key, or null where it has none. */
export async function keepProof(
  keys: Keys,
  keyId: string,
  proof: ParsedInput<'profiles.add'>['key'],
): Promise<Result<PublicKey | null>> {
  return proof.kind === 'secret' ? keys.storeSecret(keyId, proof.secret) : makeKey(keys, keyId, proof);
}

/** Removes keys that no profile signs with. One that cannot be removed now, since the keychain is locked, is so the next time. */
export async function removeSpareKeys({ store, keys }: Pick<CoreContext, 'store' | 'keys'>): Promise<void> {
  for (const keyId of store.spareKeys()) {
    const removed = await keys.remove(keyId);
    if (!removed.ok) return;
    store.forgetSpareKey(keyId);
  }
}
