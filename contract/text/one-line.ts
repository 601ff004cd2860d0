import { shortened } from './numbers.ts';

const longestShown = 80;

/**
 * A name from a file, a page or a gateway on one line, without the characters with which it could look like another line or turn its
 * reading around.
 */
export function oneLine(text: string, longest = longestShown): string {
  return shortened(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD'), longest);
}
