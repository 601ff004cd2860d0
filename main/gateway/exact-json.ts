import { plainDecimal } from '../../contract/money/decimal.ts';

/** JSON as read by `parseExactJson`: numbers are texts. */
export type Json = string | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

const largestDepth = 64;
const largestCharacters = 8 * 1024 * 1024;

/**
 * Reads JSON without ever creating a JavaScript `number`: each number becomes the plain decimal text of its exact
 * literal (interface: Money), or stays that literal if it is beyond any sum of money. Undefined if the
 * text is not JSON, is too long, or is nested too deeply.
 */
export function parseExactJson(text: string): Json | undefined {
  if (text.length > largestCharacters || depthOf(text) > largestDepth) return undefined;
  try {
    const parsed: Json = JSON.parse(text, keepLiteral);
    return parsed;
  } catch {
    return undefined;
  }
}

function keepLiteral(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number') return value;
  const literal = context?.source;
  if (literal === undefined) throw new TypeError('this runtime gives no source of JSON numbers');
  return plainDecimal(literal) ?? literal;
}

/** Deepest nesting of brackets outside strings; the reviver recurses, so depth is bounded before it runs. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}

const rawJson: (text: string) => unknown = Reflect.get(JSON, 'rawJSON');
const decimalLiteral = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** A value that `JSON.stringify` writes as a number with exactly these digits. */
export function exactNumber(amount: string): unknown {
  if (!decimalLiteral.test(amount)) throw new TypeError('an amount is written as a plain decimal');
  return rawJson(amount);
}
