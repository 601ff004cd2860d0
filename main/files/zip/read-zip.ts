import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { deflated, stored } from './zip-layout.ts';

/** One file of an archive, as its directory lists it. */
export type ZipEntry = {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly packedBytes: number;
  /** The unpacked size, as the archive states it. */
  readonly checksum: number;
  readonly bytes: number;
  readonly headerAt: number;
};

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const headerSignature = 0x04034b50;
const endBytes = 22;
const longestComment = 65_535;
const mostEntries = 2_000;

/** Reads the directory of a ZIP archive; `null` if there is no readable one. */
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
      checksum: archive.readUInt32LE(place + 16),
      bytes: archive.readUInt32LE(place + 24),
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

/** The packed content of an entry; null if it is damaged. */
export function packedOf(archive: Buffer, { packedBytes, headerAt }: ZipEntry): Buffer | null {
  if (headerAt + 30 > archive.length || archive.readUInt32LE(headerAt) !== headerSignature) return null;
  const start = headerAt + 30 + archive.readUInt16LE(headerAt + 26) + archive.readUInt16LE(headerAt + 28);
  return archive.subarray(start, start + packedBytes);
}

/**
 * The unpacked content of an entry, whatever size the archive states, which may be false; `null` if it is damaged, and `tooLarge`
 * if there are more than `mostBytes`.
 */
export async function unpack(
  archive: Buffer,
  entry: ZipEntry,
  mostBytes: number,
): Promise<Buffer | 'tooLarge' | null> {
  const packed = packedOf(archive, entry);
  if (packed === null) return null;
  if (entry.method === stored) return packed.length > mostBytes ? 'tooLarge' : packed;
  if (entry.method !== deflated) return null;
  try {
    return await inflate(packed, { maxOutputLength: mostBytes });
  } catch (error) {
    return error instanceof RangeError ? 'tooLarge' : null;
  }
}
