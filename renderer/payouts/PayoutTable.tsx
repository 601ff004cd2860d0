import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { PayoutOrder } from '../../contract/payments/history.ts';
import type { PayoutSummary } from '../../contract/payments/payment.ts';
import { moneyText } from '../../contract/text/numbers.ts';
import { Amount } from '../kit/Amount.tsx';
import { DataTable, type Column, type Sort } from '../kit/table/DataTable.tsx';
import { Empty, NoMatch } from '../kit/messages/Empty.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { OrderId } from '../kit/OrderId.tsx';
import { stateLabel } from '../../contract/text/states.ts';
import { dottedText } from '../kit/states/states.ts';
import { StateDot } from '../kit/states/StateDot.tsx';
import { When } from '../kit/When.tsx';
import { shortTime } from '../kit/times.ts';
import { payoutAddress, payoutAt } from '../payments/payment-address.ts';
import type { HistoryRow } from './history-pages.ts';
import type { ChangeView } from '../kit/useAddressView.ts';
import type { History } from './useHistory.ts';
import { isNarrowed, type PayoutView } from './view.ts';

type PayoutTableProps = {
  readonly history: History;
  readonly view: PayoutView;
  /** Whether payouts of several profiles are shown. */
  readonly hasProfiles: boolean;
  readonly onShow: ChangeView<PayoutView>;
  readonly onClear: () => void;
};

export function PayoutTable({ history, view, hasProfiles, onShow, onClear }: PayoutTableProps) {
  const { rows, hasBegun, isLoading, error, more, recall, again } = history;
  const navigate = useNavigate();
  const { search } = useLocation();
  const { idPayout } = useParams();
  const list = new URLSearchParams(search);
  const { profileName, batchId } = payoutAt(idPayout ?? '', list);
  const columns = useMemo(() => columnsOf(hasProfiles, recall), [hasProfiles, recall]);

  const isOpen = (row: HistoryRow): boolean =>
    row.kind === 'payout' &&
    row.payout.idPayout === idPayout &&
    row.payout.profileName === profileName &&
    (batchId === undefined || row.payout.batchId === batchId);
  const open = (row: HistoryRow) => {
    if (row.kind === 'gone') return;
    // Opening another payout from here replaces the address, so that Back returns to the list.
    void navigate(payoutAddress(row.payout, list), { replace: idPayout !== undefined });
  };
  if (error !== null && rows.length === 0) return <ErrorNotice error={error} onRetry={again} />;
  return (
    <>
      <ErrorNotice error={error} onRetry={more} />
      <DataTable<HistoryRow>
        label="Payouts"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        onOpen={open}
        selected={idPayout === undefined ? null : (rows.find(isOpen)?.key ?? null)}
        sort={sortOf(view.order)}
        onSort={(key) => onShow((now) => ({ ...now, order: orderAfter(key, now.order) }))}
        onEnd={more}
        isLoading={!hasBegun}
        isLoadingMore={isLoading && hasBegun}
        empty={
          isNarrowed(view.filter) ? (
            <NoMatch
              title="No payout matches"
              text="No payout in the history matches all filters."
              onClear={onClear}
            />
          ) : (
            <Empty
              title="No payouts yet"
              text="Payouts appear here once their batch is released."
              action={
                <Button variant="contained" onClick={() => void navigate('/batches/new')}>
                  New batch
                </Button>
              }
            />
          )
        }
      />
    </>
  );
}

function columnsOf(hasProfiles: boolean, recall: (page: number) => void): Column<HistoryRow>[] {
  const cell = (render: (payout: PayoutSummary) => React.ReactNode) => (row: HistoryRow) =>
    row.kind === 'gone' ? <Skeleton variant="text" width="60%" /> : render(row.payout);
  const columns: Column<HistoryRow>[] = [
    {
      key: 'created',
      title: 'Created',
      width: 104,
      isSortable: true,
      text: (row) => (row.kind === 'gone' ? '' : shortTime(row.payout.createdAt)),
      render: (row) =>
        row.kind === 'gone' ? (
          <Recalled page={row.page} recall={recall} />
        ) : (
          <When at={row.payout.createdAt} />
        ),
    },
    {
      key: 'state',
      title: 'State',
      width: 112,
      text: (row) => (row.kind === 'gone' ? '' : dottedText(stateLabel(row.payout.state))),
      render: cell(({ state }) => <StateDot state={state} />),
    },
    {
      key: 'amount',
      title: 'Amount',
      width: 140,
      align: 'right',
      isSortable: true,
      text: (row) => (row.kind === 'gone' ? '' : moneyText(row.payout.money)),
      render: cell(({ money }) => <Amount {...money} />),
    },
    {
      key: 'name',
      title: 'Payee',
      width: 160,
      isSortable: true,
      render: cell(({ accountName }) => accountName),
    },
    {
      key: 'account',
      title: 'Account',
      // The width of an account of 22 characters, which must not be truncated.
      width: 184,
      render: cell(({ accountNumber }) => (
        <OrderId value={accountNumber} label="account number" hasCopy={false} />
      )),
    },
    {
      key: 'method',
      title: 'Method',
      width: 136,
      isExtra: true,
      render: cell(({ paymentMethodCode }) => paymentMethodCode),
    },
    {
      key: 'reference',
      title: 'Reference',
      width: 120,
      isExtra: true,
      render: cell(({ reference }) => reference),
    },
    {
      key: 'order',
      title: 'Order ID',
      width: 172,
      isExtra: true,
      render: cell(({ idPayout }) => <OrderId value={idPayout} hasCopy={false} />),
    },
  ];
  const profile: Column<HistoryRow> = {
    key: 'profile',
    title: 'Profile',
    width: 110,
    render: cell(({ profileName }) => profileName),
  };
  return hasProfiles ? columns.toSpliced(1, 0, profile) : columns;
}

/** Placeholder for a row that was released from memory: rendering it loads its page again. */
function Recalled({ page, recall }: { readonly page: number; readonly recall: (page: number) => void }) {
  useEffect(() => recall(page), [page, recall]);
  return <Skeleton variant="text" width="60%" />;
}

function sortOf(order: PayoutOrder): Sort {
  switch (order) {
    case 'newest':
      return { key: 'created', isDescending: true };
    case 'oldest':
      return { key: 'created', isDescending: false };
    case 'amountDown':
      return { key: 'amount', isDescending: true };
    case 'amountUp':
      return { key: 'amount', isDescending: false };
    case 'name':
      return { key: 'name', isDescending: false };
  }
}

function orderAfter(column: string, before: PayoutOrder): PayoutOrder {
  if (column === 'amount') return before === 'amountDown' ? 'amountUp' : 'amountDown';
  if (column === 'name') return before === 'name' ? 'newest' : 'name';
  return before === 'newest' ? 'oldest' : 'newest';
}
