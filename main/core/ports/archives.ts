import type { EvidenceVerdict } from '../../../contract/evidence/evidence.ts';

/** An archive that is written file by file. */
export type ArchiveWriter = {
  /** Begins a packed file; the files stand in the archive in the order in which they are finished. */
  begin(name: string): ArchiveEntry;
  /** Adds a file as it is, not packed. */
  addPlain(name: string, bytes: Uint8Array): void;
  /** The bytes of the archive; nothing can be added after that. */
  finish(): Uint8Array;
};

/** A file of an archive that is written in pieces, packed in another thread as they come. */
export type ArchiveEntry = {
  add(content: string | Uint8Array): Promise<void>;
  finish(): Promise<ArchiveFile>;
};

/** What proves a file of an archive: hashes, hexadecimal, of what it holds and of how it is packed. */
export type ArchiveFile = {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly packedSha256: string;
};

/** Archives, and evidence in them. */
export interface Archives {
  /** Begins a ZIP archive; the same content always has the same bytes. */
  beginArchive(): ArchiveWriter;
  /** Verifies an evidence pack, by itself alone. */
  verifyEvidence(archive: Uint8Array): EvidenceVerdict;
  /** The program of one file that does the same on a computer without Bursar. */
  evidenceVerifier(): Promise<Uint8Array>;
}
