import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import type { KeyOrSecret } from '../../../contract/profile-operations.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { toProfile } from '../payments/convert.ts';
import { keepProof, newKeyId, removeSpareKeys } from './keys-of-profiles.ts';
import type { CoreContext } from '../context/context.ts';
import { clientOf, noProfile, profileNow } from '../context/subject.ts';
import type { StoredProfile } from '../ports/index.ts';
import { renamedInSettings } from './profiles-in-settings.ts';
import { actorStore } from '../settings/actor.ts';

/** Changes name, callback address and address of the payment page (operation `profiles.edit`); settings that name the profile change with it. */
export function editProfile(
  context: CoreContext,
  { name, newName = name, ...addresses }: ParsedInput<'profiles.edit'>,
): Result<OperationOutput<'profiles.edit'>> {
  const { store, clock, emit } = context;
  const isRenamed = newName !== name;
  const settings = isRenamed ? renamedInSettings(store, name, newName) : [];
  switch (actorStore(context).editProfile(name, { newName, ...addresses, settings, at: clock.now() })) {
    case 'notFound':
      return noProfile(store, name);
    case 'nameTaken':
      return fail('profileExists', `A profile named ${newName} already exists. Choose another name.`);
    case 'edited':
      break;
  }
  if (isRenamed) {
    emit({ kind: 'profile', id: name });
    emit({ kind: 'settings', id: 'settings' });
  }
  emit({ kind: 'profile', id: newName });
  const profile = store.findProfile(newName);
  return profile === null ? noProfile(store, newName) : succeed(toProfile(profile));
}

/**
 * Replaces the stored key or secret, or adds a missing key (operation `profiles.replaceKey`). The new one has its own entry
 * in the keychain and replaces the old one in one commit, so that whatever fails, one of the two signs. Tokens
 * of the old key are not used afterwards.
 */
export async function replaceKey(
  context: CoreContext,
  profile: StoredProfile,
  key: KeyOrSecret,
): Promise<Result<OperationOutput<'profiles.replaceKey'>>> {
  const { store, keys, gateway, clock, random, emit } = context;
  const { name } = profile;
  if (profile.isPrepareOnly)
    return fail(
      'inputInvalid',
      `Profile ${name} is prepare-only and has no key on this computer. To release here, remove it, and add it again with a key; its history stays.`,
    );
  const authentication = key.kind === 'secret' ? 'secret' : 'signature';
  if (authentication === 'secret' && profile.authentication !== 'secret')
    return fail(
      'inputInvalid',
      `Profile ${name} signs with a key, which a merchant secret does not replace: the gateway may stop accepting secrets. Replace the key with another key.`,
    );
  const signingKeyId = newKeyId(random);
  store.addSpareKey(signingKeyId);
  const publicKey = await keepProof(keys, signingKeyId, key);
  if (!publicKey.ok) {
    await removeSpareKeys(context);
    return publicKey;
  }
  const hasStoredKey = publicKey.value !== null;
  const fingerprint = publicKey.value?.fingerprint ?? null;
  actorStore(context).setSigningKey(profile.keyId, {
    signingKeyId,
    hasStoredKey,
    authentication,
    fingerprint,
    at: clock.now(),
  });
  const changed = profileNow(store, profile);
  clientOf(gateway, changed);
  await removeSpareKeys(context);
  emit({ kind: 'profile', id: changed.name });
  return succeed({ publicKey: publicKey.value });
}
