/**
 * Exact decimals: digits and scale as a BigInt and a count, never a `number`. Texts are plain decimals
 * such as `-1234.50`; the number literals of JSON (`1E-8`) are turned into them by `plainDecimal`.
 */
export type Decimal = { readonly digits: bigint; readonly scale: number };

export const zeroDecimal: Decimal = { digits: 0n, scale: 0 };

const plainPattern = /^(-?)(\d{1,120})(?:\.(\d{1,120}))?$/;
const literalPattern = /^(-?)(\d{1,60})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,3}))?$/;
const largestExponent = 60;

/** Reads a plain decimal text; `null` if it is not one. */
export function parseDecimal(text: string): Decimal | null {
  const match = plainPattern.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  return { digits: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

/** The exact value of a decimal text such as `-1234.50`; throws if it is not one. */
export function decimalOf(text: string): Decimal {
  const decimal = parseDecimal(text);
  if (decimal === null) throw new TypeError(`not a decimal: ${text}`);
  return decimal;
}

/** Writes a decimal with exactly its scale: `{ digits: 123450n, scale: 2 }` is `1234.50`. */
export function formatDecimal({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  return scale === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/**
 * Turns a JSON number literal, exponent and all, into a plain decimal text with the same exact value and
 * no leading zeros; `null` if it is not a number or is beyond any sum of money (about 60 digits).
 */
export function plainDecimal(literal: string): string | null {
  const match = literalPattern.exec(literal);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > largestExponent) return null;
  const scale = fraction.length - exponent;
  const digits = BigInt(`${whole}${fraction}`) * (scale < 0 ? 10n ** BigInt(-scale) : 1n);
  const text = formatDecimal({ digits, scale: Math.max(scale, 0) });
  return sign === '-' && digits !== 0n ? `-${text}` : text;
}

function align(left: Decimal, right: Decimal): { left: bigint; right: bigint; scale: number } {
  const scale = Math.max(left.scale, right.scale);
  // Nearly always: powers of ten would take most of the time of a sum.
  if (left.scale === right.scale) return { left: left.digits, right: right.digits, scale };
  return {
    left: left.digits * 10n ** BigInt(scale - left.scale),
    right: right.digits * 10n ** BigInt(scale - right.scale),
    scale,
  };
}

/** Exact sum, with the larger of the two scales. */
export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const aligned = align(left, right);
  return { digits: aligned.left + aligned.right, scale: aligned.scale };
}

/** The same value with the other sign. */
export function negated({ digits, scale }: Decimal): Decimal {
  return { digits: -digits, scale };
}

/** Negative, zero or positive as left is smaller than, equal to or larger than right, by value. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const aligned = align(left, right);
  return aligned.left < aligned.right ? -1 : aligned.left > aligned.right ? 1 : 0;
}

/** The same value with no trailing zeros after the point: `1.50` is `1.5`, `2.00` is `2`. */
export function shortestDecimal(decimal: Decimal): Decimal {
  let { digits, scale } = decimal;
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n;
    scale -= 1;
  }
  return { digits, scale };
}

/** Whether the first of two amounts is not above the second; one that is missing or unreadable is in order. */
export function areInOrder(from: string | null, until: string | null): boolean {
  const least = from === null ? null : parseDecimal(from);
  const most = until === null ? null : parseDecimal(until);
  return least === null || most === null || compareDecimals(least, most) <= 0;
}
