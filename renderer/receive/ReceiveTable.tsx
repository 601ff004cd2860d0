import { wholeLine } from '../../contract/text/one-line.ts';
import Button from '@mui/material/Button';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { IncomingSummary } from '../../contract/receiving/incoming.ts';
import { idColumn, methodColumn, moneyColumn, stateColumn, timeColumn } from '../kit/table/columns.tsx';
import { PagedTable } from '../kit/table/PagedTable.tsx';
import type { Column } from '../kit/table/table.ts';
import { dayOrderFault } from '../kit/fields/DayField.tsx';
import { Empty, NoMatch } from '../kit/messages/Empty.tsx';
import { incomingLink, isNarrowed, localDayOf, type ReceiveFilter } from './filter.ts';
import { useIncomingList } from '../queries/incoming.ts';
import { originLabel, payerLabel } from './receive-labels.ts';

type ReceiveTableProps = {
  readonly filter: ReceiveFilter;
  readonly profileName: string;
  readonly onClear: () => void;
};

export function ReceiveTable({ filter, profileName, onClear }: ReceiveTableProps) {
  const list = useIncomingList(filter, profileName);
  const navigate = useNavigate();
  const { search } = useLocation();
  const { kind, idPayment } = useParams();
  const [address] = useSearchParams();
  const shown = list.rows.find((payment) => payment.kind === kind && payment.idPayment === idPayment);
  const open = (payment: IncomingSummary) =>
    // Opening another payment from here replaces the address, so that Back returns to the list.
    void navigate(incomingLink(payment, new URLSearchParams(search)), { replace: idPayment !== undefined });
  return (
    <PagedTable<IncomingSummary>
      list={list}
      label="Payins and top-ups"
      columns={filter.isOfAll ? columnsOfAll : columns}
      rowKey={keyOf}
      onOpen={open}
      selected={address.get('batch') ?? (shown === undefined ? null : keyOf(shown))}
      empty={isNarrowed(filter) ? <NothingMatches filter={filter} onClear={onClear} /> : <NothingYet />}
    />
  );
}

function NothingMatches({ filter: { from, to }, onClear }: Pick<ReceiveTableProps, 'filter' | 'onClear'>) {
  return (
    <NoMatch
      title="Nothing matches"
      text={dayOrderFault(localDayOf(from), localDayOf(to, 1)) ?? 'No payin or top-up matches all filters.'}
      onClear={onClear}
    />
  );
}

function NothingYet() {
  return (
    <Empty
      title="Nothing to receive yet"
      text="Give a customer a payment link, create a payin, top up a balance of your own, or follow an order ID that another system created."
      action={
        <Button variant="contained" component={Link} to="/receive/links/new">
          Create payment link
        </Button>
      }
    />
  );
}

function keyOf({ batchId }: IncomingSummary): string {
  return batchId;
}

const columns: readonly Column<IncomingSummary>[] = [
  timeColumn({ key: 'created', title: 'Created', width: 104 }, ({ createdAt }) => createdAt),
  { key: 'kind', title: 'Kind', width: 116, render: originLabel },
  stateColumn(),
  moneyColumn({ key: 'amount', title: 'Amount', width: 130 }, ({ money }) => money),
  { key: 'who', title: 'From', width: 160, render: payerLabel },
  methodColumn(),
  { key: 'note', title: 'Note', width: 134, isExtra: true, render: ({ note }) => wholeLine(note) },
  idColumn({ key: 'order', title: 'Order ID', width: 180, isExtra: true }, ({ idPayment }) => idPayment),
];

/** Where payments of several profiles are listed, each says whose it is. */
const columnsOfAll: readonly Column<IncomingSummary>[] = columns.toSpliced(2, 0, {
  key: 'profile',
  title: 'Profile',
  width: 140,
  render: ({ profileName, environment }) => `${profileName} (${environment})`,
});
