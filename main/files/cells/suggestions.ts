import type { Fault } from '../../../contract/batches/fault.ts';
import { plainDecimal } from '../../../contract/money/decimal.ts';
import type { PayoutColumn } from '../../../contract/batches/sheet.ts';
import { compactAccount, readAccountNumber, withoutLookAlikes } from './account.ts';
import { readAmount } from './amounts.ts';
import { emailFault, idPayoutFault, readCurrencyCode } from './cells.ts';
import { currencyOfSign, isSignOf, withoutSigns } from './currency-signs.ts';
import { withoutUnseen } from '../../../contract/text/one-line.ts';
import { hasUnseenCharacter, seenIn } from '../problems.ts';

/** A valid value to replace this one in a row of this currency, if one is certainly intended; otherwise `null`. */
export function suggestionFor(
  column: PayoutColumn,
  value: string,
  fault: Fault,
  currencyCode: string,
): string | null {
  if (value === '' || fault.code === 'struckThrough') return null;
  if (fault.code === 'amountDecimals') return typedAmount(value, fault.minorUnits);
  // 100 and 200 on two lines of a cell are not 100 200.
  if ((column === 'amount' || column === 'accountNumber') && brokenLine.test(value)) return null;
  const seen = hasUnseenCharacter(value, column) ? withoutUnseen(seenIn(value, column)) : value;
  const suggestion = forColumn(column, seen, currencyCode) ?? (seen === value ? null : seen);
  return suggestion === value || suggestion === '' ? null : suggestion;
}

/**
 * The value typed into a spreadsheet that stores numbers in binary and calculated a minute difference: 0.30 for
 * 0.30000000000000004, 0.10 for 0.09999999999999998. Null if the decimals may be intended.
 */
function typedAmount(value: string, minorUnits: number): string | null {
  const [whole = '', fraction = ''] = value.split('.');
  const hair = /^(?:0{7,}|(9{7,}))\d{1,4}$/.exec(fraction.slice(minorUnits));
  if (hair === null) return null;
  const units = BigInt(whole + fraction.slice(0, minorUnits)) + (hair[1] === undefined ? 0n : 1n);
  if (units === 0n) return null;
  const digits = units.toString().padStart(minorUnits + 1, '0');
  const place = digits.length - minorUnits;
  return minorUnits === 0 ? digits : `${digits.slice(0, place)}.${digits.slice(place)}`;
}

const brokenLine = /[\p{Cc}\u2028\u2029]/u;

function forColumn(column: PayoutColumn, value: string, currencyCode: string): string | null {
  switch (column) {
    case 'amount':
      return amountIn(value, currencyCode);
    case 'currencyCode':
      return currencyIn(value);
    case 'accountNumber':
      return accountIn(value);
    case 'emailAddress':
      return emailIn(value);
    case 'idPayout':
      return idIn(value);
    default:
      return null;
  }
}

/** Spreadsheets and other programs that shorten a number write 1.23E+05; one that wrote all of its digits is not known from it. */
const exponent = /^\+?\d+(?:\.\d+)?[eE]\d{1,2}$/;

/** Around a number only the currency of the row is left out: USD 5 in a row of EUR is not 5, and neither is 5 Mio. */
function amountIn(value: string, currencyCode: string): string | null {
  const plain = exponent.test(value) ? plainDecimal(value.replace(/^\+/, '')) : null;
  const bare = withoutSigns(value);
  const isOfRow = bare?.signs.every((sign) => isSignOf(sign, currencyCode)) === true;
  const reading = readAmount(plain ?? (isOfRow ? bare.number : value));
  return reading.kind === 'one' ? reading.amount : null;
}

/** Only signs of a single currency: `$` and `¥` have several. */
function currencyIn(value: string): string | null {
  const letters = value.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return currencyOfSign(value) ?? (letters.length === 3 ? readCurrencyCode(letters) : null);
}

function accountIn(value: string): string | null {
  const bare = compactAccount(withoutLookAlikes(value).replace(/^iban[:\s]*/i, ''));
  const reading = readAccountNumber(bare, true);
  const isFound = reading.kind === 'account' && /^[A-Z]{2}\d{2}/.test(reading.accountNumber);
  return isFound ? reading.accountNumber : null;
}

/** Only what no address has is left out or replaced: a word beside an address is not part of it. */
function emailIn(value: string): string | null {
  const inBrackets = /<([^<>]+)>/.exec(value)?.[1] ?? value;
  const bare = inBrackets
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\s*@\s*/, '@')
    .replace(/[.,;]+$/, '')
    .replace(/(@[^@.,]+),([^@.,]+)$/, '$1.$2');
  return emailFault(bare) === null ? bare : null;
}

function idIn(value: string): string | null {
  const bare = value
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return idPayoutFault(bare) === null ? bare : null;
}
