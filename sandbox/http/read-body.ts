import type { z } from 'zod';
import { type Found, found, invalidBySchema, invalidField, refused } from './answers.ts';
import { decodeText, parseExactJson } from './exact-json.ts';

/** Parses a request body with its schema, and returns it with the raw text; otherwise a 400 that names the fields. */
export function readBody<Parsed>(
  body: Uint8Array,
  schema: z.ZodType<Parsed>,
): Found<{ text: string; parsed: Parsed }> {
  const text = decodeText(body);
  const json = text === null ? null : parseExactJson(text);
  if (text === null || json === null) return refused(invalidField('body', 'the body is not JSON in UTF-8'));
  const result = schema.safeParse(json.value);
  return result.success ? found({ text, parsed: result.data }) : refused(invalidBySchema(result.error));
}
