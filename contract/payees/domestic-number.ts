/**
 * How many digits follow the check digits of an IBAN, for countries whose domestic number names its bank, and so is the account of one IBAN.
 * In other countries it is written without its bank, or with letters.
 */
const digitsOf: Readonly<Record<string, number>> = {
  BE: 12,
  CZ: 20,
  ES: 20,
  HU: 24,
  NO: 11,
  PL: 24,
  PT: 21,
  SK: 20,
};
/** The country and the check digits. */
const beforeDigits = 4;
const digitsInIban = /^[A-Z]{2}\d+$/;
const onlyDigits = /^\d+$/;
const zerosInFront = /^0+/;
/** A Hungarian number has three groups of eight digits, the last of which may be left out if it is zeros. */
const emptyGroup = '00000000';
const threeGroups = 24;

/** The forms, without signs, in which people write the account of an IBAN as a domestic number, the usual one first; none if none is known. */
export function domesticForms(iban: string): string[] {
  const country = iban.slice(0, 2);
  const count = digitsOf[country];
  if (count === undefined || iban.length !== beforeDigits + count || !digitsInIban.test(iban)) return [];
  const digits = iban.slice(beforeDigits);
  // A Polish number begins with the check digits.
  if (country === 'PL') return [iban.slice(2)];
  if (country !== 'CZ' && country !== 'SK') return [digits];
  // In the IBAN the bank is in front: 0800 000019 2000145399 is 19-2000145399/0800.
  const bank = digits.slice(0, 4);
  const prefix = digits.slice(4, 10).replace(zerosInFront, '');
  const number = digits.slice(10);
  return [number.replace(zerosInFront, ''), number].map((each) => prefix + each + bank);
}

/** A domestic number without a last group of zeros, as a Hungarian one is written. */
export function withoutEmptyGroup(number: string): string {
  return number.length === threeGroups && number.endsWith(emptyGroup) && onlyDigits.test(number)
    ? number.slice(0, -emptyGroup.length)
    : number;
}

/** The last six digits of the IBANs of which this may be the domestic number, although it does not stand at their end. */
export function endsOfIbans(number: string): string[] {
  if (!onlyDigits.test(number)) return [];
  const beforeBank = number.slice(0, -4);
  // Where the number follows a prefix, nobody knows with which digit it begins.
  const czech = [2, 3, 4, 5, 6].map((digits) => beforeBank.slice(-digits).padStart(6, '0'));
  return number.length === 16 ? [...czech, '000000'] : czech;
}
