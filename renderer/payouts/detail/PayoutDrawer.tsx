import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { Drawer } from '../../kit/layout/Drawer.tsx';
import { payoutAt, payoutParameters } from '../../payments/payment-address.ts';
import { PayoutPanel } from './PayoutPanel.tsx';

/** One payout beside the list, at its own address; the list's filters stay in it. */
export function PayoutDrawer() {
  const { idPayout = '' } = useParams();
  const [address] = useSearchParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const which = payoutAt(idPayout, address);
  const close = () => {
    const list = new URLSearchParams(search);
    for (const name of payoutParameters) list.delete(name);
    void navigate({ pathname: '/payouts', search: list.toString() });
  };
  return (
    <Drawer title="Payout" onClose={close} width={560}>
      <PayoutPanel key={JSON.stringify(which)} which={which} />
    </Drawer>
  );
}
