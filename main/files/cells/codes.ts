import type { CodeColumn } from '../../../contract/batches/corrections.ts';
import { currencyCodeOf } from '../../../contract/money/money.ts';
import { codeKeyOf } from '../../../contract/same-code.ts';
import type { KnownCodes } from '../../core/ports/index.ts';
import { isNumber, readCurrencyCode } from './cells.ts';

/**
 * A code as the gateway writes it: if it lists one that differs only in case, that one. Codes of ISO 4217 are in capitals,
 * whatever it lists. A code that it does not list stays unchanged.
 */
export function correctCode(column: CodeColumn, text: string, codes: KnownCodes): string {
  const iso = column === 'currencyCode' ? currencyCodeOf(text) : text;
  return iso === text ? (codes[column].get(codeKeyOf(text)) ?? text) : iso;
}

/** The currency code of a cell; null if it is not one, or a number that the gateway does not list as one. */
export function listedCurrency(text: string, codes: KnownCodes): string | null {
  return isNumber(text) && !codes.currencyCode.has(codeKeyOf(text)) ? null : readCurrencyCode(text);
}
