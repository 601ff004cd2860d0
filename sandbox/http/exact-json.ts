/** Writes a number into JSON with exactly the given digits. TypeScript 6 does not have its types yet. */
function findRawJson(): (literal: string) => object {
  if (!('rawJSON' in JSON) || typeof JSON.rawJSON !== 'function') {
    throw new TypeError('The sandbox needs Node 24 or newer: JSON.rawJSON is missing.');
  }
  const rawJson = JSON.rawJSON;
  return (literal) => Object(rawJson(literal));
}

const rawJson = findRawJson();

/** A JSON number by its exact literal, which is stored, compared and written back. */
export class NumberLiteral {
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
  }

  toJSON(): object {
    return rawJson(this.literal);
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of UTF-8 bytes, or null if they are invalid. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

type ReviverContext = { readonly source?: string };

function keepNumber(_key: string, value: unknown, ...rest: readonly ReviverContext[]): unknown {
  if (typeof value !== 'number') return value;
  return new NumberLiteral(rest[0]?.source ?? String(value));
}

/** Parses JSON with every number as a `NumberLiteral`; null if the text is not JSON or nested too deeply. */
export function parseExactJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text, keepNumber) };
  } catch {
    return null;
  }
}

const strings = /"(?:[^"\\]|\\.)*"/gs;

/** Whether a JSON text has no white space outside its strings. */
export function isMinified(text: string): boolean {
  return !/\s/.test(text.replaceAll(strings, '""'));
}
