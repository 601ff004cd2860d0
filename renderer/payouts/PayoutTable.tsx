import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { PayoutOrder } from '../../contract/payments/history.ts';
import type { PayoutSummary } from '../../contract/payments/payment.ts';
import { idColumn, methodColumn, moneyColumn, stateColumn, timeColumn } from '../kit/table/columns.tsx';
import { DataTable, type Column, type Sort } from '../kit/table/DataTable.tsx';
import { Empty, NoMatch } from '../kit/messages/Empty.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
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
  const shownColumns = useMemo(
    () =>
      (hasProfiles ? columnsOfAll : columns).map((column, index) =>
        ofHistory(column, index === 0 ? recall : null),
      ),
    [hasProfiles, recall],
  );

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
        columns={shownColumns}
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

const columns: readonly Column<PayoutSummary>[] = [
  timeColumn(
    { key: 'created', title: 'Created', width: 104, isSortable: true },
    ({ createdAt }) => createdAt,
  ),
  stateColumn(),
  moneyColumn({ key: 'amount', title: 'Amount', width: 140, isSortable: true }, ({ money }) => money),
  {
    key: 'name',
    title: 'Payee',
    width: 160,
    isSortable: true,
    render: ({ accountName }) => accountName,
  },
  // The width of an account of 22 characters, which must not be truncated.
  idColumn({ key: 'account', title: 'Account', width: 184 }, ({ accountNumber }) => accountNumber),
  methodColumn(),
  { key: 'reference', title: 'Reference', width: 120, isExtra: true, render: ({ reference }) => reference },
  idColumn({ key: 'order', title: 'Order ID', width: 172, isExtra: true }, ({ idPayout }) => idPayout),
];

/** Where payouts of several profiles are listed, each says whose it is. */
const columnsOfAll = columns.toSpliced(1, 0, {
  key: 'profile',
  title: 'Profile',
  width: 110,
  render: ({ profileName }) => profileName,
});

/** A column of payouts in a list that released some rows from memory; rendering one of these calls `recall`, if any. */
function ofHistory(
  column: Column<PayoutSummary>,
  recall: ((page: number) => void) | null,
): Column<HistoryRow> {
  const { text, render = text, ...place } = column;
  const shown = {
    ...place,
    render: (row: HistoryRow) =>
      row.kind === 'payout' ? (
        render?.(row.payout)
      ) : recall === null ? (
        <Skeleton variant="text" width="60%" />
      ) : (
        <Recalled page={row.page} recall={recall} />
      ),
  };
  const textOf = (row: HistoryRow) => (row.kind === 'payout' ? (text?.(row.payout) ?? '') : '');
  if (shown.align === 'right') return { ...shown, text: textOf };
  return text === undefined ? shown : { ...shown, text: textOf };
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
