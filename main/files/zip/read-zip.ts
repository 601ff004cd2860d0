import { crc32, createInflateRaw } from 'node:zlib';
import { deflated, stored } from './zip-layout.ts';

/** One file of an archive, as its directory lists it. */
export type ZipEntry = {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly packedBytes: number;
  /** Of the unpacked content. */
  readonly checksum: number;
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

/** An entry whose content is damaged, or packed in a way that is not known here. */
export class DamagedEntry extends Error {}

/** How much is unpacked between two turns of the process. */
const pieceBytes = 32 * 1024;

/**
 * The unpacked content of an entry in pieces, whatever size the archive states, which may be false. Throws `DamagedEntry`, at the end if the
 * content does not have the checksum of the archive.
 */
export async function* unpack(archive: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  let checksum = 0;
  for await (const piece of unpackedOf(entry.method, packedOf(archive, entry))) {
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (checksum !== entry.checksum) throw new DamagedEntry();
}

function packedOf(archive: Buffer, { packedBytes, headerAt }: ZipEntry): Buffer {
  if (headerAt + 30 > archive.length || archive.readUInt32LE(headerAt) !== headerSignature)
    throw new DamagedEntry();
  const start = headerAt + 30 + archive.readUInt16LE(headerAt + 26) + archive.readUInt16LE(headerAt + 28);
  return archive.subarray(start, start + packedBytes);
}

async function* unpackedOf(method: number, packed: Buffer): AsyncGenerator<Buffer> {
  if (method === stored) {
    for (let start = 0; start < packed.length; start += pieceBytes)
      yield packed.subarray(start, start + pieceBytes);
    return;
  }
  if (method !== deflated) throw new DamagedEntry();
  const unpacking = createInflateRaw({ chunkSize: pieceBytes });
  unpacking.end(packed);
  try {
    for await (const piece of unpacking) if (Buffer.isBuffer(piece)) yield piece;
  } catch {
    // Whatever zlib finds wrong.
    throw new DamagedEntry();
  }
}
