import type { Fault } from '../../../contract/batches/fault.ts';
import { isEmailAddress } from '../../../contract/payments/email-address.ts';
import { currencyCodeOf, isCurrencyCode } from '../../../contract/money/money.ts';
import { orderIdPattern } from '../../../contract/payments/order-id.ts';

/** Checks of single cells, already trimmed. Each returns the problem, or null. */

/** The currency code in the form in which it is sent; `null` if it is not one. */
export function readCurrencyCode(text: string): string | null {
  const code = currencyCodeOf(text);
  return isCurrencyCode(code) ? code : null;
}

export function currencyFault(text: string): Fault {
  if (text === '') return { code: 'currencyMissing' };
  return { code: isNumber(text) ? 'currencyNumber' : 'currencyUnknown' };
}

export function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

export function paymentMethodFault(text: string): Fault | null {
  return text === '' ? { code: 'methodMissing' } : null;
}

export function emailFault(text: string): Fault | null {
  return text === '' || isEmailAddress(text) ? null : { code: 'emailInvalid' };
}

/** 1.23457E+16, as a spreadsheet shows a long number, or stores it; LibreOffice writes three digits of the exponent. */
const shortened = /^\d+(?:[.,]\d+E\+?|E\+)\d{1,3}$/i;

export function accountExponentFault(text: string): Fault | null {
  return shortened.test(text) ? { code: 'accountExponent' } : null;
}

/** As a workbook with dates and truth values is read: of 12-10-05, a spreadsheet makes the day 2005-10-12. */
const converted = /^(?:TRUE|FALSE|(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T[\d:.]+Z)?)$/;

export function accountConvertedFault(text: string): Fault | null {
  return converted.test(text) ? { code: 'accountConverted' } : null;
}

/** Follows each character of a text that is struck through. */
const strikeMark = '\u0336';

/** A text that is struck through, also where it has no format. */
export function struckThrough(text: string): string {
  return text.replaceAll(/\S/gu, `$&${strikeMark}`);
}

export function isStruckThrough(text: string): boolean {
  return text.includes(strikeMark);
}

/** Replaces the value of a formula that no spreadsheet program has calculated. */
export const notCalculated = '#NOT CALCULATED';

/**
 * In a workbook they are English, in other files in the user's language, such as #¡VALOR!, or as LibreOffice writes them; or signs that replace
 * a number that did not fit.
 */
const spreadsheetErrors =
  /^(?:#[¡¿]?\p{Lu}[\p{Lu}\d/_]+[!?]|#(?:N\/[ABD]|Н\/Д|I\/T|NV|NB|YOK|HIÁNYZIK|GETTING_DATA|##+)|Err:5\d\d)$/u;

export function isSpreadsheetError(text: string): boolean {
  return text === notCalculated || spreadsheetErrors.test(text);
}

/** Order IDs have the pattern of `idEntity` (interface: Payment identifiers). */
export function idPayoutFault(text: string): Fault | null {
  return text === '' || orderIdPattern.test(text) ? null : { code: 'orderIdInvalid' };
}

/** The most characters of each text cell, as in the contract's `PayoutRow`. */
export const largestLengths = {
  paymentMethodCode: 100,
  accountName: 250,
  accountNumber: 100,
  paymentOperatorCode: 100,
  emailAddress: 254,
  reference: 250,
} as const;

export function lengthFault(text: string, largest: number): Fault | null {
  return text.length <= largest ? null : { code: 'tooLong', found: text.length, largest };
}
