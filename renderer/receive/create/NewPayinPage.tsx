import { ForMerchant } from './ForMerchant.tsx';
import { IncomingForm } from './IncomingForm.tsx';
import { emptyIncoming } from './new-incoming.ts';

export function NewPayinPage() {
  return (
    <ForMerchant
      title="New payin"
      about="Bursar creates it and follows it. To let the customer choose and type, make a payment link."
    >
      {(profileName) => (
        <IncomingForm key={profileName} kind="payin" profileName={profileName} begin={emptyIncoming} />
      )}
    </ForMerchant>
  );
}
