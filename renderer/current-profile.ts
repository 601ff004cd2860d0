import { useCallback } from 'react';
import type { Profile } from '../contract/profile.ts';
import { useOperation } from './api.ts';
import { useChangeSettings } from './queries/settings.ts';

/**
 * The profile that the window shows: the one chosen last, else the first. `isKnown` is false until the profiles were read;
 * with none there at all, `profile` is null.
 */
export function useCurrentProfile(): {
  readonly profile: Profile | null;
  readonly profiles: readonly Profile[];
  readonly isKnown: boolean;
  readonly choose: (name: string) => void;
} {
  const profiles = useOperation('profiles.list', {});
  const settings = useOperation('settings.read', {});
  const change = useChangeSettings();
  const choose = useCallback((name: string) => change({ currentProfile: name }), [change]);
  const all = profiles.data ?? [];
  const wanted = settings.data?.currentProfile;
  const profile = all.find(({ name }) => name === wanted) ?? all[0] ?? null;
  // Where the choice cannot be read, the first profile is shown, not nothing.
  const isKnown = profiles.data !== undefined && !settings.isPending;
  return { profile, profiles: all, isKnown, choose };
}
