import path from 'node:path';

const ending = '.bursar';
/** More were not opened by a person one by one. */
const mostWaiting = 20;

/** Signed files that the system asked the app to open, until the page takes each. */
export class OpenedFiles {
  readonly #waiting: string[] = [];
  #count = 0;

  /** How many the system named so far. */
  get count(): number {
    return this.#count;
  }

  /** Takes a path of the system, and says which file it was; null where it is no signed file. */
  add(file: string, workingDirectory: string): number | null {
    if (!file.toLowerCase().endsWith(ending) || this.#waiting.length >= mostWaiting) return null;
    this.#waiting.push(path.resolve(workingDirectory, file));
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
    return this.#waiting.shift() ?? null;
  }
}
