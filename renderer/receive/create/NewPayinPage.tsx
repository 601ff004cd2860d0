import { ForMerchant } from './ForMerchant.tsx';
import { IncomingForm } from './IncomingForm.tsx';
import { emptyIncoming } from './new-incoming.ts';

export function NewPayinPage() {
  return (
    <ForMerchant
      title="New payin"
      about="Bursar creates the payin and checks it until it is finished. To let the customer choose, create a payment link."
    >
      {(profile) => (
        <IncomingForm key={profile.createdAt} kind="payin" profile={profile} begin={emptyIncoming} />
      )}
    </ForMerchant>
  );
}
