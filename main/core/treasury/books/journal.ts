import { compareAmounts, isZeroAmount, negateAmount } from '../../../../contract/money/amount.ts';
import { runningTotals, type ReportedMoney } from '../../../../contract/money/money.ts';
import {
  usualAccounts,
  type BookAccount,
  type BookedKind,
  type JournalLine,
} from '../../../../contract/treasury/books.ts';
import { isoTime } from '../../payments/convert.ts';
import type { FlowPayment } from '../../ports/index.ts';

/** The account for this kind, currency and method: the first match, else the usual name. */
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

/** A paid payment as journal lines: its amount, and its fee if there was one. Debits equal credits in every line. */
export function journalLinesOf(
  payment: FlowPayment,
  profileName: string,
  accounts: readonly BookAccount[],
): JournalLine[] {
  const { kind, amount, currencyCode, paymentMethodCode, fee } = payment;
  const own = accountFor(accounts, kind, currencyCode, paymentMethodCode);
  const balance = accountFor(accounts, 'balance', currencyCode, paymentMethodCode);
  const money =
    kind === 'payout'
      ? { debitAccount: own, creditAccount: balance }
      : { debitAccount: balance, creditAccount: own };
  return [
    { ...aboutOf(payment, profileName), kind, ...money, amount, currencyCode },
    ...feeLinesOf(payment, fee === null ? [] : [fee], profileName, accounts),
  ];
}

/** These fees of a payment as journal lines; a negative one is a reversal. */
export function feeLinesOf(
  payment: FlowPayment,
  fees: readonly ReportedMoney[],
  profileName: string,
  accounts: readonly BookAccount[],
): JournalLine[] {
  return fees.flatMap(({ amount, currencyCode }): JournalLine[] => {
    if (isZeroAmount(amount)) return [];
    const fee = accountFor(accounts, 'fee', currencyCode, payment.paymentMethodCode);
    const balance = accountFor(accounts, 'balance', currencyCode, payment.paymentMethodCode);
    const isTakenBack = compareAmounts(amount, '0') < 0;
    return [
      {
        ...aboutOf(payment, profileName),
        kind: 'fee',
        debitAccount: isTakenBack ? balance : fee,
        creditAccount: isTakenBack ? fee : balance,
        amount: isTakenBack ? negateAmount(amount) : amount,
        currencyCode,
      },
    ];
  });
}

/** The part of a payment's fee that no saved export has, given what they have; negative if they have too much. */
export function unbookedFees(fee: ReportedMoney | null, booked: readonly ReportedMoney[]): ReportedMoney[] {
  const sums = runningTotals();
  if (fee !== null) sums.add(fee);
  for (const { currencyCode, amount } of booked) sums.add({ currencyCode, amount: negateAmount(amount) });
  return sums
    .list()
    .filter(({ amount }) => !isZeroAmount(amount))
    .map(({ currencyCode, amount }) => ({ currencyCode, amount }));
}

function aboutOf(
  { at, idPayment, paymentMethodCode, accountName, reference, batchId }: FlowPayment,
  profileName: string,
): Pick<
  JournalLine,
  'at' | 'id' | 'paymentMethodCode' | 'payee' | 'reference' | 'batchId' | 'profileName' | 'note'
> {
  const payee = accountName;
  return {
    at: isoTime(at),
    id: idPayment,
    paymentMethodCode,
    payee,
    reference,
    batchId,
    profileName,
    note: '',
  };
}
