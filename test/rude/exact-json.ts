/** JSON in which a number is the very text that stood there: no `number` ever holds an amount here either. */
export class Literal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Value = string | boolean | null | Literal | readonly Value[] | Fields;
export type Fields = { readonly [name: string]: Value };

export function number(text: string): Literal {
  return new Literal(text);
}

export function isFields(value: Value | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Literal);
}

const words: readonly (readonly [string, Value])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const numberAt = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const stringAt = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const spaceAt = /[ \t\r\n]*/y;

/** Reads JSON strictly: a duplicate property or anything after the value is an error. Throws `SyntaxError`. */
export function scanJson(text: string): Value {
  let position = 0;

  const fail = (): never => {
    throw new SyntaxError(`no JSON at ${position}`);
  };
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = position;
    const found = pattern.exec(text)?.[0] ?? null;
    position += found?.length ?? 0;
    return found;
  };
  const eat = (mark: string): boolean => {
    take(spaceAt);
    if (!text.startsWith(mark, position)) return false;
    position += mark.length;
    return true;
  };
  const string = (): string => {
    take(spaceAt);
    const found = take(stringAt) ?? fail();
    return String(JSON.parse(found));
  };
  const fields = (): Fields => {
    const found = new Map<string, Value>();
    if (eat('}')) return {};
    do {
      const name = string();
      if (found.has(name) || !eat(':')) fail();
      found.set(name, value());
    } while (eat(','));
    if (!eat('}')) fail();
    return Object.fromEntries(found);
  };
  const list = (): Value[] => {
    const found: Value[] = [];
    if (eat(']')) return found;
    do found.push(value());
    while (eat(','));
    if (!eat(']')) fail();
    return found;
  };
  const value = (): Value => {
    if (eat('{')) return fields();
    if (eat('[')) return list();
    for (const [word, meaning] of words) if (eat(word)) return meaning;
    if (text[position] === '"') return string();
    return new Literal(take(numberAt) ?? fail());
  };

  const whole = value();
  take(spaceAt);
  return position === text.length ? whole : fail();
}

/** The same; null for what is no JSON. */
export function scanAnything(text: string): Value {
  try {
    return scanJson(text);
  } catch {
    return null;
  }
}

/** Writes JSON minified, or indented. */
export function writeJson(value: Value, indent = ''): string {
  const write = (item: Value, margin: string): string => {
    if (item instanceof Literal) return item.text;
    const inner = `${margin}${indent}`;
    const open = indent === '' ? '' : `\r\n${inner}`;
    const close = indent === '' ? '' : `\r\n${margin}`;
    const colon = indent === '' ? ':' : ' : ';
    if (Array.isArray(item))
      return item.length === 0
        ? '[]'
        : `[${open}${item.map((one: Value) => write(one, inner)).join(`,${open}`)}${close}]`;
    if (!isFields(item)) return JSON.stringify(item);
    const entries = Object.entries(item).map(
      ([name, one]) => `${JSON.stringify(name)}${colon}${write(one, inner)}`,
    );
    return entries.length === 0 ? '{}' : `{${open}${entries.join(`,${open}`)}${close}}`;
  };
  return write(value, '');
}
