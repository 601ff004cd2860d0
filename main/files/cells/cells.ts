import { currencyCodeOf, isCurrencyCode } from '../../../contract/money/money.ts';
import type { Fault } from '../problems.ts';

/** Checks of single cells, already trimmed. Each gives what is wrong, or null. */

const idPattern = /^[A-Za-z0-9_-]{1,250}$/;
const emailPattern = /^[^\s@<>()[\]",;:\\]+@[^\s@.<>()[\]",;:\\]+(?:\.[^\s@.<>()[\]",;:\\]+)+$/;

/** The currency code in the form in which it is sent, `null` when it is none. */
export function readCurrencyCode(text: string): string | null {
  const code = currencyCodeOf(text);
  return isCurrencyCode(code) ? code : null;
}

export function currencyFault(text: string): Fault {
  return {
    message: text === '' ? 'The currency is missing.' : 'This is not a currency code.',
    expected: 'a code such as EUR, USD or USDT_TRC20',
  };
}

export function paymentMethodFault(text: string): Fault | null {
  if (text !== '') return null;
  return {
    message: 'The payment method is missing.',
    expected: 'a payment method code such as BANK_TRANSFER',
  };
}

/** A simple check that finds slips, not a proof that the address exists. */
export function emailFault(text: string): Fault | null {
  if (text === '' || emailPattern.test(text)) return null;
  return {
    message: 'This is not an e-mail address.',
    expected: 'one address such as name@company.example, or none',
  };
}

/** Order IDs have the pattern of `idEntity` (interface: Payment identifiers). */
export function idPayoutFault(text: string): Fault | null {
  if (text === '' || idPattern.test(text)) return null;
  return {
    message: 'This cannot be an order ID.',
    expected: '1 to 250 letters (without accents), digits, _ and -, or empty to generate one',
  };
}

/** Most characters of each text cell, as in the contract's `PayoutRow`. */
export const largestLengths = {
  paymentMethodCode: 100,
  accountName: 250,
  accountNumber: 100,
  paymentOperatorCode: 100,
  emailAddress: 254,
  reference: 250,
} as const;

export function lengthFault(text: string, largest: number): Fault | null {
  if (text.length <= largest) return null;
  return {
    message: `This has ${text.length} characters, which is too long.`,
    expected: `at most ${largest} characters`,
  };
}
