import type { CodeColumn } from '../../../contract/batches/corrections.ts';
import { currencyCodeOf } from '../../../contract/money/money.ts';
import { codeKeyOf } from '../../../contract/same-code.ts';
import type { KnownCodes } from '../../core/ports/index.ts';

/**
 * A code as the gateway writes it: if it lists one that differs only in case, that one. Codes of ISO 4217 are in capitals,
 * whatever it lists. A code that it does not list stays unchanged.
 */
export function correctCode(column: CodeColumn, text: string, codes: KnownCodes): string {
  const iso = column === 'currencyCode' ? currencyCodeOf(text) : text;
  return iso === text ? (codes[column].get(codeKeyOf(text)) ?? text) : iso;
}
