/** JSON as the book reads it: each number stays the text it was written as. */
export type Json = string | boolean | null | Written | readonly Json[] | { readonly [name: string]: Json };

/** A JSON number, exactly as it was written. */
export class Written {
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
  }
}

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** Undefined when the text is not JSON. */
export function readJson(text: string): Json | undefined {
  const keepNumber: Reviver = (_key, value, context) =>
    typeof value === 'number' ? new Written(context?.source ?? '') : value;
  try {
    return JSON.parse(text, keepNumber);
  } catch {
    return undefined;
  }
}

/** The member of that name; undefined where there is none, or where this is no object. */
export function member(json: Json | undefined, name: string): Json | undefined {
  return isRecord(json) && Object.hasOwn(json, name) ? json[name] : undefined;
}

export function isRecord(json: Json | undefined): json is { readonly [name: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json) && !(json instanceof Written);
}

/** Digits and power of ten of a decimal number, so that equal amounts look equal however they are written. */
export function valueOf(literal: string): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  if (whole === '') return null;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return '0';
  const significant = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}
