/** A value that JSON can represent: no undefined, no functions, no numbers that are not finite. */
type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * JSON in the canonical form of RFC 8785: members in the order of their names' UTF-16 code units, no spaces, numbers and texts as ECMAScript
 * writes them. Equal values have the same text, so that a hash or signature of it covers the value. Throws a TypeError for
 * values without such a form: a lone surrogate, a number that is not finite, or anything that is not JSON.
 */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('canonical JSON has no number that is not finite');
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('canonical JSON has no half of a surrogate pair');
    return JSON.stringify(value);
  }
  if (typeof value !== 'object') throw new TypeError(`canonical JSON has no ${typeof value}`);
  if (isList(value)) return `[${Array.from(value, canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}
