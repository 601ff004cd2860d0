const separator = '\u001f';
const trigram = 3;

/** What a payment is found by, in lower case, as `containsText` sees it. */
export function indexedTextOf(row: {
  readonly accountName: string;
  readonly accountNumber: string;
  readonly reference: string;
  readonly idPayment: string;
  readonly foldedText: string | null;
}): string {
  const text =
    row.foldedText ??
    `${row.accountName}${separator}${row.accountNumber}${separator}${row.reference}${separator}${row.idPayment}`.toLowerCase();
  // The tokenizer reads a text up to its first NUL.
  return text.replaceAll('\0', separator);
}

/**
 * What the text index is asked for a text in lower case: each three characters of it, side by side. What it finds may have them in another order, so
 * the rows are looked at too. Null for a text of fewer characters, which the index does not know.
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
