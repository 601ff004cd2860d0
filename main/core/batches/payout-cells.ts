import type { SheetCells } from '../../../contract/batches/sheet.ts';
import type { RowContent } from '../ports/index.ts';

/** The cells of a recorded payout, with this order ID (empty: Bursar generates one). */
export function cellsOf(payment: RowContent, idPayout: string): SheetCells {
  return {
    amount: payment.amount,
    currencyCode: payment.currencyCode,
    paymentMethodCode: payment.paymentMethodCode,
    accountName: payment.accountName,
    accountNumber: payment.accountNumber,
    paymentOperatorCode: payment.paymentOperatorCode,
    emailAddress: payment.emailAddress,
    idPayout,
    reference: payment.reference,
  };
}
