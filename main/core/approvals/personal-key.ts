import { z } from 'zod';
import type { Person } from '../../../contract/approvals/signed-documents.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import { readJson } from '../../../contract/json.ts';
import type { SigningKey, Store } from '../ports/index.ts';
import { readSetting } from '../settings/settings.ts';
import { spokenFingerprint } from '../ports/signatures.ts';

/** Kept beside the settings, and none of them: the name that was given for signing stays, whatever a page makes of the settings. */
const nameSetting = 'signingName';

/**
 * The person of this computer: the personal key, which is made on first use, under the name that is given, or the one under which it
 * last signed, or the one that the settings hold; where there is none, under its fingerprint.
 */
export async function personOf(
  { store }: { readonly store: Pick<Store, 'readSetting' | 'writeSetting'> },
  key: SigningKey,
  name: string | undefined,
): Promise<Result<Person>> {
  const publicKey = await publicKeyOf(key);
  if (!publicKey.ok) return publicKey;
  if (name !== undefined) store.writeSetting(nameSetting, JSON.stringify(name));
  return succeed({
    name:
      name ??
      lastName(store) ??
      readSetting(store, 'personName') ??
      `Key ${spokenFingerprint(publicKey.value).slice(0, 9)}`,
    publicKey: publicKey.value,
  });
}

function lastName(store: Pick<Store, 'readSetting'>): string | null {
  return readJson(z.string().min(1), store.readSetting(nameSetting));
}

async function publicKeyOf(key: SigningKey): Promise<Result<string>> {
  const found = await key.publicKey();
  if (!found.ok) return found;
  if (found.value !== null) return succeed(found.value);
  // A key is made when it first signs; the signature is of nothing and is thrown away.
  const made = await key.sign(new Uint8Array());
  return made.ok ? succeed(made.value.publicKey) : made;
}
