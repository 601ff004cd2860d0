import { minorUnitsOf } from '../money/currencies.ts';
import { parseDecimal, type Decimal } from '../money/decimal.ts';
import { foldText } from '../payees/fold-text.ts';

const inAccounts = /[\s.\-/]/g;
const hasDigit = /\d/;
const shortestAccount = 3;

/**
 * The possible meanings of a search, wherever payments are searched: the folded text, the same without the spaces of an account, and amounts in any
 * notation.
 */
export function searchMeaning(search: string): {
  readonly texts: readonly string[];
  readonly amounts: readonly Decimal[];
} {
  const text = foldText(search.trim());
  const account = withoutSeparators(text);
  const isAccount = account !== text && (account.length >= shortestAccount || hasDigit.test(account));
  return { texts: isAccount ? [text, account] : [text], amounts: amountsOfSearch(text) };
}

/** An account without its separators. */
export function withoutSeparators(account: string): string {
  return account.replace(inAccounts, '');
}

const groups = {
  comma: /^\d{1,3}(,\d{3})+(\.\d+)?$/,
  point: /^\d{1,3}(\.\d{3})+(,\d+)?$/,
  space: /^\d{1,3}([ '\u00a0\u202f’]\d{3})+([.,]\d+)?$/,
  none: /^\d+([.,]\d+)?$/,
};

/** `1,250.00 EUR`, `€1250`: an amount with its currency, which is not compared. */
const codeBehind = /^(?<amount>.*\d)\s*(?:\p{Sc}|\s[a-z][\w.]{2,})$/u;
const signBefore = /^\p{Sc}\s*(?<amount>\d.*)$/u;
const codeBefore = /^(?<code>[a-z]{3})\s+(?<amount>\d.*)$/;

/** The text without the currency of an amount. A word before a number counts only if it is a known code: `inv 1250` is not an amount. */
function withoutCurrency(text: string): string {
  const { code, amount } =
    (codeBehind.exec(text) ?? signBefore.exec(text) ?? codeBefore.exec(text))?.groups ?? {};
  return amount === undefined || (code !== undefined && minorUnitsOf(code.toUpperCase()) === null)
    ? text
    : amount;
}

/** The values that a text may mean as an amount: `1.250,00`, `1,250.00`, `1 250` and `1250` are one, `1.250` is two. */
function amountsOfSearch(search: string): Decimal[] {
  const text = withoutCurrency(search);
  const plain = [
    ...(groups.none.test(text) ? [text.replace(',', '.')] : []),
    ...(groups.comma.test(text) ? [text.replaceAll(',', '')] : []),
    ...(groups.point.test(text) ? [text.replaceAll('.', '').replace(',', '.')] : []),
    ...(groups.space.test(text) ? [text.replace(/[ '\u00a0\u202f’]/g, '').replace(',', '.')] : []),
  ];
  return plain.flatMap((each) => parseDecimal(each) ?? []);
}
