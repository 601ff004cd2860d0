import type { NewRow } from '../../core/ports/index.ts';

const separator = '\u001f';
const beyondAscii = /[^\0-\x7f]/;

/**
 * What a row is found by, in lower case, when SQLite's own lower case (ASCII only) would not do; null for the great
 * majority of rows, which saves the space.
 */
export function foldedTextOf(row: Omit<NewRow, 'keys'>): string | null {
  const { accountName, accountNumber, reference, idPayment } = row;
  if (!beyondAscii.test(accountName) && !beyondAscii.test(reference) && !beyondAscii.test(accountNumber))
    return null;
  return `${accountName}${separator}${accountNumber}${separator}${reference}${separator}${idPayment}`.toLowerCase();
}

/** SQL that is true for rows that contain the text bound to its one parameter, which must be in lower case. */
export const containsText = `instr(coalesce(foldedText, lower(
  accountName || char(31) || accountNumber || char(31) || reference || char(31) || idPayment)), ?) > 0`;
