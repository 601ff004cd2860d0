import { compareDecimals, parseDecimal, type Decimal } from '../../../contract/money/decimal.ts';
import type { PayoutFilter, PayoutOrder } from '../../../contract/payments/history.ts';
import type { PayoutSummary } from '../../../contract/payments/payment.ts';
import { foldText } from '../../../contract/payees/fold-text.ts';
import { nameKeyOf } from '../../../main/store/history/keys.ts';

const decimals = new Map<string, Decimal>();
function decimalOf(amount: string): Decimal {
  const decimal = decimals.get(amount) ?? parseDecimal(amount);
  if (decimal === null) throw new Error(`${amount} is no decimal`);
  decimals.set(amount, decimal);
  return decimal;
}

/** Compares amounts by value. */
function byAmount(left: string, right: string): number {
  return compareDecimals(decimalOf(left), decimalOf(right));
}

const nameKeys = new Map<string, Buffer>();
function nameOf({ accountName }: PayoutSummary): Buffer {
  const key = nameKeys.get(accountName) ?? Buffer.from(nameKeyOf(accountName));
  nameKeys.set(accountName, key);
  return key;
}

/** An account, or a search for one, without accents, capitals and spaces. */
function accountOf(text: string): string {
  return foldText(text.trim()).replace(/[\s.\-/]/g, '');
}

/** What the history should find among payouts that are sorted oldest first, the plain way. */
export function plainly(all: readonly PayoutSummary[], filter: PayoutFilter, order: PayoutOrder): string[] {
  const { profileName, batchId, states, currencyCodes, paymentMethodCodes } = filter;
  const { from, until, amountFrom, amountUntil, search } = filter;
  const matching = all.filter(
    (payout) =>
      (profileName === null || payout.profileName === profileName) &&
      (batchId === null || payout.batchId === batchId) &&
      (states.length === 0 ? batchId !== null || payout.state !== 'draft' : states.includes(payout.state)) &&
      (currencyCodes.length === 0 || currencyCodes.includes(payout.money.currencyCode)) &&
      (paymentMethodCodes.length === 0 ||
        paymentMethodCodes.some((code) => code.toLowerCase() === payout.paymentMethodCode.toLowerCase())) &&
      (from === null || payout.createdAt >= from) &&
      (until === null || payout.createdAt < until) &&
      (amountFrom === null || byAmount(payout.money.amount, amountFrom) >= 0) &&
      (amountUntil === null || byAmount(payout.money.amount, amountUntil) <= 0) &&
      (search === null ||
        [payout.accountName, payout.accountNumber, payout.reference, payout.idPayout].some((text) =>
          foldText(text).includes(foldText(search.trim())),
        ) ||
        accountOf(payout.accountNumber).includes(accountOf(search))),
  );
  const newest = matching.toReversed();
  const sorted = {
    newest: () => newest,
    oldest: () => matching,
    amountDown: () => newest.toSorted((left, right) => byAmount(right.money.amount, left.money.amount)),
    amountUp: () => newest.toSorted((left, right) => byAmount(left.money.amount, right.money.amount)),
    name: () => newest.toSorted((left, right) => Buffer.compare(nameOf(left), nameOf(right))),
  }[order]();
  return sorted.map(({ idPayout }) => idPayout);
}
