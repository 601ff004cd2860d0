import type { ReactNode } from 'react';
import { isZeroAmount } from '../../../contract/money/amount.ts';
import type { JournalLine } from '../../../contract/treasury/books.ts';
import { counted, moneyText } from '../../../contract/text/numbers.ts';
import { wholeLine } from '../../../contract/text/one-line.ts';
import { kindText } from '../../../contract/text/states.ts';
import { Amount } from '../../kit/Amount.tsx';
import { Empty } from '../../kit/messages/Empty.tsx';
import { idColumn, moneyColumn } from '../../kit/table/columns.tsx';
import { DataTable, type Column } from '../../kit/table/DataTable.tsx';
import type { BooksPreview } from '../../queries/treasury.ts';

type AccountSum = BooksPreview['accounts'][number];

const side = (amount: string, currencyCode: string): ReactNode =>
  isZeroAmount(amount) ? '' : <Amount amount={amount} currencyCode={currencyCode} />;

const sumColumns: readonly Column<AccountSum>[] = [
  { key: 'account', title: 'Account', width: 240, render: ({ account }) => account },
  {
    key: 'debit',
    title: 'Debit',
    width: 160,
    align: 'right',
    text: ({ debit, currencyCode }) => moneyText({ amount: debit, currencyCode }),
    render: ({ debit, currencyCode }) => side(debit, currencyCode),
  },
  {
    key: 'credit',
    title: 'Credit',
    width: 160,
    align: 'right',
    text: ({ credit, currencyCode }) => moneyText({ amount: credit, currencyCode }),
    render: ({ credit, currencyCode }) => side(credit, currencyCode),
  },
];

const nothing = (
  <Empty title="Nothing to export" text="No payment was paid in this period. Choose another one." />
);

/** The sums of the lines, by account and currency. */
export function AccountSums({ accounts }: { readonly accounts: readonly AccountSum[] }) {
  return (
    <DataTable<AccountSum>
      label="Sums by account"
      isFlowing
      columns={sumColumns}
      rows={accounts}
      rowKey={({ account, currencyCode }) => `${account} ${currencyCode}`}
      empty={null}
    />
  );
}

const lineColumns: readonly Column<JournalLine>[] = [
  { key: 'date', title: 'Date (UTC)', width: 120, render: ({ at }) => at.slice(0, 10) },
  {
    key: 'kind',
    title: 'Kind',
    width: 70,
    render: ({ kind }) => (kind === 'fee' || kind === 'note' ? kind : kindText(kind)),
  },
  {
    key: 'debit',
    title: 'Debit',
    width: 120,
    text: ({ debitAccount }) => debitAccount,
    render: ({ debitAccount }) => debitAccount,
  },
  {
    key: 'credit',
    title: 'Credit',
    width: 130,
    text: ({ creditAccount }) => creditAccount,
    render: ({ creditAccount }) => creditAccount,
  },
  moneyColumn({ key: 'amount', title: 'Amount', width: 130 }, (line) => line),
  idColumn({ key: 'id', title: 'Order ID', width: 140 }, ({ id }) => id),
  { key: 'payee', title: 'Name', width: 110, render: ({ payee }) => wholeLine(payee) },
];

type JournalLinesProps = { readonly lines: readonly JournalLine[]; readonly leftOut: number };

/** The first lines of the next export. */
export function JournalLines({ lines, leftOut }: JournalLinesProps) {
  const empty =
    leftOut === 0 ? (
      nothing
    ) : (
      <Empty
        title="Nothing to export"
        text={`An earlier export has ${leftOut === 1 ? 'the only payment' : `all ${counted(leftOut, 'payment')}`} of this period.`}
      />
    );
  return (
    <DataTable<JournalLine>
      label="Journal lines"
      isFlowing
      columns={lineColumns}
      rows={lines}
      rowKey={({ kind, id, profileName, batchId }) => `${profileName} ${batchId} ${id} ${kind}`}
      empty={empty}
    />
  );
}
