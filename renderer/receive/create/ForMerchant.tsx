import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Profile } from '../../../contract/profile.ts';
import { profileText } from '../../batches/profile-text.ts';
import { useCurrentProfile } from '../../queries/profiles.ts';
import { Empty } from '../../kit/messages/Empty.tsx';
import { NoKeyHere } from '../../kit/messages/NoKeyHere.tsx';
import { NoMerchant } from '../../kit/messages/NoMerchant.tsx';
import { Page } from '../../kit/layout/Page.tsx';

type ForMerchantProps = {
  readonly title: string;
  /** The purpose of the page, in a sentence. */
  readonly about: string;
  /** What needs a merchant. */
  readonly what?: string;
  /** The content for the merchant: the one in the address, otherwise the window's. */
  readonly children: (profile: Profile) => ReactNode;
};

/** A page that needs a merchant; says so if there is none. */
export function ForMerchant({ title, about, what = 'A payment', children }: ForMerchantProps) {
  const [address] = useSearchParams();
  const of = address.get('of');
  const { profile: current, profiles, isKnown } = useCurrentProfile();
  const profile = of === null ? current : (profiles.find(({ name }) => name === of) ?? null);
  const isFor = profile !== null && !profile.isPrepareOnly;
  return (
    <Page title={title} about={isFor ? `For ${nameOf(profile, current)}. ${about}` : undefined}>
      {isFor ? (
        children(profile)
      ) : profile !== null ? (
        <NoKeyHere profileName={profile.name} />
      ) : !isKnown ? null : of !== null && current !== null ? (
        <ProfileGone name={of} what={what} current={current} />
      ) : (
        <NoMerchant what={`${what} belongs to a merchant.`} />
      )}
    </Page>
  );
}

/** With its environment where the band above is that of another profile. */
function nameOf({ name, environment }: Profile, current: Profile | null): string {
  return name === current?.name ? name : profileText({ profileName: name, environment });
}

type ProfileGoneProps = { readonly name: string; readonly what: string; readonly current: Profile };

/** Shown instead of a form for the profile in the address: one for another merchant in its place would be mistaken for it. */
function ProfileGone({ name, what, current }: ProfileGoneProps) {
  return (
    <Empty
      title="Profile not found"
      text={`${name} was removed or renamed.`}
      action={
        <Button component={Link} to={{ search: '' }} variant="outlined">
          {`${what} for ${current.name} instead`}
        </Button>
      }
    />
  );
}
