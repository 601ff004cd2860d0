import type { AppError } from '../../../contract/errors.ts';
import type { Check } from '../../../contract/maintenance/check.ts';
import { normalBaseUrl, type PublicKey } from '../../../contract/profile.ts';
import type { OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import { toProfile } from '../payments/convert.ts';
import { editProfile, replaceKey } from './edit-profile.ts';
import { addProfile } from './add-profile.ts';
import { removedFromSettings } from './profiles-in-settings.ts';
import { keepProof, newKeyId, removeSpareKeys } from './keys-of-profiles.ts';
import type { Call, CoreContext, Handlers } from '../context/context.ts';
import { onProfile, clientOf, noKeyHere, noProfile, profileNow } from '../context/subject.ts';
import { inTurns } from '../context/turns.ts';
import type { StoredProfile, ProfileUse } from '../ports/index.ts';
import { actorStore, madeBy } from '../settings/actor.ts';

/** Profiles: one merchant in one environment each, with its key in the OS keychain or named by each call. */
export function profileHandlers(context: CoreContext) {
  const { store, keys, gateway, clock, random, emit } = context;

  const publicKeyOf = async (profile: StoredProfile): Promise<Result<PublicKey | null>> => {
    const has = await keys.has(profile.signingKeyId);
    if (!has.ok) return has;
    return has.value ? keys.publicKey(profile.signingKeyId) : succeed(null);
  };

  /** One change of keys after the other: none removes a key that another one makes, or the profile that it is for. */
  const inTurn = inTurns();

  /** Changes the key of the profile that has this name now: until its turn it may be renamed, and another one get the name. */
  const changeKey = async <Value>(
    name: string,
    change: (profile: StoredProfile) => Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
    const named = store.findProfile(name);
    if (named === null) return noProfile(store, name);
    return inTurn(keys, async () => {
      const profile = store.readableProfiles().find(({ keyId }) => keyId === named.keyId);
      return profile === undefined ? noProfile(store, name) : change(profile);
    });
  };

  const add = async (
    { key, ...input }: ParsedInput<'profiles.add'>,
    call: Call,
  ): Promise<Result<OperationOutput<'profiles.add'>>> => {
    const own = madeBy(context, call);
    const mine = actorStore(own);
    if (store.findProfile(input.name) !== null)
      return fail(
        'profileExists',
        `A profile named ${input.name} already exists. Choose another name or remove it first.`,
      );
    if (input.isPrepareOnly && key.kind !== 'none')
      return fail('inputInvalid', 'A prepare-only profile has no key on this computer. Leave the key out.');
    const baseUrl = normalBaseUrl(input.baseUrl);
    const keyId = newKeyId(random);
    const isAdded = addProfile(own, {
      ...input,
      baseUrl,
      keyId,
      authentication: key.kind === 'secret' ? 'secret' : 'signature',
      hasStoredKey: false,
      at: clock.now(),
    });
    // The stored profile: a removed merchant's profile comes back with its history.
    const profile = isAdded ? store.findProfile(input.name) : null;
    if (profile === null)
      return fail(
        'profileExists',
        `Merchant ${input.merchantCode} at ${baseUrl} already has a profile, or had one of the other environment, whose payments stay there.`,
      );
    // Spare until the profile is there: its removal takes the key along, even if Bursar ended before it was recorded as stored.
    if (key.kind !== 'none') store.addSpareKey(profile.keyId);
    const publicKey = await keepProof(keys, profile.keyId, key);
    // Another one may have its name by now.
    const added = profileNow(store, profile);
    if (!publicKey.ok) {
      mine.removeProfile(added.name, clock.now());
      return publicKey;
    }
    const hasStoredKey = publicKey.value !== null;
    if (publicKey.value !== null)
      mine.setHasStoredKey(profile.keyId, true, clock.now(), publicKey.value.fingerprint);
    if (key.kind !== 'none') await removeSpareKeys(context);
    emit({ kind: 'profile', id: added.name });
    return succeed({ profile: toProfile({ ...added, hasStoredKey }), publicKey: publicKey.value });
  };

  const remove = async (
    { name }: StoredProfile,
    call: Call,
  ): Promise<Result<OperationOutput<'profiles.remove'>>> => {
    const settings = removedFromSettings(store, name);
    // First, in one commit that finds no payout: one that arises while the keychain asks would have lost its key.
    if (!actorStore(madeBy(context, call)).removeProfile(name, clock.now(), settings))
      return profileInUse(name, store.usesOfProfile(name));
    const removed = await removeSpareKeys(context);
    emit({ kind: 'profile', id: name });
    if (settings.length > 0) emit({ kind: 'settings', id: 'settings' });
    return succeed({ keyLeft: removed.ok ? null : removed.error });
  };

  return {
    'profiles.list': () => succeed(store.readableProfiles().map(toProfile)),

    'profiles.add': (input, call) => inTurn(keys, () => add(input, call)),

    'profiles.show': onProfile(store, async (profile) => {
      const publicKey = await publicKeyOf(profile);
      if (!publicKey.ok) return publicKey;
      return succeed({ profile: toProfile(profile), publicKey: publicKey.value });
    }),

    'profiles.edit': (input, call) => editProfile(madeBy(context, call), input),

    'profiles.replaceKey': ({ name, key }, call) =>
      changeKey(name, (profile) => replaceKey(madeBy(context, call), profile, key)),

    'profiles.remove': ({ name }, call) => changeKey(name, (profile) => remove(profile, call)),

    'profiles.test': onProfile(store, async (profile, { signal }) => {
      if (profile.isPrepareOnly) return noKeyHere(profile);
      const checks = await connectionChecks(profile, await publicKeyOf(profile), signal);
      return signal.aborted ? fail('stopped', 'The test was stopped.') : succeed(checks);
    }),
  } satisfies Partial<Handlers>;

  async function connectionChecks(
    profile: StoredProfile,
    publicKey: Result<PublicKey | null>,
    signal: AbortSignal,
  ): Promise<Check[]> {
    const client = clientOf(gateway, profile);
    const checks: Check[] = [];
    if (profile.authentication === 'signature') {
      const key = publicKey.ok ? publicKey.value : null;
      const check = keyCheck(key, publicKey.ok ? null : publicKey.error);
      checks.push(check);
      if (!check.isFine) return checks;
    }
    const options = { priority: 'interactive', signal } as const;
    const access = await client.call('checkAccess', { scope: ['GET /balances'] }, options);
    const differenceSeconds = client.clockDifferenceSeconds();
    if (differenceSeconds !== null) checks.push({ code: 'clock', isFine: true, differenceSeconds });
    const { baseUrl, merchantCode } = profile;
    const tokenError = access.ok ? null : access.error;
    checks.push({ code: 'token', isFine: access.ok, baseUrl, merchantCode, error: tokenError });
    if (!access.ok) return checks;
    const balances = await client.call('balances', { currencyCodes: [] }, options);
    const currencies = balances.ok ? balances.value.value.length : 0;
    const error = balances.ok ? null : balances.error;
    return [...checks, { code: 'balances', isFine: balances.ok, currencies, error }];
  }
}

function keyCheck(key: PublicKey | null, error: AppError | null): Check {
  const facts = key === null ? null : { modulusBits: key.modulusBits, fingerprint: key.fingerprint };
  return { code: 'key', isFine: key !== null, key: facts, error };
}

type UseText = { readonly what: string; readonly remedy: string; readonly command: string };

const texts: Record<ProfileUse, UseText> = {
  drafts: { what: 'drafts', remedy: 'discard the drafts', command: 'bursar batch cancel ID' },
  unfinished: {
    what: 'unfinished payments',
    remedy: 'wait until the payments have ended',
    command: 'bursar resume',
  },
  outside: {
    what: 'payments that were sent outside this history',
    remedy: 'decide about payouts from outside',
    command: 'bursar batch decide ID',
  },
};

/** Why a profile is not removed, and what to do first. */
function profileInUse(name: string, uses: readonly ProfileUse[]): Result<never> {
  const listed = (part: keyof UseText): string => joined(uses.map((use) => texts[use][part]));
  return fail(
    'profileInUse',
    `Profile ${name} has ${listed('what')}. To remove it, first ${listed('remedy')} (on the command line: ${listed('command')}).`,
  );
}

/** `one`, `one and two`, `one, two and three`. */
function joined(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
