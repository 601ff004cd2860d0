import { useSearchParams } from 'react-router';
import { ForMerchant } from './ForMerchant.tsx';
import { IncomingForm } from './IncomingForm.tsx';
import { emptyIncoming } from './new-incoming.ts';

/** A top-up of the merchant's own wallet; the address may fill in currency and amount. */
export function NewTopUpPage() {
  const [address] = useSearchParams();
  const begin = {
    ...emptyIncoming,
    amount: address.get('amount') ?? '',
    currencyCode: address.get('currency') ?? '',
  };
  return (
    <ForMerchant
      title="New top-up"
      about="It raises your balance, less any fee, once the gateway has the money."
    >
      {(profile) => (
        <IncomingForm
          key={[profile.createdAt, begin.currencyCode, begin.amount].join(' ')}
          kind="topup"
          profile={profile}
          begin={begin}
        />
      )}
    </ForMerchant>
  );
}
