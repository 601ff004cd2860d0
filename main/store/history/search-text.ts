import {
  formatDecimal,
  parseDecimal,
  shortestDecimal,
  type Decimal,
} from '../../../contract/money/decimal.ts';
import { withoutSeparators, searchMeaning } from '../../../contract/payments/search-meaning.ts';
import { foldText } from '../../../contract/payees/fold-text.ts';
import { textIn, type Row } from '../read-row.ts';
import type { NewRow } from '../../core/ports/index.ts';

const separator = '\u001f';
const trigram = 3;
/** The most trigrams queried per text: each further one costs a lookup, and spares reading rows that match the others by chance. */
const mostParts = 10;
/** Delimits an amount, which is searched by value only: `1250` does not find `71250`. */
const amountMark = '\ue00f';
/** Marks the digits of amounts with reserved characters, so that a text is not found in an amount. */
const firstFigure = 0xe000;

type Searched = Pick<NewRow, 'accountName' | 'accountNumber' | 'reference' | 'idPayment' | 'amount'>;

/**
 * The searchable text of a payment: name, account without spaces, reference and order ID, without accents and in lower case, and the amount
 * by value. Changing this needs a rebuilt index (a migration that clears `historyProgress`).
 */
export function searchedText({ accountName, accountNumber, reference, idPayment, amount }: Searched): string {
  const texts = [accountName, withoutSeparators(accountNumber), reference, idPayment].map((text) =>
    // The tokenizer reads a text up to its first NUL.
    foldText(text).replaceAll(/[\0\ue000-\ue00f]/g, separator),
  );
  const decimal = parseDecimal(amount);
  return [...texts, decimal === null ? '' : amountText(decimal)].join(separator);
}

/** A search as alternative texts, of which a payment must contain one. */
export function searchedFor(search: string): readonly string[] {
  const { texts, amounts } = searchMeaning(search);
  return [...texts, ...new Set(amounts.map(amountText))];
}

function amountText(amount: Decimal): string {
  const figures = formatDecimal(shortestDecimal(amount)).replace(/[\d.-]/g, (figure) =>
    String.fromCharCode(firstFigure + '0123456789.-'.indexOf(figure)),
  );
  return `${amountMark}${figures}${amountMark}`;
}

/** Whether the payment of a row with these columns contains one of the texts. */
export function containsOne(row: Searched, wanted: readonly string[]): boolean {
  const text = searchedText(row);
  return wanted.some((each) => text.includes(each));
}

/** What of a row is searched. */
export function searchedIn(row: Row): Searched {
  return {
    accountName: textIn(row, 'accountName'),
    accountNumber: textIn(row, 'accountNumber'),
    reference: textIn(row, 'reference'),
    idPayment: textIn(row, 'idPayment'),
    amount: textIn(row, 'amount'),
  };
}

/** The columns that `containsOne` reads. */
export const searchedColumns = 'accountName, accountNumber, reference, idPayment, amount';

/**
 * The trigrams that query the text index for a text: three characters from each position, for a long text from evenly spaced positions. The index may
 * find them in another order, so the rows must be compared too. Null for a text of fewer characters, which the index does not know.
 */
export function partsOf(text: string): readonly string[] | null {
  const characters = Array.from(text.toWellFormed());
  if (characters.length < trigram || characters.includes('\0')) return null;
  const parts = new Set<string>();
  const lastStart = characters.length - trigram;
  const last = Math.min(lastStart, mostParts - 1);
  for (let part = 0; part <= last; part += 1) {
    const start = Math.round((part * lastStart) / Math.max(1, last));
    parts.add(characters.slice(start, start + trigram).join(''));
  }
  return [...parts];
}

/** The text index query for a text; null if it does not know the text. */
export function matchOf(text: string): string | null {
  const parts = partsOf(text);
  return parts === null ? null : matchOfParts(parts);
}

/** The query for rows that have all of these parts. */
export function matchOfParts(parts: readonly string[]): string {
  return parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ');
}
