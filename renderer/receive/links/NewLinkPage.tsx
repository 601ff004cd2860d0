import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { Profile } from '../../../contract/profile.ts';
import { moneyText } from '../../../contract/text/numbers.ts';
import { Empty } from '../../kit/messages/Empty.tsx';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { ForMerchant } from '../create/ForMerchant.tsx';
import { Page } from '../../kit/layout/Page.tsx';
import { useIncoming } from '../../queries/incoming.ts';
import { linkAgain } from './link-form.ts';
import { LinkForm } from './LinkForm.tsx';
import { LinkResult } from './LinkResult.tsx';
import type { MadeLink } from '../../queries/links.ts';

const path = '/receive/links/new';

/** Creates a payment link: its fields, then the address to give to the customer. */
export function NewLinkPage() {
  const [address] = useSearchParams();
  const idAgain = address.get('again');
  const of = address.get('of');
  // Of this visit: the palette, for instance, leads here again for another one.
  const { key } = useLocation();
  const [shown, setShown] = useState<{ readonly made: MadeLink; readonly key: string } | null>(null);
  if (shown?.key === key) {
    const { made } = shown;
    const { amount, currencyCode } = made.payment.money;
    return (
      <Page
        title={`Payment link for ${moneyText({ amount, currencyCode })}`}
        about={`By ${made.payment.profileName}. The address is shown once and not stored; you can create a new one at any time.`}
        actions={
          // Without the order ID of this one, which a new address for the same payin has.
          <Button component={Link} to={of === null ? path : `${path}?${new URLSearchParams({ of })}`}>
            Create another link
          </Button>
        }
      >
        <LinkResult made={made} />
      </Page>
    );
  }
  return (
    <ForMerchant
      title="New payment link"
      about="The customer pays on the gateway's own page; Bursar follows the payment."
      what="A payment link"
    >
      {(profile) =>
        profile.paymentPageUrl === null ? (
          <Empty
            title="The payment page is not known yet"
            text={`A link leads to the gateway's payment page. Add its address to ${profile.name}, as the gateway gave it to you.`}
            action={
              <Button component={Link} to="/settings/profiles" variant="contained">
                Open profiles
              </Button>
            }
          />
        ) : (
          <BegunForm
            key={`${key} ${profile.name}`}
            profile={profile}
            idAgain={idAgain}
            onMade={(made) => setShown({ made, key })}
          />
        )
      }
    </ForMerchant>
  );
}

type BegunFormProps = {
  readonly profile: Profile;
  /** The order ID of a payin that gets another address; null: a new one. */
  readonly idAgain: string | null;
  readonly onMade: (made: MadeLink) => void;
};

function BegunForm({ profile, idAgain, onMade }: BegunFormProps) {
  const which = { kind: 'payin', idPayment: idAgain ?? '', profileName: profile.name } as const;
  const before = useIncoming(which, idAgain !== null);
  if (idAgain === null) return <LinkForm profile={profile} onMade={onMade} />;
  if (before.data !== undefined)
    return <LinkForm profile={profile} begin={linkAgain(before.data)} onMade={onMade} />;
  return <ErrorNotice error={before.error} onRetry={() => void before.refetch()} />;
}
