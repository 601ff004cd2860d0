import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivately } from './data-folder.ts';

/** Far larger than a document with a hundred approvers. */
const largestCopyBytes = 4 * 1024 * 1024;

/**
 * Copies of the document of approvers and policies outside the database: in the data folder, and under the name of the database in the
 * user's state directory. If an older database replaces the current one, the document in force still exists there.
 */
export class ControlCopies {
  readonly #paths: readonly string[];

  constructor(directory: string, stateDirectory: string | null, databaseId: string) {
    this.#paths = [
      join(directory, 'bursar.controls'),
      ...(stateDirectory === null ? [] : [join(stateDirectory, `${databaseId}.controls`)]),
    ];
  }

  read(): string[] {
    return this.#paths.flatMap((path) => {
      try {
        return existsSync(path) && statSync(path).size <= largestCopyBytes
          ? [readFileSync(path, 'utf8')]
          : [];
      } catch {
        // Ignored: a copy is optional; the keychain decides which document is in force, and whether one is missing.
        return [];
      }
    });
  }

  keep(content: string): void {
    for (const path of this.#paths) {
      try {
        writePrivately(path, content);
      } catch {
        // Ignored: the database has the document too; a copy that cannot be written only helps less.
      }
    }
  }
}
