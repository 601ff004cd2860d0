import { asSentence, capitalised } from '../../contract/text/states.ts';

/** The complaint of a parser as a sentence. */
export function sentence(message: string): string {
  return asSentence(capitalised(message));
}
