import type { PayoutRow } from '../../../contract/payments/payment.ts';
import { columnText } from '../../../contract/text/columns.ts';
import type { LearnedRule, NeededColumn } from '../../core/ports/index.ts';
import type { Fault } from '../problems.ts';

const sepaMethod = /^SEPA(?:[^A-Za-z]|$)/i;

/** Whether a payment method is a SEPA transfer, which needs an IBAN and the name of the payee. */
export function isSepa(paymentMethodCode: string): boolean {
  return sepaMethod.test(paymentMethodCode);
}

/** Told of a column that has to hold something. */
type Report = (column: NeededColumn, fault: Fault) => void;

/** Reports every column that the method of this row needs and that is empty. */
export function checkNeeded(
  row: Readonly<Pick<PayoutRow, NeededColumn | 'paymentMethodCode'>>,
  learned: readonly LearnedRule[],
  report: Report,
): void {
  const { paymentMethodCode } = row;
  const reported = new Set<NeededColumn>();
  const need = (column: NeededColumn, message: string): void => {
    if (row[column] !== '' || reported.has(column)) return;
    reported.add(column);
    report(column, { message, expected: columnText(column) });
  };
  if (isSepa(paymentMethodCode)) {
    need('accountName', `${paymentMethodCode} needs the name of the payee.`);
    need('accountNumber', `${paymentMethodCode} needs the IBAN of the payee.`);
  }
  for (const { column, rejectedAt, ...rule } of learned)
    if (
      isSame(rule.paymentMethodCode, paymentMethodCode) &&
      isSame(rule.paymentOperatorCode, row.paymentOperatorCode)
    )
      need(column, rejectedText({ ...rule, column, rejectedAt }));
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

function rejectedText({ paymentMethodCode, paymentOperatorCode, column, rejectedAt }: LearnedRule): string {
  const by =
    paymentOperatorCode === '' ? paymentMethodCode : `${paymentMethodCode} through ${paymentOperatorCode}`;
  const date = new Date(rejectedAt).toISOString().slice(0, 10);
  return `The gateway rejected payouts by ${by} without ${columnText(column)} on ${date}.`;
}
