import type { Profile } from '../../contract/profile.ts';

/** What each view of the treasury is about. */
export type TreasuryProps = { readonly profile: Pick<Profile, 'name' | 'environment'> };
