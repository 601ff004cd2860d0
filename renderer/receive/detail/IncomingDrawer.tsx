import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { IncomingKind } from '../../../contract/receiving/incoming.ts';
import { Drawer } from '../../kit/layout/Drawer.tsx';
import { Empty } from '../../kit/messages/Empty.tsx';
import { IncomingPanel } from './IncomingPanel.tsx';

/** One payin or top-up beside the list, at its own address; the list's filters stay in it. */
export function IncomingDrawer() {
  const { kind: given, idPayment = '' } = useParams();
  const [address] = useSearchParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const of = address.get('of');
  const batchId = address.get('batch');
  const kind = IncomingKind.safeParse(given).data;
  const close = () => {
    const list = new URLSearchParams(search);
    list.delete('of');
    list.delete('batch');
    void navigate({ pathname: '/receive', search: list.toString() });
  };
  return (
    <Drawer title={kind === 'topup' ? 'Top-up' : 'Payin'} onClose={close} width={560}>
      {kind === undefined ? (
        <Empty title="Not found" text="This address leads neither to a payin nor to a top-up." />
      ) : (
        <IncomingPanel
          key={`${kind}~${of ?? ''}~${idPayment}~${batchId ?? ''}`}
          which={{
            kind,
            idPayment,
            ...(of === null ? {} : { profileName: of }),
            ...(batchId === null ? {} : { batchId }),
          }}
        />
      )}
    </Drawer>
  );
}
