import type { Fault } from '../../../contract/batches/fault.ts';
import type { CodeColumn } from '../../../contract/batches/corrections.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import type { PayoutRules, LearnedRule, NeededColumn } from '../../core/ports/index.ts';
import { accountLookAlikeFault, readAccountNumber, readIban } from './account.ts';
import {
  accountConvertedFault,
  accountExponentFault,
  currencyFault,
  emailFault,
  idPayoutFault,
  isSpreadsheetError,
  isStruckThrough,
  largestLengths,
  lengthFault,
  paymentMethodFault,
} from './cells.ts';
import { correctCode, listedCurrency } from './codes.ts';
import type { PayoutColumn } from '../columns/columns.ts';
import { hasUnseenCharacter } from '../problems.ts';
import { isSameCode } from '../../../contract/same-code.ts';

type CellsToRead = {
  /** The raw cell, not trimmed. */
  readonly cellOf: (column: PayoutColumn) => string;
  /** Whether every account number has to be an IBAN. */
  readonly isIbanColumn: boolean;
  /** Another problem of an order ID, such as that another row has it. */
  readonly idFault: (idPayout: string) => Fault | null;
  /** Called for every fault, with the trimmed cell. */
  readonly report: (column: PayoutColumn, value: string, fault: Fault) => void;
  /** Called for every code that the gateway writes in a different case. */
  readonly corrected: (column: CodeColumn, from: string, to: string) => void;
  readonly rules: PayoutRules;
};

/** Reads all cells of a row except the amount, which stays empty, and reports their problems. */
export function readCells({
  cellOf,
  isIbanColumn,
  idFault,
  report,
  corrected,
  rules,
}: CellsToRead): PayoutRow {
  const check = (column: PayoutColumn, value: string, fault: Fault | null): void => {
    if (fault !== null) report(column, value, fault);
  };
  const text = (column: PayoutColumn): string => seenCell(column, cellOf(column), report);
  const limited = (column: keyof typeof largestLengths): string => {
    const value = text(column);
    check(column, value, lengthFault(value, largestLengths[column]));
    return value;
  };

  const code = (column: CodeColumn, value: string): string => {
    const right = correctCode(column, value, rules.codes);
    if (right !== value) corrected(column, value, right);
    return right;
  };

  const currencyText = code('currencyCode', text('currencyCode'));
  const currencyCode = listedCurrency(currencyText, rules.codes);
  if (currencyCode === null) report('currencyCode', currencyText, currencyFault(currencyText));
  const paymentMethodCode = code('paymentMethodCode', limited('paymentMethodCode'));
  check('paymentMethodCode', paymentMethodCode, paymentMethodFault(paymentMethodCode));
  const accountName = limited('accountName');
  const accountText = limited('accountNumber');
  const account =
    isSepa(paymentMethodCode) && accountText !== ''
      ? readIban(accountText)
      : readAccountNumber(accountText, isIbanColumn);
  check('accountNumber', accountText, accountExponentFault(accountText));
  check('accountNumber', accountText, accountConvertedFault(accountText));
  check('accountNumber', accountText, accountLookAlikeFault(accountText));
  if (account.kind === 'fault') report('accountNumber', accountText, account.fault);
  const paymentOperatorCode = code('paymentOperatorCode', limited('paymentOperatorCode'));
  const emailAddress = limited('emailAddress');
  check('emailAddress', emailAddress, emailFault(emailAddress));
  const idPayout = text('idPayout');
  check('idPayout', idPayout, idPayoutFault(idPayout) ?? idFault(idPayout));
  const reference = limited('reference');
  checkNeeded(
    { paymentMethodCode, accountName, accountNumber: accountText, paymentOperatorCode, emailAddress },
    rules.learned,
    (column, fault) => report(column, '', fault),
  );
  return {
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
}

/** A cell, trimmed; invisible characters and spreadsheet errors are reported. */
export function seenCell(column: PayoutColumn, cell: string, report: CellsToRead['report']): string {
  const value = cell.trim();
  if (value !== '' && hasUnseenCharacter(value, column)) report(column, value, { code: 'unseenCharacter' });
  if (isStruckThrough(value)) report(column, value, { code: 'struckThrough' });
  const mayBeError = value.startsWith('#') || value.startsWith('Err:');
  if (mayBeError && isSpreadsheetError(value)) report(column, value, { code: 'spreadsheetError' });
  return value;
}

const sepaMethod = /^SEPA(?:[^A-Za-z]|$)/i;

/** Whether a payment method is a SEPA transfer, which needs an IBAN and the name of the payee. */
function isSepa(paymentMethodCode: string): boolean {
  return sepaMethod.test(paymentMethodCode);
}

/** Called for a column that must not be empty. */
type Report = (column: NeededColumn, fault: Fault) => void;

/** Reports every empty column that the method of this row requires. */
function checkNeeded(
  row: Readonly<Pick<PayoutRow, NeededColumn | 'paymentMethodCode'>>,
  learned: readonly LearnedRule[],
  report: Report,
): void {
  const { paymentMethodCode } = row;
  let reported: NeededColumn[] | null = null;
  const need = (column: NeededColumn, fault: Fault): void => {
    if (row[column] !== '' || reported?.includes(column) === true) return;
    reported ??= [];
    reported.push(column);
    report(column, fault);
  };
  if (isSepa(paymentMethodCode)) {
    need('accountName', { code: 'sepaName', paymentMethodCode });
    need('accountNumber', { code: 'sepaIban', paymentMethodCode });
  }
  for (const rule of learned)
    if (
      isSameCode(rule.paymentMethodCode, paymentMethodCode) &&
      isSameCode(rule.paymentOperatorCode, row.paymentOperatorCode)
    )
      need(rule.column, { code: 'neededByGateway', ...rule });
}
