import { shortened } from './numbers.ts';

const longestShown = 80;

/** All that break a line, turn the reading around or are not seen, except joiners and marks of direction, which names of some scripts need. */
const untold = /[\p{Cc}\u2028\u2029]|(?![\u200c-\u200f])\p{Cf}/gu;

/**
 * A name from a file, a page or a gateway on one line, without characters that could fake another line or reverse the reading
 * direction.
 */
export function oneLine(text: string, longest = longestShown): string {
  return shortened(text.replace(untold, '\uFFFD'), longest);
}
