import { inflateRawSync } from 'node:zlib';
import { largestPack } from '../../../contract/evidence/pack.ts';
import { deflated, endSignature, stored, zipParts, type ZippedFile } from '../zip/zip-layout.ts';

const endBytes = 22;
const entryBytes = 46;
const headerBytes = 30;

/**
 * A file of a pack. `packed` is null if the pack is unpacked, so that only its content can be verified; `content` is null if it
 * cannot be unpacked.
 */
export type PackFile = {
  readonly name: string;
  readonly packed: Buffer | null;
  readonly content: Buffer | null;
};

/** A ZIP archive whose directory was read; null if it has none. */
type PackLayout = {
  readonly count: number;
  /** Unpacks one file after the other, so that the memory holds one; the problems of the archive as a whole come at the end. */
  files(problems: string[]): Iterable<PackFile>;
};

/**
 * Reads a ZIP archive exactly as Bursar writes it: the parsed files are laid out again, and every byte outside them must be the
 * same, so that nothing can be hidden between them.
 */
export function readPack(
  archive: Buffer,
  most: Omit<typeof largestPack, 'files'> = largestPack,
): PackLayout | null {
  const places = placesIn(archive);
  if (places === null) return null;
  return {
    count: places.length,
    *files(problems) {
      const laidOut: ZippedFile[] = [];
      let room = most.allBytes;
      for (const { name, method, from, bytes } of places) {
        const packed = archive.subarray(from, from + bytes);
        const content = unpacked(method, packed, Math.min(room, most.fileBytes));
        room -= content?.length ?? 0;
        const whole = content ?? packed;
        laidOut.push({ name, method, packed, checksum: checksumOf(whole), bytes: whole.length });
        yield { name, packed, content };
      }
      const difference = firstDifference(archive, zipParts(laidOut));
      if (difference !== null)
        problems.push(`The archive is not as Bursar wrote it: it differs ${placeOf(difference, places)}.`);
    },
  };
}

type Place = Pick<ZippedFile, 'name' | 'method' | 'bytes'> & { readonly from: number };

function placesIn(archive: Buffer): Place[] | null {
  const end = archive.length - endBytes;
  if (end < 0 || archive.readUInt32LE(end) !== endSignature) return null;
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  if (count > largestPack.files) return null;
  const places: Place[] = [];
  let from = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + entryBytes > end) return null;
    const nameBytes = archive.readUInt16LE(at + 28);
    const bytes = archive.readUInt32LE(at + 20);
    const name = archive.toString('utf8', at + entryBytes, at + entryBytes + nameBytes);
    from += headerBytes + nameBytes;
    if (from + bytes > end) return null;
    places.push({ name, method: archive.readUInt16LE(at + 10), from, bytes });
    from += bytes;
    at += entryBytes + nameBytes;
  }
  return places;
}

function unpacked(method: number, packed: Buffer, mostBytes: number): Buffer | null {
  if (method === stored) return packed.length > mostBytes ? null : packed;
  if (method !== deflated) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, mostBytes) });
  } catch {
    return null;
  }
}

/** The first byte in which the archive differs from these parts; null if it is equal. */
function firstDifference(archive: Buffer, parts: readonly Uint8Array[]): number | null {
  let at = 0;
  for (const part of parts) {
    const there = archive.subarray(at, at + part.length);
    if (!there.equals(part)) return at + differsAt(there, part);
    at += part.length;
  }
  return at === archive.length ? null : at;
}

function differsAt(one: Uint8Array, other: Uint8Array): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function placeOf(difference: number, places: readonly Place[]): string {
  const file = places.find(({ from, bytes }) => difference < from + bytes);
  return file === undefined ? 'in its directory' : `at ${file.name}`;
}

/** Node has a built-in CRC-32 only since a later version 20. */
const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value;
});

function checksumOf(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}
