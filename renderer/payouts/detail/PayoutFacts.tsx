import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import type { PayoutDetail } from '../../../contract/payments/payment.ts';
import { retriedByLabel } from '../../../contract/text/batch-problems.ts';
import { stateText } from '../../../contract/text/states.ts';
import { fact, Facts, type Fact } from '../../kit/layout/Facts.tsx';
import { OrderId } from '../../kit/OrderId.tsx';
import { When } from '../../kit/When.tsx';
import { gatewayFacts } from '../../payments/gateway-facts.tsx';
import { useBatchName } from '../../queries/batches.ts';
import { payoutAddress } from '../../payments/payment-address.ts';
import { payoutsLink } from '../view.ts';

/** The properties of a payout, one per line; empty ones are left out. */
export function PayoutFacts({ payout }: { readonly payout: PayoutDetail }) {
  const { accountName, accountNumber, emailAddress, paymentMethodCode, paymentOperatorCode } = payout;
  const { idPayout, reference, batchId, rowNumber, retryOf, retryOfBatchId, retriedBy } = payout;
  const { profileName, environment } = payout;
  const batchName = useBatchName(batchId);
  const facts: Fact[] = [
    fact('Payee', accountName),
    accountNumber === ''
      ? null
      : ['Account', <OrderId key="account" value={accountNumber} label="account number" />],
    fact('E-mail', emailAddress),
    fact('Method', paymentMethodCode),
    fact('Operator', paymentOperatorCode),
    ['Order ID', <OrderId key="order" value={idPayout} />],
    fact('Reference', reference),
    [
      'Batch',
      <span key="batch">
        <Link component={RouterLink} to={`/batches/${encodeURIComponent(batchId)}`}>
          {batchName === undefined || batchName === '' ? batchId : batchName}
        </Link>
        , row {rowNumber} ·{' '}
        <Link component={RouterLink} to={payoutsLink({ batchId, profileName })}>
          all payouts
        </Link>
      </span>,
    ],
    retryOf === null
      ? null
      : [
          'Retry of',
          retryOfBatchId === null ? (
            retryOf
          ) : (
            <Link
              key="retry"
              component={RouterLink}
              to={payoutAddress({ idPayout: retryOf, profileName, batchId: retryOfBatchId })}
            >
              {retryOf}
            </Link>
          ),
        ],
    retriedBy === null
      ? null
      : [
          retriedByLabel(retriedBy),
          <span key="retried">
            <Link component={RouterLink} to={payoutAddress({ ...retriedBy, profileName })}>
              {retriedBy.idPayout}
            </Link>{' '}
            ({stateText(retriedBy.state)})
          </span>,
        ],
    ...gatewayFacts(payout),
    ['Profile', `${profileName} (${environment}${payout.isProfileRemoved ? ', removed' : ''})`],
    ['Created', <When key="created" at={payout.createdAt} />],
    ['Last changed', <When key="changed" at={payout.updatedAt} />],
  ];
  return <Facts facts={facts} />;
}
