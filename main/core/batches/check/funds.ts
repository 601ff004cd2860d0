import {
  addDecimals,
  compareDecimals,
  formatDecimal,
  parseDecimal,
} from '../../../../contract/money/decimal.ts';
import type { CurrencyTotal } from '../../../../contract/money/money.ts';
import type { Balance, CheckReport } from '../../../../contract/treasury.ts';
import { availableOf } from '../../treasury/available.ts';

type Funds = CheckReport['funds'];

/**
 * The sum of each currency against what is available, exactly. `gap` is what is lacking, `0` where nothing is; it and `available`
 * are null where no balance of the currency is known. `asOf` is when the balances were read, ISO 8601.
 */
export function fundsOf(
  totals: readonly CurrencyTotal[],
  { asOf, balances }: { readonly asOf: string | null; readonly balances: readonly Balance[] },
): Funds {
  return totals.map(({ currencyCode, amount }) => {
    const amounts = balances
      .filter((balance) => balance.currencyCode === currencyCode)
      .flatMap((balance) => balance.amounts);
    const available = availableOf({ amounts });
    const gap = available === null ? null : lacking(amount, available);
    return gap === null
      ? { currencyCode, needed: amount, available: null, gap: null, asOf: null }
      : { currencyCode, needed: amount, available, gap, asOf };
  });
}

/** How much more than `available` is needed; null where either cannot be read. */
function lacking(needed: string, available: string): string | null {
  const [wanted, there] = [parseDecimal(needed), parseDecimal(available)];
  if (wanted === null || there === null) return null;
  if (compareDecimals(wanted, there) <= 0) return '0';
  return formatDecimal(addDecimals(wanted, { digits: -there.digits, scale: there.scale }));
}
