import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Profile } from '../../../contract/profile.ts';
import { useCurrentProfile } from '../../queries/profiles.ts';
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
  const { profile: current, profiles, isKnown } = useCurrentProfile();
  const profile = profiles.find(({ name }) => name === address.get('of')) ?? current;
  return (
    <Page
      title={title}
      about={profile === null || profile.isPrepareOnly ? undefined : `For ${profile.name}. ${about}`}
    >
      {profile !== null ? (
        profile.isPrepareOnly ? (
          <NoKeyHere profileName={profile.name} />
        ) : (
          children(profile)
        )
      ) : isKnown ? (
        <NoMerchant what={`${what} belongs to a merchant.`} />
      ) : null}
    </Page>
  );
}
