import type { PaymentState } from '../../../contract/payments/payment.ts';
import { countText, moneyText } from '../../../contract/text/numbers.ts';
import { stateLabel } from '../../../contract/text/states.ts';
import { Amount } from '../Amount.tsx';
import { OrderId } from '../OrderId.tsx';
import { dottedText } from '../states/states.ts';
import { StateDot } from '../states/StateDot.tsx';
import { shortTime } from '../times.ts';
import { When } from '../When.tsx';
import type { Column } from './table.ts';

type Place = Pick<Column<unknown>, 'key' | 'title' | 'width' | 'isSortable' | 'isExtra'>;

/** A column with a moment of each row. */
export function timeColumn<Row>(place: Place, at: (row: Row) => string): Column<Row> {
  return { ...place, text: (row) => shortTime(at(row)), render: (row) => <When at={at(row)} /> };
}

/** The column with the state of each row. */
export function stateColumn<Row extends { readonly state: PaymentState }>(): Column<Row> {
  return {
    key: 'state',
    title: 'State',
    width: 112,
    text: ({ state }) => dottedText(stateLabel(state)),
    render: ({ state }) => <StateDot state={state} />,
  };
}

/** The column with the payment method of each row. */
export function methodColumn<Row extends { readonly paymentMethodCode: string }>(): Column<Row> {
  return {
    key: 'method',
    title: 'Method',
    width: 136,
    isExtra: true,
    render: ({ paymentMethodCode }) => paymentMethodCode,
  };
}

type Money = { readonly amount: string; readonly currencyCode: string };

/** A column with an amount of each row in its currency. */
export function moneyColumn<Row>(place: Place, moneyOf: (row: Row) => Money): Column<Row> {
  return {
    ...place,
    align: 'right',
    text: (row) => moneyText(moneyOf(row)),
    render: (row) => {
      const { amount, currencyCode } = moneyOf(row);
      return <Amount amount={amount} currencyCode={currencyCode} />;
    },
  };
}

/** A column with a number of each row. */
export function countColumn<Row>(place: Place, count: (row: Row) => number): Column<Row> {
  return { ...place, align: 'right', text: (row) => countText(count(row)) };
}

/** A column with an order ID or account number of each row. */
export function idColumn<Row>(place: Place, id: (row: Row) => string): Column<Row> {
  return { ...place, render: (row) => <OrderId value={id(row)} hasCopy={false} /> };
}
