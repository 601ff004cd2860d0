/** A file name has up to 255 bytes. A person may add to it. */
const largestBytes = 200;
const extension = /\.[A-Za-z0-9]{1,10}$/;
/** What a file system or a browser refuses, and what hides a file or turns its name around. */
const refused = /[\p{Cc}\p{Cf}/\\:*?"<>|]|^[\s.]+/gu;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** A name that every file system and browser takes unchanged, shortened in front of its extension. */
export function suggestedFileName(name: string): string {
  const plain = name.replace(refused, '_');
  if (bytesOf(plain) <= largestBytes) return plain;
  const [end = ''] = extension.exec(plain) ?? [];
  let start = '';
  let left = largestBytes - bytesOf(end);
  for (const character of plain) {
    left -= bytesOf(character);
    if (left < 0) break;
    start += character;
  }
  return start + end;
}
