import type { PayoutRow } from '../../contract/payment.ts';
import { readAccountNumber } from './account.ts';
import { readAmount } from './amounts.ts';
import type { Convention } from './amounts.ts';
import {
  currencyFault,
  emailFault,
  idPayoutFault,
  largestLengths,
  lengthFault,
  paymentMethodFault,
  readCurrencyCode,
} from './cells.ts';
import type { PayoutColumn } from './columns.ts';
import type { Place, TwoReadings } from './convention.ts';
import { fitToCurrency } from './fit-currency.ts';
import type { Layout } from './header.ts';
import { hasUnseenCharacter, shown } from './problems.ts';
import type { Fault, ProblemList } from './problems.ts';

/** A row whose amount waits until the whole file has told its convention. */
export type WaitingRow = TwoReadings & { readonly row: PayoutRow };

/** Everything that was read so far. Rows with a fault stay among the rows, since with one problem none is given out. */
export type RowsRead = {
  readonly rows: PayoutRow[];
  readonly lines: number[];
  readonly waiting: WaitingRow[];
  /** The first amount that proves each convention. */
  readonly proofs: Record<Convention, Place | null>;
  readonly lineOfId: Map<string, number>;
};

export function noRowsYet(): RowsRead {
  return { rows: [], lines: [], waiting: [], proofs: { point: null, comma: null }, lineOfId: new Map() };
}

/** Reads the record that starts on this line into `read`, and what is wrong with it into `problems`. */
export function readRow(
  record: readonly string[],
  line: number,
  layout: Layout,
  read: RowsRead,
  problems: ProblemList,
): void {
  if (record.length !== layout.width) {
    problems.add(widthProblem(record, line, layout));
    // The row still counts towards the limit on rows.
    read.rows.push(emptyRow());
    read.lines.push(line);
    return;
  }
  const report = (field: PayoutColumn, value: string, fault: Fault | null) => {
    if (fault !== null) problems.add({ line, field, value: shown(value), ...fault });
  };
  for (const place of layout.unnamed) {
    const value = record[place]?.trim() ?? '';
    if (value !== '') problems.add(unnamedProblem(value, place, line));
  }
  const text = (field: PayoutColumn): string => {
    const place = layout.places[field];
    const value = place === undefined ? '' : (record[place] ?? '').trim();
    if (value !== '' && hasUnseenCharacter(value)) report(field, value, unseenFault);
    return value;
  };
  const limited = (field: keyof typeof largestLengths): string => {
    const value = text(field);
    report(field, value, lengthFault(value, largestLengths[field]));
    return value;
  };

  const amountText = text('amount');
  const currencyText = text('currencyCode');
  const currencyCode = readCurrencyCode(currencyText);
  if (currencyCode === null) report('currencyCode', currencyText, currencyFault(currencyText));
  const paymentMethodCode = limited('paymentMethodCode');
  report('paymentMethodCode', paymentMethodCode, paymentMethodFault(paymentMethodCode));
  const accountName = limited('accountName');
  const accountText = limited('accountNumber');
  const account = readAccountNumber(accountText, layout.isIbanColumn);
  if (account.kind === 'fault') report('accountNumber', accountText, account.fault);
  const paymentOperatorCode = limited('paymentOperatorCode');
  const emailAddress = limited('emailAddress');
  report('emailAddress', emailAddress, emailFault(emailAddress));
  const idPayout = text('idPayout');
  report('idPayout', idPayout, idPayoutFault(idPayout) ?? repeatedFault(idPayout, line, read.lineOfId));
  const reference = limited('reference');

  const row: PayoutRow = {
    amount: '',
    currencyCode: currencyCode ?? '',
    paymentMethodCode,
    accountName,
    accountNumber: account.kind === 'account' ? account.accountNumber : '',
    paymentOperatorCode,
    emailAddress,
    idPayout,
    reference,
  };
  report('amount', amountText, placeAmount(amountText, line, row, read));
  read.rows.push(row);
  read.lines.push(line);
}

/** Puts the amount into the row, or the row among those that wait; gives what is wrong with the amount. */
function placeAmount(text: string, line: number, row: PayoutRow, read: RowsRead): Fault | null {
  const reading = readAmount(text);
  switch (reading.kind) {
    case 'fault':
      return reading.fault;
    case 'two':
      read.waiting.push({ line, value: text, point: reading.point, comma: reading.comma, row });
      return null;
    case 'one': {
      if (reading.proves !== null) read.proofs[reading.proves] ??= { line, value: text };
      const fit = fitToCurrency(reading.amount, row.currencyCode, false);
      if (fit.kind === 'fault') return fit.fault;
      row.amount = fit.amount;
      return null;
    }
  }
}

function repeatedFault(idPayout: string, line: number, lineOfId: Map<string, number>): Fault | null {
  if (idPayout === '') return null;
  const earlier = lineOfId.get(idPayout);
  if (earlier === undefined) {
    lineOfId.set(idPayout, line);
    return null;
  }
  return {
    message: `This order ID stands on line ${earlier} already, and an order ID can pay only once.`,
    expected: 'an order ID of its own for each row, or none: Bursar then makes one',
  };
}

const unseenFault: Fault = {
  message: 'There is a character in this cell that cannot be seen, such as a line break.',
  expected: 'the same text typed again, on one line',
};

function widthProblem(record: readonly string[], line: number, layout: Layout) {
  const value = shown(record.join(' | '));
  const few = record.length < layout.width;
  const message = `The row has ${record.length} cells, but the header has ${layout.width}.`;
  const expected = few
    ? 'a cell for each column, empty ones included'
    : 'a cell for each column: put quotes around a cell that holds the delimiter, as in "1,234.50" or "Acme, Inc."';
  return { line, value, message, expected };
}

function unnamedProblem(value: string, place: number, line: number) {
  return {
    line,
    field: `column ${place + 1}`,
    value: shown(value),
    message: `Something stands in column ${place + 1}, which has no name in the header.`,
    expected: 'a name for the column, or an empty cell: the row may have slipped to the side',
  };
}

function emptyRow(): PayoutRow {
  return {
    amount: '',
    currencyCode: '',
    paymentMethodCode: '',
    accountName: '',
    accountNumber: '',
    paymentOperatorCode: '',
    emailAddress: '',
    idPayout: '',
    reference: '',
  };
}
