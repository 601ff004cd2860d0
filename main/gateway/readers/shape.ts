import type { Json, JsonObject } from '../exact-json.ts';

/** Helpers for readers that find what they need in any sensible shape. They never throw. */

const deepestWrapping = 6;
const largestRows = 20_000;
const commonWrappers = [
  'items',
  'data',
  'content',
  'list',
  'result',
  'results',
  'records',
  'values',
  'response',
  'payload',
  'body',
];

export function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

export function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}

export function property(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A non-empty text, trimmed; null for anything else. */
export function textOf(json: Json | undefined): string | null {
  if (typeof json !== 'string') return null;
  const text = json.trim();
  return text === '' ? null : text;
}

/** The first of these properties that is a non-empty text. */
export function textProperty(object: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOf(property(object, name));
    if (text !== null) return text;
  }
  return null;
}

/** Like `textProperty`, but a property may also be an object that has a text under one of `innerNames`. */
export function codeProperty(
  object: JsonObject,
  names: readonly string[],
  innerNames: readonly string[],
): string | null {
  for (const name of names) {
    const value = property(object, name);
    const code = isObject(value) ? textProperty(value, innerNames) : textOf(value);
    if (code !== null) return code;
  }
  return null;
}

/** The possible shapes of a list of rows: how it may be wrapped and what counts as a row. */
type RowShape = {
  readonly wrappers: readonly string[];
  readonly isRow: (json: Json) => boolean;
  /** The name under which the key of a map keyed by code is put into its rows; keys must look like codes. */
  readonly keyName: string;
  readonly isKey: (key: string) => boolean;
};

/**
 * The rows of an answer: a bare list, a list under a usual name or under the only list or object property, a map
 * keyed by code, or a single row. Null if there is nothing like that; an empty list is a list, and so is an empty map under one of
 * its own names, but not an empty object: it lacks what the interface names, and says nothing.
 */
export function rowsOf(json: Json, shape: RowShape, depth = 0): readonly Json[] | null {
  if (depth > deepestWrapping) return null;
  if (isList(json)) return json.length === 0 || json.some(shape.isRow) ? json.slice(0, largestRows) : null;
  if (!isObject(json)) return null;
  if (shape.wrappers.some((name) => isEmptyObject(property(json, name)))) return [];
  for (const name of [...shape.wrappers, ...commonWrappers]) {
    const rows = rowsOf(property(json, name) ?? null, shape, depth + 1);
    if (rows !== null) return rows;
  }
  if (shape.isRow(json)) return [json];
  return mapRows(json, shape) ?? onlyInner(json, shape, depth);
}

function isEmptyObject(json: Json | undefined): boolean {
  return json !== undefined && isObject(json) && Object.keys(json).length === 0;
}

function mapRows(map: JsonObject, shape: RowShape): readonly Json[] | null {
  const entries = Object.entries(map).slice(0, largestRows);
  const rows = entries.map(([key, value]): Json => {
    if (isObject(value)) return { [shape.keyName]: key, ...value };
    return { [shape.keyName]: key, value };
  });
  return entries.every(([key]) => shape.isKey(key)) && rows.some(shape.isRow) ? rows : null;
}

function onlyInner(object: JsonObject, shape: RowShape, depth: number): readonly Json[] | null {
  const values = Object.values(object);
  for (const candidates of [values.filter(isList), values.filter(isObject)]) {
    const [only] = candidates;
    // A list of which neither the name nor a row reveals the subject may be of anything.
    if (candidates.length !== 1 || only === undefined || (isList(only) && only.length === 0)) continue;
    const rows = rowsOf(only, shape, depth + 1);
    if (rows !== null) return rows;
  }
  return null;
}

/**
 * The object itself or the one inside its wrapping in which `isIt` recognises something; null if there is none.
 * Properties named in `other` do not count as wrapping.
 */
export function unwrap(
  json: Json,
  wrappers: readonly string[],
  isIt: (object: JsonObject) => boolean,
  other: readonly string[] = [],
  depth = 0,
): JsonObject | null {
  if (depth > deepestWrapping) return null;
  if (isList(json))
    return json.length === 1 && json[0] !== undefined
      ? unwrap(json[0], wrappers, isIt, other, depth + 1)
      : null;
  if (!isObject(json)) return null;
  if (isIt(json)) return json;
  const named = [...wrappers, ...commonWrappers].map((name) => property(json, name));
  const objects = Object.entries(json).flatMap(([name, value]) =>
    isObject(value) && !other.includes(name) ? [value] : [],
  );
  for (const inner of [...named, ...(objects.length === 1 ? objects : [])]) {
    const found = inner === undefined ? null : unwrap(inner, wrappers, isIt, other, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

// Property names are not currency codes: small letters only, or joined by an underscore.
const currencyKey = /^(?:[A-Z0-9]{2,12}(?:[._-][A-Z0-9]{1,12}){0,2}|[A-Za-z0-9]{2,12}\.[A-Za-z0-9]{1,12})$/;
const codeKey = /^[A-Z0-9][A-Za-z0-9_.-]{0,99}$/;

/** Whether a key of a map may be a currency code. */
export function isCurrencyKey(key: string): boolean {
  return currencyKey.test(key);
}

/** Whether a key of a map may be the code of a method, operator or segment; these begin with a capital or digit. */
export function isCodeKey(key: string): boolean {
  return codeKey.test(key);
}
