import { useCallback } from 'react';
import type { Profile } from '../../contract/profile.ts';
import type { CallOutput } from './wire/call.ts';
import { useOperationMutation, useOperation } from './wire/operations.ts';
import { useChangeSettings, useSettings } from './settings.ts';

export function useProfiles() {
  return useOperation('profiles.list', {});
}

export function useProfile(profileName: string) {
  return useOperation('profiles.show', { profileName });
}

export function useEditProfile(onDone: () => void) {
  return useOperationMutation('profiles.edit', { onDone, onFault: () => undefined });
}

export function useReplaceKey(onDone: () => void) {
  return useOperationMutation('profiles.replaceKey', { onDone, onFault: () => undefined });
}

export function useRemoveProfile(onDone: () => void) {
  return useOperationMutation('profiles.remove', { onDone, onFault: () => undefined });
}

/** Whether the gateway of a profile can be reached; without a profile, nothing is asked. */
export function useGatewayState(profileName: string | undefined) {
  return useOperation('gateway.state', profileName === undefined ? {} : { profileName }, {
    isEnabled: profileName !== undefined,
  });
}

/** Whether a profile is prepare-only here, so that it cannot ask the gateway. */
export function useIsPrepareOnly(profileName: string): boolean {
  return useProfiles().data?.find(({ name }) => name === profileName)?.isPrepareOnly === true;
}

export type Added = CallOutput<'profiles.add'>;

/** Starts the embedded sandbox with its profile, which replaces the first-start screen wherever the person is by then. */
export function useTrial() {
  const change = useChangeSettings();
  return useOperationMutation('trial.begin', { onDone: ({ name }) => change({ currentProfile: name }) });
}

/** Adds a profile and shows it. */
export function useAddProfile(onDone: (added: Added) => void, onFault: (error: unknown) => void) {
  const change = useChangeSettings();
  return useOperationMutation('profiles.add', {
    onDone: (added) => {
      change({ currentProfile: added.profile.name });
      onDone(added);
    },
    onFault,
  });
}

export function useTestConnection() {
  return useOperationMutation('profiles.test', { onFault: () => undefined });
}

/**
 * The window's profile: the last chosen one, otherwise the first. `isKnown` is false until the profiles were read;
 * if there are none, `profile` is null.
 */
export function useCurrentProfile(): {
  readonly profile: Profile | null;
  readonly profiles: readonly Profile[];
  readonly isKnown: boolean;
  readonly choose: (name: string) => void;
} {
  const profiles = useProfiles();
  const settings = useSettings();
  const change = useChangeSettings();
  const choose = useCallback((name: string) => change({ currentProfile: name }), [change]);
  const all = profiles.data ?? [];
  const wanted = settings.data?.currentProfile;
  const profile = all.find(({ name }) => name === wanted) ?? all[0] ?? null;
  // If the choice cannot be read, the first profile is shown, not nothing.
  const isKnown = profiles.data !== undefined && !settings.isPending;
  return { profile, profiles: all, isKnown, choose };
}
