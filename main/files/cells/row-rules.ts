import type { Fault } from '../../../contract/batches/fault.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import { isSameCode } from '../../../contract/same-code.ts';
import type { LearnedRule, NeededColumn } from '../../core/ports/index.ts';

const sepaMethod = /^SEPA(?:[^A-Za-z]|$)/i;

/** Whether a payment method is a SEPA transfer, which needs an IBAN and the name of the payee. */
export function isSepa(paymentMethodCode: string): boolean {
  return sepaMethod.test(paymentMethodCode);
}

/** Called for a column that must not be empty. */
type Report = (column: NeededColumn, fault: Fault) => void;

/** Reports every empty column that the method of this row requires. */
export function checkNeeded(
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
