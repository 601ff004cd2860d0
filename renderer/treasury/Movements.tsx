import { useNavigate } from 'react-router';
import { wholeLine } from '../../contract/text/one-line.ts';
import { kindText } from '../../contract/text/states.ts';
import { idColumn } from '../kit/table/columns.tsx';
import { PagedTable } from '../kit/table/PagedTable.tsx';
import type { Column } from '../kit/table/table.ts';
import { paymentAddress } from '../payments/payment-address.ts';
import { useMovements, type CurrencyMovement, type StatementInput } from '../queries/treasury.ts';
import { amountColumn } from './MaybeAmount.tsx';
import { NothingMoved } from './NothingMoved.tsx';

const timeOf = ({ at }: CurrencyMovement): string => at.slice(0, 16).replace('T', ' ');

const amount = (key: 'amount' | 'fee' | 'balance', title: string): Column<CurrencyMovement> =>
  amountColumn(key, title, { width: 140, isQuiet: key !== 'amount' });

const columns: readonly Column<CurrencyMovement>[] = [
  {
    key: 'at',
    title: 'Time (UTC)',
    width: 150,
    text: timeOf,
    render: timeOf,
  },
  {
    key: 'kind',
    title: 'Kind',
    width: 80,
    render: ({ kind }) => (kind === 'fee' ? 'fee' : kindText(kind)),
  },
  { key: 'payee', title: 'Name', width: 160, render: ({ payee }) => wholeLine(payee) },
  {
    key: 'reference',
    title: 'Reference',
    width: 140,
    isExtra: true,
    render: ({ reference }) => wholeLine(reference),
  },
  idColumn({ key: 'id', title: 'Order ID', width: 180, isExtra: true }, ({ id }) => id),
  amount('amount', 'Amount'),
  amount('fee', 'Fee'),
  amount('balance', 'Balance'),
];

/** Every movement of a statement with the booked balance after it, page by page; Enter opens the payment. */
export function Movements({ statement }: { readonly statement: StatementInput }) {
  const list = useMovements(statement);
  const navigate = useNavigate();
  const { profileName } = statement;
  return (
    <PagedTable<CurrencyMovement>
      list={list}
      label="Movements"
      isFlowing
      columns={columns}
      rowKey={({ kind, id }) => `${kind}-${id}`}
      onOpen={({ kind, id, batchId }) => {
        if (kind !== 'fee') void navigate(paymentAddress({ kind, idPayment: id, profileName, batchId }));
      }}
      empty={<NothingMoved />}
    />
  );
}
