const longestShown = 80;

/** Shortens in the middle: the beginning and the end of an account or order ID tell it apart. */
export function shortened(text: string, width: number): string {
  const characters = Array.from(text);
  if (characters.length <= width) return text;
  const head = Math.ceil((width - 1) / 2);
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (width - 1 - head)).join('')}`;
}

/**
 * A name from a file, a page or a gateway on one line, without the characters with which it could look like another line or turn its
 * reading around.
 */
export function oneLine(text: string, longest = longestShown): string {
  return shortened(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD'), longest);
}
