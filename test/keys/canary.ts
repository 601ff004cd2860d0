import { createPrivateKey, type KeyObject } from 'node:crypto';

/**
 * Finds private key material wherever it may have leaked (invariant I8). The needles are pieces of a key's
 * secret numbers, short enough that any 47 leaked bytes in a row hold a whole one, in every form that a
 * program would write them in; the public half is in none of them.
 */

/** `name` says what was found without repeating it. */
export type Needle = { readonly name: string; readonly bytes: Buffer };

const pieceBytes = 16;
const pieceDigits = 32;
const secretNumbers = ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const;

/** Base64 of a piece wherever it stands in a longer text: at three alignments, without the characters that neighbours change. */
function base64Forms(piece: Buffer, encoding: 'base64' | 'base64url'): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), piece])
      .toString(encoding)
      .replaceAll('=', '');
    const whole = Math.floor(((before + piece.length) * 8) / 6);
    return text.slice(Math.ceil((before * 8) / 6), whole);
  });
}

function formsOf(piece: Buffer): [string, Buffer | string][] {
  const hex = piece.toString('hex');
  return [
    ['raw', piece],
    ['reversed', Buffer.from(piece.toReversed())],
    ['hexadecimal', hex],
    ['upper-case hexadecimal', hex.toUpperCase()],
    ['list of numbers', Array.from(piece).join(',')],
    ...base64Forms(piece, 'base64').map((text): [string, string] => ['base64', text]),
    ...base64Forms(piece, 'base64url').map((text): [string, string] => ['base64url', text]),
  ];
}

function pieces(bytes: Buffer): { at: number; piece: Buffer }[] {
  const starts = Array.from(
    { length: Math.floor(bytes.length / pieceBytes) },
    (_, place) => place * pieceBytes,
  );
  return starts.map((at) => ({ at, piece: bytes.subarray(at, at + pieceBytes) }));
}

/** What to look for, given a private key as a `KeyObject`, PEM text or PKCS#8 DER bytes. */
export function keyNeedles(key: KeyObject | string | Buffer): Needle[] {
  const object =
    typeof key === 'string'
      ? createPrivateKey(key)
      : Buffer.isBuffer(key)
        ? createPrivateKey({ key, format: 'der', type: 'pkcs8' })
        : key;
  const numbers = object.export({ format: 'jwk' });
  return secretNumbers.flatMap((name) => {
    const value = numbers[name];
    if (value === undefined) throw new TypeError(`not an RSA private key: it has no ${name}`);
    const bytes = Buffer.from(value, 'base64url');
    const inBytes = pieces(bytes).flatMap(({ at, piece }) =>
      formsOf(piece).map(([form, text]) => ({
        name: `${name} from byte ${at}, ${form}`,
        bytes: Buffer.from(text),
      })),
    );
    const digits = BigInt(`0x${bytes.toString('hex')}`).toString();
    const inDigits = Array.from({ length: Math.floor(digits.length / pieceDigits) }, (_, place) => ({
      name: `${name} from digit ${place * pieceDigits}, decimal`,
      bytes: Buffer.from(digits.slice(place * pieceDigits, (place + 1) * pieceDigits)),
    }));
    return [...inBytes, ...inDigits];
  });
}

/** What to look for, given a secret text such as a passphrase (6 characters or more, so that chance finds none). */
export function textNeedles(name: string, secret: string): Needle[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < 6) throw new TypeError('a secret this short is found everywhere');
  return formsOf(bytes).map(([form, text]) => ({ name: `${name}, ${form}`, bytes: Buffer.from(text) }));
}

/**
 * The names of the needles that occur in these bytes; none is what one hopes for. Looks twice: at the bytes as
 * they are, and without what breaks texts up (white space, colons, `\n` written out, the zeros of UTF-16), which
 * finds PEM lines of any width, hex dumps and printed arrays.
 */
export function findKeyBytes(haystack: Uint8Array, needles: readonly Needle[]): string[] {
  const index = indexByStart(needles);
  return Array.from(new Set([...search(haystack, index), ...search(joined(haystack), index)]));
}

type Index = { readonly starts: Uint8Array; readonly byStart: ReadonlyMap<number, readonly Needle[]> };

function indexByStart(needles: readonly Needle[]): Index {
  const starts = new Uint8Array(65_536);
  const byStart = new Map<number, Needle[]>();
  for (const needle of needles) {
    const start = needle.bytes.readUInt16BE(0);
    starts[start] = 1;
    const same = byStart.get(start);
    if (same === undefined) byStart.set(start, [needle]);
    else same.push(needle);
  }
  return { starts, byStart };
}

function search(haystack: Uint8Array, { starts, byStart }: Index): string[] {
  const bytes = Buffer.from(haystack.buffer, haystack.byteOffset, haystack.byteLength);
  const found: string[] = [];
  let start = bytes[0] ?? 0;
  for (let place = 1; place < bytes.length; place += 1) {
    start = ((start << 8) | (bytes[place] ?? 0)) & 0xffff;
    if (starts[start] !== 1) continue;
    for (const needle of byStart.get(start) ?? []) {
      const end = place - 1 + needle.bytes.length;
      if (end <= bytes.length && bytes.compare(needle.bytes, 0, needle.bytes.length, place - 1, end) === 0)
        found.push(needle.name);
    }
  }
  return found;
}

const breaks = new Set(Array.from('\0\t\n\r :', (character) => character.charCodeAt(0)));
const backslash = 0x5c;
const writtenBreaks = new Set(Array.from('nrt', (character) => character.charCodeAt(0)));

function joined(haystack: Uint8Array): Uint8Array {
  const kept = Buffer.alloc(haystack.length);
  let length = 0;
  for (let place = 0; place < haystack.length; place += 1) {
    const byte = haystack[place] ?? 0;
    if (breaks.has(byte)) continue;
    if (byte === backslash) {
      // Escapes may be escaped again, as in JSON inside JSON: the last backslash takes the letter with it.
      if (writtenBreaks.has(haystack[place + 1] ?? 0)) place += 1;
      continue;
    }
    kept[length] = byte;
    length += 1;
  }
  return kept.subarray(0, length);
}
