import type { z } from 'zod';

/** The value of a JSON text; undefined if it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The value of a JSON text that matches this schema; null if there is none. */
export function readJson<Schema extends z.ZodType>(
  schema: Schema,
  text: string | null,
): z.output<Schema> | null {
  return text === null ? null : (schema.safeParse(jsonOf(text)).data ?? null);
}
