import { negateAmount, sumAmounts } from '../../../../contract/money/amount.ts';
import type { Movement } from '../../../../contract/treasury/statement.ts';
import { isoTime } from '../../payments/convert.ts';
import type { FlowPayment, FlowPlace, MovedMoney } from '../../ports/index.ts';

type Moved = Omit<Movement, 'balance'>;

/** The movement of a paid payment in this currency, signed. */
export function movementOf(payment: FlowPayment, currencyCode: string): Moved {
  const { kind, at, idPayment, batchId, paymentMethodCode, accountName, reference, source } = payment;
  const { amount, fee } = movedMoney(payment, currencyCode);
  return {
    at: isoTime(at),
    kind: payment.currencyCode === currencyCode ? kind : 'fee',
    id: idPayment,
    ownId: source?.endToEndId ?? '',
    paymentInformationId: source?.paymentInformationId ?? batchId,
    amount,
    fee: payment.fee === null ? null : fee,
    batchId,
    paymentMethodCode,
    payee: accountName,
    reference,
  };
}

/** The amount and fee of a payment in this currency, both signed: payouts and fees reduce the balance. */
export function movedMoney({ kind, amount, currencyCode: own, fee }: MovedMoney, currencyCode: string) {
  const signed = kind === 'payout' ? negateAmount(amount) : amount;
  return {
    amount: own === currencyCode ? signed : '0',
    fee: fee?.currencyCode === currencyCode ? negateAmount(fee.amount) : '0',
  };
}

/** The total of these payments. */
export function movedBy(payments: readonly MovedMoney[], currencyCode: string): string {
  return sumAmounts(
    payments.flatMap((payment) => {
      const { amount, fee } = movedMoney(payment, currencyCode);
      return [amount, fee];
    }),
  );
}

/** The movements with the balance after each, starting from the one before the first. */
export function withBalances(moved: readonly Moved[], before: string | null): Movement[] {
  let balance = before;
  return moved.map((movement) => {
    balance = balance === null ? null : sumAmounts([balance, movement.amount, movement.fee ?? '0']);
    return { ...movement, balance };
  });
}

/** A page position, and the balance there. */
type MovementPlace = FlowPlace & { readonly balance: string | null };

const placePattern = /^(\d{1,15}):(\d{1,17}):(-?\d{1,130}(?:\.\d{1,130})?)?$/;

export function placeText({ at, paymentId, balance }: MovementPlace): string {
  return `${at}:${paymentId}:${balance ?? ''}`;
}

/** Parses a position; null if it is malformed. */
export function readPlace(text: string): MovementPlace | null {
  const [, at, paymentId, balance] = placePattern.exec(text) ?? [];
  if (at === undefined || paymentId === undefined) return null;
  return { at: Number(at), paymentId: Number(paymentId), balance: balance ?? null };
}
