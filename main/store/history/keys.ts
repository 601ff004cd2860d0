const beyondAscii = /[^\0-\x7f]/;
const longestNameKey = 60;
const beforeFirstLetter = 96;

/**
 * A text that sorts as the amount does by value, whatever its decimals: the number of whole digits as a letter, the whole digits, then the
 * decimals without trailing zeros. Takes a plain positive decimal of at most 26 whole digits.
 */
export function amountKeyOf(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  return `${String.fromCharCode(beforeFirstLetter + digits.length)}${digits}${fraction.replace(/0+$/, '')}`;
}

/** A text by which names sort as people expect: ignoring case and accents. Cut to a length that still distinguishes names. */
export function nameKeyOf(accountName: string): string {
  const plain = beyondAscii.test(accountName)
    ? accountName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
    : accountName.toLowerCase();
  const name = plain.trim();
  return name.length <= longestNameKey ? name : Array.from(name).slice(0, longestNameKey).join('');
}

/** Compares texts as SQLite does: by code points. */
export function compareKeys(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = rankOf(left.charCodeAt(index)) - rankOf(right.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Lone surrogates come after all other units, since their code points do. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
