import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ending = '.bursar';

/**
 * The signed file that the system asked the app to open last, until the page takes it. The page shows one file: of several that come at once
 * it is the last, and none of them stays to be taken for one that is opened later.
 */
export class OpenedFiles {
  #latest: string | null = null;
  #count = 0;

  /** How many the system named so far. */
  get count(): number {
    return this.#count;
  }

  /** Takes a path of the system, and says which file it was; null where it is no signed file. */
  add(file: string, workingDirectory: string): number | null {
    const named = pathOf(file);
    if (named?.toLowerCase().endsWith(ending) !== true) return null;
    this.#latest = path.resolve(workingDirectory, named);
    return (this.#count += 1);
  }

  /** Takes the signed files of a command line; null where it names none. */
  addFrom(words: readonly string[], workingDirectory: string): number | null {
    return words
      .slice(1)
      .filter((word) => !word.startsWith('-'))
      .reduce<number | null>((last, word) => this.add(word, workingDirectory) ?? last, null);
  }

  take(): string | null {
    const taken = this.#latest;
    this.#latest = null;
    return taken;
  }
}

/** A desktop of Linux may name a file by its address (`file:`) where the desktop file takes addresses; null: one of another computer. */
function pathOf(file: string): string | null {
  if (!/^file:/i.test(file)) return file;
  try {
    return fileURLToPath(file);
  } catch {
    return null;
  }
}
