import { redact } from './redaction.ts';

/** How many characters of an answer are stored with results and errors. */
const largestKeptAnswer = 4000;

const decoder = new TextDecoder();

/** The body as text with secrets removed; a byte order mark is dropped and invalid UTF-8 replaced. */
export function answerText(body: Uint8Array, secrets: readonly string[]): string {
  return redact(decoder.decode(body), secrets);
}

export function keptText(text: string): string {
  return text.slice(0, largestKeptAnswer);
}
