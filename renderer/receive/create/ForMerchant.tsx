import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useCurrentProfile } from '../../queries/profiles.ts';
import { NoMerchant } from '../../kit/messages/NoMerchant.tsx';
import { Page } from '../../kit/layout/Page.tsx';

type ForMerchantProps = {
  readonly title: string;
  /** What the page does, in a sentence. */
  readonly about: string;
  /** What is shown for the merchant: the one that the address names, else the one of the window. */
  readonly children: (profileName: string) => ReactNode;
};

/** A page that needs a merchant; without one it says so. */
export function ForMerchant({ title, about, children }: ForMerchantProps) {
  const [address] = useSearchParams();
  const { profile: current, profiles, isKnown } = useCurrentProfile();
  const profile = profiles.find(({ name }) => name === address.get('of')) ?? current;
  return (
    <Page title={title} about={profile === null ? undefined : `For ${profile.name}. ${about}`}>
      {profile !== null ? (
        children(profile.name)
      ) : isKnown ? (
        <NoMerchant what="A payment belongs to a merchant." />
      ) : null}
    </Page>
  );
}
