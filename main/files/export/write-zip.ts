import { once } from 'node:events';
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';

const headerSignature = 0x04034b50;
const entrySignature = 0x02014b50;
const endSignature = 0x06054b50;
/** The first version that knows deflated entries; names are UTF-8. */
const versionNeeded = 20;
const namesAreUtf8 = 0x0800;
const deflated = 8;
/** 1 January 1980, the beginning of time for ZIP: the same content always gives the same bytes. */
const noDate = 0x0021;

type Entry = {
  readonly name: string;
  readonly checksum: number;
  readonly bytes: number;
  readonly packed: Buffer;
};

/** One entry of an archive, packed as it comes; packing goes on in another thread. */
export class ZipEntryWriter {
  readonly #name: string;
  readonly #deflate: DeflateRaw = createDeflateRaw({ level: 4 });
  readonly #packed: Buffer[] = [];
  #checksum = 0;
  #bytes = 0;

  constructor(name: string) {
    this.#name = name;
    this.#deflate.on('data', (block: Buffer) => this.#packed.push(block));
  }

  async add(text: string): Promise<void> {
    const block = Buffer.from(text, 'utf8');
    this.#checksum = crc32(block, this.#checksum);
    this.#bytes += block.length;
    await new Promise<void>((resolve, reject) => {
      this.#deflate.write(block, (error) => (error ? reject(error) : resolve()));
    });
  }

  async finish(): Promise<Entry> {
    const isAtEnd = once(this.#deflate, 'end');
    this.#deflate.end();
    await isAtEnd;
    const packed = Buffer.concat(this.#packed);
    return { name: this.#name, checksum: this.#checksum, bytes: this.#bytes, packed };
  }
}

/** A ZIP archive of these entries. Throws a RangeError where one is larger than the format can say. */
export function zipOf(entries: readonly Entry[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let place = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const facts = factsOf(entry, name.length);
    const header = Buffer.concat([unsigned(headerSignature, 4), facts, name, entry.packed]);
    directory.push(
      unsigned(entrySignature, 4),
      unsigned(versionNeeded, 2),
      facts,
      // No comment, first disk, no attributes; then where the entry begins.
      Buffer.alloc(10),
      unsigned(place, 4),
      name,
    );
    files.push(header);
    place += header.length;
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
  return Buffer.concat([...files, ...directory, end]);
}

function factsOf({ checksum, bytes, packed }: Entry, nameBytes: number): Buffer {
  return Buffer.concat([
    unsigned(versionNeeded, 2),
    unsigned(namesAreUtf8, 2),
    unsigned(deflated, 2),
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
