import type { ModelRow } from './grid/model-row.ts';

/** Which rows have which order ID. Nearly all are unique, and a set for each would take more memory than the rows. */
export class OrderIds {
  readonly #rows = new Map<string, ModelRow | Set<ModelRow>>();

  add(row: ModelRow): void {
    const { idPayout } = row.cells;
    if (idPayout === '') return;
    const found = this.#rows.get(idPayout);
    if (found === undefined) this.#rows.set(idPayout, row);
    else if (found instanceof Set) found.add(row);
    else this.#rows.set(idPayout, new Set([found, row]));
  }

  remove(row: ModelRow): void {
    const { idPayout } = row.cells;
    const found = this.#rows.get(idPayout);
    if (found === row) this.#rows.delete(idPayout);
    else if (found instanceof Set) {
      found.delete(row);
      const [only] = found;
      if (only === undefined) this.#rows.delete(idPayout);
      else if (found.size === 1) this.#rows.set(idPayout, only);
    }
  }

  rowsOf(idPayout: string): Iterable<ModelRow> {
    const found = this.#rows.get(idPayout);
    if (found === undefined) return [];
    return found instanceof Set ? found : [found];
  }

  /** The first row with this order ID. */
  firstOf(idPayout: string): ModelRow | null {
    let first: ModelRow | null = null;
    for (const row of this.rowsOf(idPayout)) if (first === null || row.position < first.position) first = row;
    return first;
  }
}
