/** One element of DER: its tag and the position of its content. Only the structure is read, never a value. */
export type DerElement = { readonly tag: number; readonly content: Uint8Array };

export const derTag = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  sequence: 0x30,
} as const;

const largestLengthBytes = 4;
const mostElements = 64;

/** Reads the element at the start of these bytes and returns where the next begins; `null` if they are not DER. */
function readElement(bytes: Uint8Array): { element: DerElement; size: number } | null {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) return null;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || lengthBytes > largestLengthBytes) return null;
  let length = lengthBytes === 0 ? first : 0;
  for (const byte of bytes.subarray(2, 2 + lengthBytes)) length = length * 256 + byte;
  const start = 2 + lengthBytes;
  if (start + length > bytes.length) return null;
  return { element: { tag, content: bytes.subarray(start, start + length) }, size: start + length };
}

/** The elements inside a content; `null` if it is not entirely DER. */
export function derChildren(content: Uint8Array): DerElement[] | null {
  const children: DerElement[] = [];
  let rest = content;
  while (rest.length > 0) {
    const read = readElement(rest);
    if (read === null || children.length === mostElements) return null;
    children.push(read.element);
    rest = rest.subarray(read.size);
  }
  return children;
}

/** The single sequence of a DER file, without trailing bytes; `null` if there is none. */
export function derSequence(bytes: Uint8Array): { whole: Uint8Array; children: DerElement[] } | null {
  const read = readElement(bytes);
  if (read === null || read.element.tag !== derTag.sequence) return null;
  const children = derChildren(read.element.content);
  return children === null ? null : { whole: bytes.subarray(0, read.size), children };
}

/** The largest INTEGER of up to six bytes at any depth; Infinity if one is longer. */
export function largestInteger(elements: readonly DerElement[], depth = 8): number {
  let largest = 0;
  for (const { tag, content } of elements) {
    if (tag === derTag.integer) {
      const value = content.length > 6 ? Infinity : content.reduce((sum, byte) => sum * 256 + byte, 0);
      largest = Math.max(largest, value);
    } else if (tag === derTag.sequence && depth > 0) {
      largest = Math.max(largest, largestInteger(derChildren(content) ?? [], depth - 1));
    }
  }
  return largest;
}
