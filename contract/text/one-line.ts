import { shortened } from './numbers.ts';

const longestShown = 80;

/**
 * A name from a file, a page or a gateway on one line, without characters that could fake another line or reverse the reading
 * direction.
 */
export function oneLine(text: string, longest = longestShown): string {
  return shortened(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD'), longest);
}
