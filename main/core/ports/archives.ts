import type { EvidenceVerdict } from '../../../contract/evidence/evidence.ts';
import type { Result } from '../../../contract/result.ts';
import type { JobControl } from './background-work.ts';

/** An archive that is written file by file. */
export type ArchiveWriter = {
  /** Begins a compressed file; the archive has its files in the order in which they are finished. */
  begin(name: string): ArchiveEntry;
  /** Adds a file uncompressed. */
  addPlain(name: string, bytes: Uint8Array): void;
  /** The bytes of the archive; nothing can be added after that. */
  finish(): Uint8Array;
};

/** A file of an archive that is written in pieces, compressed in another thread as they come. */
export type ArchiveEntry = {
  add(content: string | Uint8Array): Promise<void>;
  finish(): Promise<ArchiveFile>;
};

/** The hashes that prove a file of an archive, hexadecimal: of its content and of its compressed form. */
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
  /** Verifies an evidence pack without the database. Fails with `stopped`. */
  verifyEvidence(archive: Uint8Array, job: JobControl): Promise<Result<EvidenceVerdict>>;
  /** The source of a one-file program that does the same on a computer without Bursar. */
  evidenceVerifier(): Promise<Uint8Array>;
}
