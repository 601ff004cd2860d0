import type { z } from 'zod';
import { readJson } from '../../../contract/json.ts';

/** What was signed of a signed text; whether the signature is right, is verified wherever it counts. */
export function signedBytes(jws: string): Buffer {
  return Buffer.from(jws.split('.')[1] ?? '', 'base64url');
}

/** The same as this schema reads it; null if it does not match. */
export function readUnverified<Schema extends z.ZodType>(
  schema: Schema,
  jws: string,
): z.output<Schema> | null {
  return readJson(schema, signedBytes(jws).toString('utf8'));
}
