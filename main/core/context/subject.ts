import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import type { Call } from './context.ts';
import type { Gateway, GatewayClient, Store, StoredBatch, StoredProfile } from '../ports/index.ts';

/** The profile of that name, or the only one if none is named. */
export function chooseProfile(store: Store, name: string | undefined): Result<StoredProfile> {
  if (name !== undefined) {
    const profile = store.findProfile(name);
    return profile === null ? noProfile(store, name) : succeed(profile);
  }
  const profiles = store.listProfiles();
  const [only] = profiles;
  if (only !== undefined && profiles.length === 1) return succeed(only);
  return profiles.length === 0
    ? fail(
        'profileNeeded',
        'There is no profile yet. Add the profile of a merchant first, or try the demo with the sandbox (on the command line: bursar profile add, or bursar demo).',
      )
    : fail(
        'profileNeeded',
        `There are ${profiles.length} profiles; choose one (on the command line with --profile NAME).`,
      );
}

/** The failure for a name that no profile has. */
export function noProfile(store: Pick<Store, 'readableProfiles'>, name: string): Failure {
  return fail('notFound', noProfileText(store, name));
}

/** The failure for an unknown profile name; lists the existing names. */
export function noProfileText(store: Pick<Store, 'readableProfiles'>, name: string): string {
  const names = store.readableProfiles().map((profile) => profile.name);
  return `There is no profile named ${name}. ${names.length === 0 ? 'Add a profile first.' : `Choose from: ${names.join(', ')}.`}`;
}

/** The failure for an ID that no batch has. */
export function noBatch(batchId: string): Failure {
  return fail('notFound', `There is no batch ${batchId}.`, { batchId });
}

/** A handler for the batch that its input names. */
export function onBatch<Input extends { readonly batchId: string }, Value>(
  store: Pick<Store, 'findBatch'>,
  use: (batch: StoredBatch, call: Call, input: Input) => Result<Value> | Promise<Result<Value>>,
): (input: Input, call: Call) => Result<Value> | Promise<Result<Value>> {
  return (input, call) => {
    const batch = store.findBatch(input.batchId);
    return batch === null ? noBatch(input.batchId) : use(batch, call, input);
  };
}

/** A handler for the profile that its input names, or the only one. */
export function onProfile<Input extends { readonly profileName?: string | undefined }, Value>(
  store: Store,
  use: (profile: StoredProfile, call: Call, input: Input) => Result<Value> | Promise<Result<Value>>,
): (input: Input, call: Call) => Result<Value> | Promise<Result<Value>> {
  return (input, call) => {
    const profile = chooseProfile(store, input.profileName);
    return profile.ok ? use(profile.value, call, input) : profile;
  };
}

/**
 * The profile that a record belongs to. Another merchant, or another gateway, may have its name once it was removed: what is known here of
 * its payouts says nothing there, and nothing of it is asked or paid again there.
 */
export function profileOf(
  { findProfile }: Pick<Store, 'findProfile'>,
  { keyId, profileName }: Pick<StoredBatch, 'keyId' | 'profileName'>,
  ofWhat = '',
): Result<StoredProfile> {
  const profile = findProfile(profileName);
  if (profile?.keyId === keyId) return succeed(profile);
  const since = profile === null ? '' : ', and another profile has its name now';
  return fail('notFound', `The profile ${profileName}${ofWhat} was removed${since}.`);
}

/** A profile as it is now: it may have been renamed since it was read. */
export function profileNow(store: Pick<Store, 'profileOfKey'>, profile: StoredProfile): StoredProfile {
  return store.profileOfKey(profile.keyId) ?? profile;
}

/** The profile of a batch. */
export function profileOfBatch(
  store: Pick<Store, 'findProfile'>,
  batch: Pick<StoredBatch, 'batchId' | 'keyId' | 'profileName'>,
): Result<StoredProfile> {
  const { batchId } = batch;
  const found = profileOf(store, batch, ` of batch ${batchId}`);
  return found.ok ? found : fail(found.error.code, found.error.message, { batchId });
}

export function clientOf(gateway: Gateway, profile: StoredProfile): GatewayClient {
  const { signingKeyId: keyId, environment, baseUrl, merchantCode, authentication } = profile;
  const client = gateway.client({ keyId, environment, baseUrl, merchantCode, authentication });
  if (!profile.isPrepareOnly) return client;
  return {
    ...client,
    call: async (operation, input, options) => {
      const answer = await client.call(operation, input, options);
      return answer.ok || answer.error.code !== 'keyMissing' ? answer : noKeyHere(profile);
    },
  };
}

/** A prepare-only profile has no key on this computer, so the message does not ask for one. */
export function noKeyHere({ name }: Pick<StoredProfile, 'name'>): Failure {
  return fail(
    'keyMissing',
    `Profile ${name} is prepare-only: this computer has no key to ask the gateway with. Do this on the computer that has the key.`,
    { isPrepareOnly: true },
  );
}
