const indent = '  ';
const longestIndented = 200_000;

/**
 * Formats a JSON text for reading. No character outside white space changes, least of all in numbers: `1.10`
 * stays `1.10`. A text that is not JSON is returned unchanged.
 */
export function indentedJson(text: string): string {
  if (text.length > longestIndented || !isJson(text)) return text;
  let depth = 0;
  let written = '';
  const line = () => `\n${indent.repeat(depth)}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g)) {
    if (token === '{' || token === '[') {
      depth += 1;
      written += `${token}${line()}`;
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const isEmpty = /[[{]\s*$/.test(written);
      written = isEmpty ? `${written.trimEnd()}${token}` : `${written}${line()}${token}`;
    } else if (token === ',') written += `,${line()}`;
    else if (token === ':') written += ': ';
    else written += token;
  }
  return written;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
