import type { Problem } from '../errors.ts';

/** One complaint about one place, whole: `line 3, amount: The amount is wrong. [AMOUNT_INVALID] (found "x"); expected: a number`. */
export function complaintText({ line, field, value, code, message, expected }: Problem): string {
  const place = [line === undefined ? '' : `line ${line}`, field ?? ''].filter((part) => part !== '');
  const own = code === undefined || code === message ? '' : ` [${code}]`;
  const found = value === undefined ? '' : ` (found ${JSON.stringify(value)})`;
  const right = expected === undefined ? '' : `; expected: ${expected}`;
  return `${place.length === 0 ? '' : `${place.join(', ')}: `}${message}${own}${found}${right}`;
}
