const headerSignature = 0x04034b50;
const entrySignature = 0x02014b50;
export const endSignature = 0x06054b50;
/** The first version with deflated entries; names are UTF-8. */
const versionNeeded = 20;
const namesAreUtf8 = 0x0800;
/** Methods of packing. */
export const stored = 0;
export const deflated = 8;
/** 1 January 1980, the first date of ZIP: the same content always gives the same bytes. */
const noDate = 0x0021;

/** A file as it is in an archive; `checksum` and `bytes` are those of its unpacked content. */
export type ZippedFile = {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly bytes: number;
  readonly packed: Uint8Array;
};

/** A ZIP archive of these files, always with the same bytes. Throws a RangeError if one is too large for the format. */
export function zipOf(entries: readonly ZippedFile[]): Uint8Array {
  return Buffer.concat(zipParts(entries));
}

/** The same in parts that need no copy of the packed files. */
export function zipParts(entries: readonly ZippedFile[]): Uint8Array[] {
  const files: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let place = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const facts = factsOf(entry, name.length);
    const header = Buffer.concat([unsigned(headerSignature, 4), facts, name]);
    directory.push(
      unsigned(entrySignature, 4),
      unsigned(versionNeeded, 2),
      facts,
      // No comment, first disk, no attributes; then the offset of the entry.
      Buffer.alloc(10),
      unsigned(place, 4),
      name,
    );
    files.push(header, entry.packed);
    place += header.length + entry.packed.length;
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.concat([
    unsigned(endSignature, 4),
    unsigned(0, 4),
    unsigned(entries.length, 2),
    unsigned(entries.length, 2),
    unsigned(directoryBytes, 4),
    unsigned(place, 4),
    unsigned(0, 2),
  ]);
  return [...files, ...directory, end];
}

function factsOf({ method, checksum, bytes, packed }: ZippedFile, nameBytes: number): Buffer {
  return Buffer.concat([
    unsigned(versionNeeded, 2),
    unsigned(namesAreUtf8, 2),
    unsigned(method, 2),
    unsigned(0, 2),
    unsigned(noDate, 2),
    unsigned(checksum, 4),
    unsigned(packed.length, 4),
    unsigned(bytes, 4),
    unsigned(nameBytes, 2),
    unsigned(0, 2),
  ]);
}

function unsigned(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}
