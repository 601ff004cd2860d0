import type { Fault } from '../../../contract/batches/fault.ts';
import { visualFormOf } from '../../../contract/payees/confusables.ts';
import { ibanRemainder } from '../../../contract/payees/iban-remainder.ts';
import { ValidationErrorsIBAN, countrySpecs, validateIBAN } from 'ibantools';

type AccountReading =
  | { readonly kind: 'account'; readonly accountNumber: string }
  | { readonly kind: 'fault'; readonly fault: Fault };

/** The structure of the IBANs of each country; not all of these countries are in the IBAN registry. */
const formats = new Map(
  Object.entries(countrySpecs).flatMap(([country, { chars, bban_regexp, IBANRegistry }]) =>
    chars === undefined || bban_regexp === undefined
      ? []
      : [
          [
            country,
            { length: chars, account: new RegExp(bban_regexp), isRegistered: IBANRegistry === true },
          ] as const,
        ],
  ),
);

/** Letters in mixed case are rarely an IBAN but, for instance, a crypto address. */
const ibanShape = /^[A-Za-z]{2}\d{2}(?:[A-Z\d]{8,36}|[a-z\d]{8,36})$/;
/** Mixed case, or letters in place of check digits: an IBAN only if the rest is an account of its country. */
const unusualShape = /^(?:[A-Z]{2}[A-Z\d]+|[A-Za-z]{2}\d{2}[A-Za-z\d]+)$/;

/** Dashes or points between groups of four, as in printed IBANs; other account numbers may contain them too. */
const inFours =
  /^[A-Za-z]{2}\d{2}(?:[.\-\u2010-\u2015][A-Za-z\d]{4}){3,}(?:[.\-\u2010-\u2015][A-Za-z\d]{1,3})?$/;

/** The word before an IBAN, as on an invoice. */
const word = /^IBAN(?:[:\s]+|(?=[A-Z]{2}\d{2}))/i;

/** An account that has to be an IBAN as text; with the word where it may be none, so that it is not read as another account. */
export function saidIban(text: string): string {
  return isSurelyIban(compactAccount(text).toUpperCase()) ? text : `IBAN ${text}`;
}

/** An account as people print it, without the word, spaces, dashes and points. */
export function compactAccount(text: string): string {
  return text.replace(word, '').replaceAll(/[\s.\-\u2010-\u2015]/g, '');
}

/**
 * Reads a trimmed account number (interface: account.accountNumber). A text in the form of an IBAN of a country that uses them is
 * checked and returned in capitals without the word IBAN, spaces, dashes and points; under the header IBAN, so is every text that
 * begins with such a country, and behind the word IBAN every text. Anything else is returned unchanged.
 */
export function readAccountNumber(text: string, isIbanColumn: boolean): AccountReading {
  const bare = text.replace(word, '');
  const isSaid = bare !== text;
  const country = bare.slice(0, 2).toUpperCase();
  const length = registeredLength(country);
  if (length === null) return isSaid ? readOtherIban(bare) : { kind: 'account', accountNumber: text };
  const compact = compactAccount(text);
  const iban = compact.toUpperCase();
  if (!isIbanColumn && !isSaid && !looksLikeIban(bare, compact, length))
    return { kind: 'account', accountNumber: text };
  if (isSurelyIban(iban)) return { kind: 'account', accountNumber: iban };
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return { kind: 'account', accountNumber: iban };
  return { kind: 'fault', fault: explain(errorCodes, country, length, iban.length) };
}

/** An IBAN of a country that is not in the registry: only its form and check digits are known. */
function readOtherIban(text: string): AccountReading {
  const iban = compactAccount(text).toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{1,30}$/.test(iban))
    return { kind: 'fault', fault: { code: 'ibanNone', country: null } };
  return hasCheckDigits(iban)
    ? { kind: 'account', accountNumber: iban }
    : { kind: 'fault', fault: { code: 'ibanCheckDigits' } };
}

/** As in “Nº 12”, where nobody takes them for a letter of the account. */
const ordinals = /[ªº]/;

/** Those of a script follow one another from its zero. */
const digit = /^\p{Nd}$/u;

/** The letter or digit that another character looks like or is: A for a Cyrillic А, 1 for a full-width １ or an Arabic ١; null for any other. */
function lookOf(character: string): string | null {
  if (ordinals.test(character)) return null;
  const plain = character.normalize('NFKC');
  if (/^[A-Za-z\d]$/.test(plain)) return plain;
  if (digit.test(plain)) return String(digitValue(plain));
  const look = visualFormOf(plain.toLowerCase());
  return /^[a-z\d]$/.test(look) ? look.toUpperCase() : null;
}

const notAscii = /\P{ASCII}/gu;

function digitValue(plain: string): number {
  const code = plain.codePointAt(0) ?? 0;
  let value = 0;
  while (digit.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value % 10;
}

/** A character of an account by which it is another account than the one it looks like. */
export function accountLookAlikeFault(text: string): Fault | null {
  const character = (text.match(notAscii) ?? []).find((each) => lookOf(each) !== null);
  return character === undefined ? null : { code: 'accountLookAlike', character };
}

/** An account with the letters and digits that its characters look like. */
export function withoutLookAlikes(text: string): string {
  return text.replaceAll(notAscii, (character) => lookOf(character) ?? character);
}

/** The length of the IBANs of a country in the IBAN registry; null for any other country. */
function registeredLength(country: string): number | null {
  const format = formats.get(country);
  return format?.isRegistered === true ? format.length : null;
}

function looksLikeIban(text: string, compact: string, length: number): boolean {
  if (!ibanShape.test(compact)) return isUnusualIban(compact, length);
  const isPlain = text.replaceAll(/\s/g, '') === compact;
  return isPlain || compact.length === length || inFours.test(text);
}

function isUnusualIban(compact: string, length: number): boolean {
  if (compact.length !== length || !unusualShape.test(compact)) return false;
  const iban = compact.toUpperCase();
  return formats.get(iban.slice(0, 2))?.account.test(iban.slice(4)) === true;
}

const checkDigits = /^(?:0[2-9]|[1-8]\d|9[0-8])$/;

/**
 * Whether ibantools finds no problem with an IBAN, by the same tables in a tenth of the time. Uncertain cases are left to ibantools, which also
 * names the problem.
 */
export function isSurelyIban(iban: string): boolean {
  const country = iban.slice(0, 2);
  const format = formats.get(country);
  if (format === undefined || iban.length !== format.length) return false;
  const account = iban.slice(4);
  if (!format.account.test(account)) return false;
  return countrySpecs[country]?.bban_validation_func?.(account) !== false && hasCheckDigits(iban);
}

/** ISO 7064: those from 02 to 98 that leave a remainder of 1. */
function hasCheckDigits(iban: string): boolean {
  return checkDigits.test(iban.slice(2, 4)) && ibanRemainder(iban) === 1;
}

/** Like `readAccountNumber`, if only an IBAN is valid. */
export function readIban(text: string): AccountReading {
  const reading = readAccountNumber(text, true);
  if (reading.kind === 'fault' || registeredLength(reading.accountNumber.slice(0, 2)) !== null)
    return reading;
  const country = text.slice(0, 2).toUpperCase();
  const isCountry = /^[A-Z]{2}$/.test(country) && /^..\d\d/.test(text);
  return { kind: 'fault', fault: { code: 'ibanNone', country: isCountry ? country : null } };
}

function explain(
  errorCodes: readonly ValidationErrorsIBAN[],
  country: string,
  length: number,
  found: number,
): Fault {
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength))
    return { code: 'ibanLength', country, length, found };
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)) return { code: 'ibanFormat', country };
  return { code: 'ibanCheckDigits' };
}
