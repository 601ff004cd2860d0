import type { CodeColumn } from '../../../contract/batches/corrections.ts';
import { currencyCodeOf } from '../../../contract/money/money.ts';
import type { KnownCodes } from '../../core/ports/index.ts';

/**
 * A code as the gateway writes it: where it listed one that differs in nothing but case, that one. Codes of ISO 4217 are in
 * capitals, whatever it listed. A code that it did not list stays as it is.
 */
export function correctCode(column: CodeColumn, text: string, codes: KnownCodes): string {
  const iso = column === 'currencyCode' ? currencyCodeOf(text) : text;
  return iso === text ? (codes[column].get(text.toLowerCase()) ?? text) : iso;
}
