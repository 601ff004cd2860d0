import { redact } from './redaction.ts';

/** Characters of an answer that are kept with results and errors. */
const largestKeptAnswer = 4000;

const decoder = new TextDecoder();

/** The body as text with secrets taken out; a byte order mark is dropped and wrong UTF-8 replaced. */
export function answerText(body: Uint8Array, secrets: readonly string[]): string {
  return redact(decoder.decode(body), secrets);
}

export function keptText(text: string): string {
  return text.slice(0, largestKeptAnswer);
}
