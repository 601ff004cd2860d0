import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ending = '.bursar';

/**
 * The signed file that the system last asked the app to open, until the page takes it. The page shows one file: if several arrive
 * at once, the last. None is kept to be confused with one that is opened later.
 */
export class OpenedFiles {
  #latest: string | null = null;
  #count = 0;

  /** How many the system has named so far. */
  get count(): number {
    return this.#count;
  }

  /** Records a path from the system and returns its number; null if it is not a signed file. */
  add(file: string, workingDirectory: string): number | null {
    const named = pathOf(file);
    if (named?.toLowerCase().endsWith(ending) !== true) return null;
    this.#latest = path.resolve(workingDirectory, named);
    return (this.#count += 1);
  }

  /** Records the signed files of a command line; null if it names none. */
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

/** A Linux desktop may name a file by its address (`file:`) if the desktop file accepts addresses; null: one on another computer. */
function pathOf(file: string): string | null {
  if (!/^file:/i.test(file)) return file;
  try {
    return fileURLToPath(file);
  } catch {
    return null;
  }
}
