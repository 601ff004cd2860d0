import {
  formatDecimal,
  parseDecimal,
  shortestDecimal,
  type Decimal,
} from '../../../contract/money/decimal.ts';
import { minorUnitsOf } from '../../../contract/money/currencies.ts';
import { foldText } from '../../../contract/payees/fold-text.ts';
import type { NewRow } from '../../core/ports/index.ts';

const separator = '\u001f';
const trigram = 3;
/** Stands before and after an amount, which is searched by value only: `1250` does not find `71250`. */
const amountMark = '\ue00f';
/** Where the figures of amounts begin: characters of their own, so that a text is not found in an amount. */
const firstFigure = 0xe000;
const inAccounts = /[\s.\-/]/g;
const hasDigit = /\d/;

type Searched = Pick<NewRow, 'accountName' | 'accountNumber' | 'reference' | 'idPayment' | 'amount'>;

/**
 * What a payment is searched by: name, account without spaces, reference and order ID, without accents and in lower case, and the amount
 * by value. A change of this needs an index that is built again (a migration that clears `historyProgress`).
 */
export function searchedText({ accountName, accountNumber, reference, idPayment, amount }: Searched): string {
  const texts = [accountName, bare(accountNumber), reference, idPayment].map((text) =>
    // The tokenizer reads a text up to its first NUL.
    foldText(text).replaceAll(/[\0\ue000-\ue00f]/g, separator),
  );
  const decimal = parseDecimal(amount);
  return [...texts, decimal === null ? '' : amountText(decimal)].join(separator);
}

/**
 * A search as the texts of which a payment must contain one: what was typed, the same without the spaces of an account, and the amounts
 * that it may mean, in any notation.
 */
export function searchedFor(search: string): readonly string[] {
  const text = foldText(search.trim());
  const account = bare(text);
  const variants = [text];
  if (account !== text && (account.length >= trigram || hasDigit.test(account))) variants.push(account);
  return [...variants, ...amountsMeant(text)];
}

function amountText(amount: Decimal): string {
  const figures = formatDecimal(shortestDecimal(amount)).replace(/[\d.-]/g, (figure) =>
    String.fromCharCode(firstFigure + '0123456789.-'.indexOf(figure)),
  );
  return `${amountMark}${figures}${amountMark}`;
}

function bare(account: string): string {
  return account.replace(inAccounts, '');
}

const groups = {
  comma: /^\d{1,3}(,\d{3})+(\.\d+)?$/,
  point: /^\d{1,3}(\.\d{3})+(,\d+)?$/,
  space: /^\d{1,3}([ '\u00a0\u202f’]\d{3})+([.,]\d+)?$/,
  none: /^\d+([.,]\d+)?$/,
};

/** `1,250.00 EUR`, `€1250`: an amount as it is written with its currency, which is not compared. */
const codeBehind = /^(?<amount>.*\d)\s*(?:\p{Sc}|\s[a-z][\w.]{2,})$/u;
const signBefore = /^\p{Sc}\s*(?<amount>\d.*)$/u;
const codeBefore = /^(?<code>[a-z]{3})\s+(?<amount>\d.*)$/;

/** The text without the currency of an amount. A word before a number is one only if it is a known code: `inv 1250` is no amount. */
function withoutCurrency(text: string): string {
  const { code, amount } =
    (codeBehind.exec(text) ?? signBefore.exec(text) ?? codeBefore.exec(text))?.groups ?? {};
  return amount === undefined || (code !== undefined && minorUnitsOf(code.toUpperCase()) === null)
    ? text
    : amount;
}

/** A text that is an amount as the values that it may mean: `1.250,00`, `1,250.00`, `1 250` and `1250` are one, `1.250` is two. */
function amountsMeant(search: string): ReadonlySet<string> {
  const text = withoutCurrency(search);
  const found = new Set<string>();
  const add = (plain: string): void => {
    const decimal = parseDecimal(plain);
    if (decimal !== null) found.add(amountText(decimal));
  };
  if (groups.none.test(text)) add(text.replace(',', '.'));
  if (groups.comma.test(text)) add(text.replaceAll(',', ''));
  if (groups.point.test(text)) add(text.replaceAll('.', '').replace(',', '.'));
  if (groups.space.test(text)) add(text.replace(/[ '\u00a0\u202f’]/g, '').replace(',', '.'));
  return found;
}

/** Whether the payment of a row with these columns contains one of the texts. */
export function containsOne(row: Searched, wanted: readonly string[]): boolean {
  const text = searchedText(row);
  return wanted.some((each) => text.includes(each));
}

/** The columns that `containsOne` reads. */
export const searchedColumns = 'accountName, accountNumber, reference, idPayment, amount';

/**
 * The query of the text index for a text: each three characters of it. The index may find them in another order, so the rows have to be
 * compared too. Null for a text of fewer characters, which the index does not know.
 */
export function matchOf(text: string): string | null {
  const characters = Array.from(text.toWellFormed());
  if (characters.length < trigram || characters.includes('\0')) return null;
  const parts = new Set<string>();
  const lastStart = characters.length - trigram;
  for (let start = 0; start < lastStart; start += trigram)
    parts.add(characters.slice(start, start + trigram).join(''));
  parts.add(characters.slice(lastStart).join(''));
  return Array.from(parts, (part) => `"${part.replaceAll('"', '""')}"`).join(' AND ');
}

/** The query for any of these texts; null where the index does not know one of them. */
export function matchOfAny(texts: readonly string[]): string | null {
  const matches = texts.map(matchOf);
  return matches.some((match) => match === null) ? null : matches.map((match) => `(${match})`).join(' OR ');
}
