import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../contract/canonical-json.ts';
import { jsonOf } from '../../../contract/json.ts';

export type Values = Readonly<Record<string, unknown>>;

export function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listIn(values: Values, name: string): readonly unknown[] {
  const value = values[name];
  return Array.isArray(value) ? value : [];
}

/** The objects of a list; anything else in it is left out, and `canonicalJson` or a missing field reveals it. */
export function objectsIn(values: Values, name: string): Values[] {
  return listIn(values, name).filter(isValues);
}

export function textIn(values: Values, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** A JSON object in canonical form, byte for byte; null if it is not. */
export function canonicalObject(bytes: Uint8Array): Values | null {
  const text = Buffer.from(bytes).toString('utf8');
  const value = objectOf(text);
  if (value === null) return null;
  try {
    return canonicalJson(value as Parameters<typeof canonicalJson>[0]) === text ? value : null;
  } catch {
    return null;
  }
}

/** A JSON object in any form; null if there is none. */
export function objectOf(text: string): Values | null {
  const value = jsonOf(text);
  return isValues(value) ? value : null;
}

export function sha256(content: string | Uint8Array, encoding: 'hex' | 'base64url' = 'hex'): string {
  return createHash('sha256').update(content).digest(encoding);
}
