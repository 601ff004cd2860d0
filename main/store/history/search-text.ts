import type { NewRow } from '../../core/ports/index.ts';

const separator = '\u001f';
const beyondAscii = /[^\0-\x7f]/;
const trigram = 3;

type Searched = Pick<NewRow, 'accountName' | 'accountNumber' | 'reference' | 'idPayment'>;

/**
 * What a row is searched by, in lower case, when SQLite's own lower case (ASCII only) would not do; null for the great
 * majority of rows, which saves the space.
 */
export function foldedTextOf(row: Searched): string | null {
  const isAscii =
    !beyondAscii.test(row.accountName) &&
    !beyondAscii.test(row.reference) &&
    !beyondAscii.test(row.accountNumber);
  return isAscii ? null : lowerCaseOf(row);
}

function lowerCaseOf({ accountName, accountNumber, reference, idPayment }: Searched): string {
  return `${accountName}${separator}${accountNumber}${separator}${reference}${separator}${idPayment}`.toLowerCase();
}

/** SQL that is true for rows that contain the text bound to its one parameter, which must be in lower case. */
export const containsText = `instr(coalesce(foldedText, lower(
  accountName || char(31) || accountNumber || char(31) || reference || char(31) || idPayment)), ?) > 0`;

/** What a payment is searched by, in lower case, as `containsText` sees it. */
export function indexedTextOf(row: Searched & { readonly foldedText: string | null }): string {
  // The tokenizer reads a text up to its first NUL.
  return (row.foldedText ?? lowerCaseOf(row)).replaceAll('\0', separator);
}

/**
 * The query of the text index for a text in lower case: each three characters of it. The index may find them in another order, so
 * the rows have to be compared too. Null for a text of fewer characters, which the index does not know.
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
