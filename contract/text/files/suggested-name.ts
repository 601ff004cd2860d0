/** A file name has up to 255 bytes. A person may add to it. */
const largestBytes = 200;
const extension = /\.[A-Za-z0-9]{1,10}$/;

/** A name that every file system takes: without the characters that one of them refuses, and shortened in front of its extension. */
export function suggestedFileName(name: string): string {
  const plain = name.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_');
  if (Buffer.byteLength(plain) <= largestBytes) return plain;
  const [end = ''] = extension.exec(plain) ?? [];
  let start = '';
  let left = largestBytes - Buffer.byteLength(end);
  for (const character of plain) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    start += character;
  }
  return start + end;
}
