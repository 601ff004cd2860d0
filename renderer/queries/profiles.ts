import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { Profile } from '../../contract/profile.ts';
import { mayDiscard } from '../kit/layout/unsaved.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { useIsHere } from '../kit/useGoOn.ts';
import {
  listenToShownProfile,
  profileOfWindow,
  showProfile,
  shownBefore,
  shownProfile,
} from '../shown-profile.ts';
import type { CallInput, CallOutput } from './wire/call.ts';
import { useOperationMutation, useOperation } from './wire/operations.ts';
import { useChangeSettings, useSettings } from './settings.ts';

export function useProfiles() {
  return useOperation('profiles.list', {});
}

export function useProfile(profileName: string) {
  return useOperation('profiles.show', { profileName });
}

export function useEditProfile(
  onDone: (edited: CallOutput<'profiles.edit'>, input: CallInput<'profiles.edit'>) => void,
) {
  return useOperationMutation('profiles.edit', { onDone, onFault: () => undefined });
}

export function useReplaceKey(
  onDone: (replaced: CallOutput<'profiles.replaceKey'>, input: CallInput<'profiles.replaceKey'>) => void,
) {
  return useOperationMutation('profiles.replaceKey', { onDone, onFault: () => undefined });
}

export function useRemoveProfile(onDone: (removed: CallOutput<'profiles.remove'>) => void) {
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
  // Its screen stays, and shows its error.
  return useOperationMutation('trial.begin', { onDone: useChooseProfile(), onFault: () => undefined });
}

/** Adds a profile and shows it, unless the person has gone to another screen meanwhile: what is typed there is about the profile that it shows. */
export function useAddProfile(onDone: (added: Added) => void, onFault: (error: unknown) => void) {
  const choose = useChooseProfile();
  const isHere = useIsHere();
  const toast = useToast();
  return useOperationMutation('profiles.add', {
    onDone: (added) => {
      if (isHere()) choose(added.profile);
      else toast.show(`${added.profile.name} was added. Its next steps are in Settings, Profiles.`);
      onDone(added);
    },
    onFault,
  });
}

export function useTestConnection() {
  return useOperationMutation('profiles.test', { onFault: () => undefined });
}

/** Shows a profile in this window, and first in those that are opened later. */
function useChooseProfile(): (profile: Profile) => void {
  const change = useChangeSettings();
  return useCallback(
    ({ name, createdAt }) => {
      showProfile(createdAt);
      change({ currentProfile: name });
    },
    [change],
  );
}

/**
 * Keeps the first profile that the window shows, whatever is chosen in another window: a form would be about another merchant. If it is
 * removed, the window says which one it shows from then on.
 */
export function useKeptProfile(): void {
  const { profile } = useCurrentProfile();
  const isChoiceRead = useSettings().isSuccess;
  const toast = useToast();
  const listed = useRef(shownBefore);
  // Where a profile is removed, the screen says so itself.
  const isSaid = useLocation().pathname === '/settings/profiles';
  useEffect(() => {
    const before = shownProfile();
    if (!isChoiceRead || profile === null) return;
    if (before === profile.createdAt) {
      listed.current = before;
      return;
    }
    // One that was just added is in no list yet.
    if (before !== null && before !== listed.current) return;
    if (before !== null && !isSaid)
      toast.show(`The profile that this window showed is no longer here. It shows ${profile.name} now.`);
    showProfile(profile.createdAt);
  }, [isChoiceRead, profile, isSaid, toast]);
}

/**
 * The window's profile; as `profileOfWindow` chooses it. `isKnown` is false until the
 * profiles were read; if there are none, `profile` is null.
 */
export function useCurrentProfile(): {
  readonly profile: Profile | null;
  readonly profiles: readonly Profile[];
  readonly isKnown: boolean;
  readonly choose: (profile: Profile) => void;
} {
  const profiles = useProfiles();
  const settings = useSettings();
  const choose = useChooseProfile();
  const shown = useSyncExternalStore(listenToShownProfile, shownProfile);
  const all = profiles.data ?? [];
  const chosen = settings.data?.currentProfile;
  const profile = profileOfWindow(all, { shown, chosen }, (each, field) => each[field]) ?? null;
  // If the choice cannot be read, the first profile is shown, not nothing.
  const isKnown = profiles.data !== undefined && !settings.isPending;
  return {
    profile,
    profiles: all,
    isKnown,
    choose: (wanted) => {
      // A form that is about the profile is gone with it.
      if (wanted.name === profile?.name || mayDiscard()) choose(wanted);
    },
  };
}
