import { isZeroAmount } from '../../../../contract/money/amount.ts';
import {
  usualAccounts,
  type BookAccount,
  type BookedKind,
  type JournalLine,
} from '../../../../contract/treasury/books.ts';
import { isoTime } from '../../payments/convert.ts';
import type { FlowPayment } from '../../ports/index.ts';

/** The account for this kind, currency and method: the first that fits, else the usual name. */
export function accountFor(
  accounts: readonly BookAccount[],
  kind: BookedKind,
  currencyCode: string,
  paymentMethodCode: string,
): string {
  const fitting = accounts.find(
    (each) =>
      each.kind === kind &&
      (each.currencyCode === '' || each.currencyCode === currencyCode) &&
      (each.paymentMethodCode === '' || each.paymentMethodCode === paymentMethodCode),
  );
  return fitting?.account ?? usualAccounts[kind];
}

/** A paid payment as journal lines: its money, and its fee where the gateway took one. Debits equal credits in every line. */
export function journalLinesOf(
  payment: FlowPayment,
  profileName: string,
  accounts: readonly BookAccount[],
): JournalLine[] {
  const { kind, amount, currencyCode, paymentMethodCode, fee, idPayment, accountName, reference, batchId } =
    payment;
  const of = (booked: BookedKind, code: string): string =>
    accountFor(accounts, booked, code, paymentMethodCode);
  const about = { id: idPayment, paymentMethodCode, payee: accountName, reference, batchId, profileName };
  const at = isoTime(payment.at);
  const own = of(kind, currencyCode);
  const balance = of('balance', currencyCode);
  const money =
    kind === 'payout'
      ? { debitAccount: own, creditAccount: balance }
      : { debitAccount: balance, creditAccount: own };
  const lines: JournalLine[] = [{ at, kind, ...money, amount, currencyCode, ...about }];
  if (fee !== null && !isZeroAmount(fee.amount))
    lines.push({
      at,
      kind: 'fee',
      debitAccount: of('fee', fee.currencyCode),
      creditAccount: of('balance', fee.currencyCode),
      amount: fee.amount,
      currencyCode: fee.currencyCode,
      ...about,
    });
  return lines;
}
