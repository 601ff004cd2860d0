import type { FileNote } from '../../../contract/batches/file-note.ts';
import { shown } from '../problems.ts';

type Conversion = Extract<FileNote, { code: 'converted' }>;

/** Counts in how many rows a cell is stored differently from the file, with the first as the example. */
export class ConversionTally {
  readonly #found = new Map<Conversion['column'], Conversion>();

  add(column: Conversion['column'], from: string, to: string): void {
    if (from === to || to === '') return;
    const known = this.#found.get(column);
    if (known !== undefined) known.rows += 1;
    else this.#found.set(column, { code: 'converted', column, from: shown(from), to: shown(to), rows: 1 });
  }

  notes(): FileNote[] {
    return (['amount', 'accountNumber'] as const).flatMap((column) => this.#found.get(column) ?? []);
  }
}
