import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/** One file of an archive, as its directory lists it. */
type ZipEntry = {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly packedBytes: number;
  readonly headerAt: number;
};

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const headerSignature = 0x04034b50;
const endBytes = 22;
const longestComment = 65_535;
const mostEntries = 2_000;
const stored = 0;
const deflated = 8;

/** Reads the directory of a ZIP archive; `null` when there is none that can be read. */
export function readDirectory(archive: Buffer): ZipEntry[] | null {
  const end = findEnd(archive);
  if (end === null) return null;
  const count = archive.readUInt16LE(end + 10);
  let place = archive.readUInt32LE(end + 16);
  if (count > mostEntries) return null;
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (place + 46 > archive.length || archive.readUInt32LE(place) !== entrySignature) return null;
    const nameBytes = archive.readUInt16LE(place + 28);
    const moreBytes = archive.readUInt16LE(place + 30) + archive.readUInt16LE(place + 32);
    entries.push({
      name: archive.toString('utf8', place + 46, place + 46 + nameBytes),
      isEncrypted: (archive.readUInt16LE(place + 8) & 1) === 1,
      method: archive.readUInt16LE(place + 10),
      packedBytes: archive.readUInt32LE(place + 20),
      headerAt: archive.readUInt32LE(place + 42),
    });
    place += 46 + nameBytes + moreBytes;
  }
  return entries;
}

function findEnd(archive: Buffer): number | null {
  const first = Math.max(0, archive.length - endBytes - longestComment);
  for (let place = archive.length - endBytes; place >= first; place -= 1)
    if (archive.readUInt32LE(place) === endSignature) return place;
  return null;
}

const inflate = promisify(inflateRaw);

/**
 * How many bytes an entry holds when unpacked, found by unpacking it, since what an archive says of itself may be a lie; `null` when it
 * is damaged, and `tooLarge` when there are more than `mostBytes`.
 */
export async function unpackedBytes(
  archive: Buffer,
  { method, packedBytes, headerAt }: ZipEntry,
  mostBytes: number,
): Promise<number | 'tooLarge' | null> {
  if (headerAt + 30 > archive.length || archive.readUInt32LE(headerAt) !== headerSignature) return null;
  const start = headerAt + 30 + archive.readUInt16LE(headerAt + 26) + archive.readUInt16LE(headerAt + 28);
  const packed = archive.subarray(start, start + packedBytes);
  if (method === stored) return packed.length > mostBytes ? 'tooLarge' : packed.length;
  if (method !== deflated) return null;
  try {
    return (await inflate(packed, { maxOutputLength: mostBytes })).length;
  } catch (error) {
    return error instanceof RangeError ? 'tooLarge' : null;
  }
}
