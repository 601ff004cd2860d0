/** By character code; -1 for characters that no IBAN has. */
const values = new Int8Array(128).fill(-1);
for (const [value, character] of Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ').entries())
  values[character.charCodeAt(0)] = value;

/** The remainder of an IBAN in capitals by 97 (ISO 7064): 1 if its check digits are right; NaN if it has characters that no IBAN has. */
export function ibanRemainder(iban: string): number {
  let rest = 0;
  for (let place = 4; place < iban.length + 4; place += 1) {
    const value = values[iban.charCodeAt(place < iban.length ? place : place - iban.length)] ?? -1;
    if (value < 0) return Number.NaN;
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest;
}
