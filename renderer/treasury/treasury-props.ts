import type { Profile } from '../../contract/profile.ts';

/** The props of each view of the treasury. */
export type TreasuryProps = { readonly profile: Pick<Profile, 'name' | 'environment'> };
