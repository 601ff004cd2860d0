import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { AppEvent } from '../../../contract/events.ts';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import { stateLabel } from '../../../contract/text/states.ts';
import { useAfterEvents } from '../../events.ts';
import {
  countColumn,
  idColumn,
  methodColumn,
  moneyColumn,
  stateColumn,
  timeColumn,
} from '../../kit/table/columns.tsx';
import { DataTable, type Column } from '../../kit/table/DataTable.tsx';
import { ErrorNotice } from '../../kit/messages/ErrorNotice.tsx';
import { payoutAddress } from '../../payments/payment-address.ts';
import { useBatchPayouts, type BatchSummary, type PayoutSummary } from '../../queries/batches.ts';
import { useNextPage } from '../../queries/wire/pages.ts';
import { isUnfinished } from './sending.ts';

/** How long after a change the payouts are read again, together with all changes until then. */
const againMs = 1000;

const columns: readonly Column<PayoutSummary>[] = [
  countColumn({ key: 'rowNumber', title: 'Row', width: 52 }, ({ rowNumber }) => rowNumber),
  stateColumn(),
  timeColumn({ key: 'updatedAt', title: 'Changed', width: 80, isExtra: true }, ({ updatedAt }) => updatedAt),
  moneyColumn({ key: 'amount', title: 'Amount', width: 130 }, ({ money }) => money),
  { key: 'accountName', title: 'Payee', width: 156, render: ({ accountName }) => accountName },
  idColumn({ key: 'accountNumber', title: 'Account', width: 184 }, ({ accountNumber }) => accountNumber),
  methodColumn(),
  {
    key: 'gatewayStatus',
    title: 'Gateway status',
    width: 118,
    isExtra: true,
    render: ({ gatewayStatus }) => gatewayStatus ?? '',
  },
  idColumn({ key: 'idPayout', title: 'Order ID', width: 180, isExtra: true }, ({ idPayout }) => idPayout),
];

type Props = {
  readonly batch: BatchSummary;
  readonly states: readonly PaymentState[];
  readonly onStates: (states: readonly PaymentState[]) => void;
};

/** Every payout of a released batch, or those in the chosen state. */
export function BatchPayoutTable({ batch, states, onStates }: Props) {
  const navigate = useNavigate();
  const payouts = useBatchPayouts(batch.batchId, states);
  const more = useNextPage(payouts);
  const { refetch } = payouts;
  const isGoing = isUnfinished(batch);
  const pages = payouts.data?.pages ?? [];
  // Changed payouts are on the first pages only while few were read: a long list is not reloaded until the batch is done.
  const isFollowed = !isGoing || pages.length <= 3;
  useEffect(() => {
    if (!isGoing) void refetch();
  }, [isGoing, refetch]);
  useAfterEvents(
    useCallback(
      ({ kind, id }: AppEvent) => isFollowed && kind === 'batch' && id === batch.batchId,
      [isFollowed, batch.batchId],
    ),
    againMs,
    refetch,
  );

  return (
    <Box
      component="section"
      aria-labelledby="batch-payouts"
      sx={{ display: 'flex', flexDirection: 'column', height: 'max(480px, 60vh)' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36 }}>
        <Typography id="batch-payouts" variant="h2">
          {states.length === 0
            ? 'Payouts'
            : `Payouts: ${states.map((state) => stateLabel(state)).join(', ')}`}
        </Typography>
        {states.length > 0 && (
          <Button size="small" onClick={() => onStates([])}>
            Show all
          </Button>
        )}
        {!isFollowed && (
          <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>
            This long list is not updated until the batch is done ·{' '}
            <Link
              component="button"
              onClick={() => void refetch()}
              sx={{ fontSize: 13, verticalAlign: 'baseline' }}
            >
              update
            </Link>
          </Typography>
        )}
      </Box>
      <ErrorNotice error={payouts.error} onRetry={() => void refetch()} />
      <DataTable
        label="Payouts of this batch"
        columns={columns}
        rows={payouts.data?.pages.flatMap((page) => page.payouts)}
        rowKey={({ idPayout }) => idPayout}
        isLoading={payouts.isPending}
        isLoadingMore={payouts.isFetchingNextPage}
        onOpen={({ idPayout }) =>
          void navigate(payoutAddress({ ...batch, idPayout }, new URLSearchParams({ batch: batch.batchId })))
        }
        onEnd={more}
      />
    </Box>
  );
}
