import { ibanRemainder } from './iban-remainder.ts';

export const shortestIban = 15;
const longestIban = 34;
const beginsAsIban = /[A-Z]{2}\d{2}(?=[A-Z0-9]{11})/g;
/** An e-mail address between the signs that people put around one: `mailto:`, angle brackets, what follows a question mark. */
const address = /[^<>()[\]",;:?/]+@[^<>()[\]",;:?/]+/;
/** A wallet whose letters mean the same in capitals, with or without a scheme in front. */
const wallet = /0X([0-9A-F]{40})$/;

/**
 * What else a bare account may mean: an IBAN with its BIC or a word beside it, an e-mail address with a scheme or a name, a wallet with or without 0x.
 * Blocks compare these, too; keys do not, because what stands beside an account may be a mistake that a person should see.
 */
export function accountsWithin(bare: string): string[] {
  const found = bare.includes('@') ? bare.match(address)?.[0].replace(/\.+$/, '') : bare.match(wallet)?.[1];
  const all = [...(found === undefined ? [] : [found]), ...ibansIn(bare)];
  return all.filter((each) => each !== bare);
}

function ibansIn(bare: string): string[] {
  if (isChecked(bare)) return [];
  return [...bare.matchAll(beginsAsIban)].flatMap(({ index }) =>
    Array.from({ length: longestIban - shortestIban + 1 }, (_, more) =>
      bare.slice(index, index + shortestIban + more),
    ).filter((text, more) => text.length === shortestIban + more && isChecked(text)),
  );
}

/** Whether a text of the length of an IBAN has its form and its check digits. */
function isChecked(text: string): boolean {
  if (text.length < shortestIban || text.length > longestIban || !/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(text))
    return false;
  return ibanRemainder(text) === 1;
}
