import type { Result } from '../../../contract/result.ts';

/** A folder to which several computers write signed files (`.bursar`). None of its content is trusted. */
export interface SignedFolder {
  /** Fails if this is not a folder that can be read and written. */
  expect(folder: string): Promise<Result<null>>;
  /** The signed files by name, newest first, up to a limit; calls `heard` each time the folder answers. Fails if it cannot be read. */
  list(
    folder: string,
    heard?: () => void,
  ): Promise<Result<{ readonly files: readonly FolderFile[]; readonly hasMore: boolean }>>;
  /** The bytes of one of them: an ordinary file of at most 64 MiB. */
  read(folder: string, name: string): Promise<Result<Uint8Array>>;
  /** Writes a new file; never replaces one. */
  write(folder: string, name: string, bytes: Uint8Array): Promise<Result<{ readonly path: string }>>;
}

export type FolderFile = { readonly name: string; readonly bytes: number; readonly changedAt: number };
