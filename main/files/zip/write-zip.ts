import { createHash, hash } from 'node:crypto';
import { once } from 'node:events';
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import type { ArchiveEntry, ArchiveWriter } from '../../core/ports/index.ts';
import { deflated, stored, zipOf, type ZippedFile } from './zip-layout.ts';

/** One entry of an archive, packed as it arrives; packing runs in another thread. */
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

  async add(content: string | Uint8Array): Promise<void> {
    const block = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    this.#checksum = crc32(block, this.#checksum);
    this.#bytes += block.length;
    await new Promise<void>((resolve, reject) => {
      this.#deflate.write(block, (error) => (error ? reject(error) : resolve()));
    });
  }

  async finish(): Promise<ZippedFile> {
    const isAtEnd = once(this.#deflate, 'end');
    this.#deflate.end();
    await isAtEnd;
    const packed = Buffer.concat(this.#packed);
    const facts = { method: deflated, checksum: this.#checksum, bytes: this.#bytes };
    return { name: this.#name, ...facts, packed };
  }
}

/** Begins an archive whose entries are hashed as they arrive. */
export function beginArchive(): ArchiveWriter {
  const files: ZippedFile[] = [];
  return {
    begin: (name) => hashedEntry(name, files),
    addPlain(name, bytes) {
      files.push({ name, method: stored, checksum: crc32(bytes), bytes: bytes.length, packed: bytes });
    },
    finish: () => zipOf(files),
  };
}

function hashedEntry(name: string, files: ZippedFile[]): ArchiveEntry {
  const entry = new ZipEntryWriter(name);
  const sum = createHash('sha256');
  return {
    async add(content) {
      const block = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
      sum.update(block);
      await entry.add(block);
    },
    async finish() {
      const file = await entry.finish();
      files.push(file);
      const packedSha256 = hash('sha256', file.packed, 'hex');
      return { name, bytes: file.bytes, sha256: sum.digest('hex'), packedSha256 };
    },
  };
}
