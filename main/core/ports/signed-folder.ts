import type { Result } from '../../../contract/result.ts';

/** A folder to which several computers write signed files (`.bursar`). Nothing that it holds is trusted. */
export interface SignedFolder {
  /** Fails where this is no folder that may be read and written. */
  expect(folder: string): Promise<Result<null>>;
  /** The signed files by their names, the newest first, as far as there are not too many. Fails where the folder cannot be read. */
  list(folder: string): Promise<Result<{ readonly files: readonly FolderFile[]; readonly hasMore: boolean }>>;
  /** The bytes of one of them: an ordinary file of at most 64 MiB. */
  read(folder: string, name: string): Promise<Result<Uint8Array>>;
  /** Writes a new file, which replaces none. */
  write(folder: string, name: string, bytes: Uint8Array): Promise<Result<{ readonly path: string }>>;
}

export type FolderFile = { readonly name: string; readonly bytes: number; readonly changedAt: number };
