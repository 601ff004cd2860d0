import { byLevel, PayeeFindingCount } from '../../../contract/payees/findings.ts';
import type { FoundPayee } from './one-finding.ts';

/** The most findings that are listed, and the most rows that pay a blocked payee. */
export const listedFindings = 1000;
const namedRows = 5;

/** Counts findings by kind and level. */
export class FindingCounts {
  #byKind = new Map<string, PayeeFindingCount>();

  add({ kind, level, rowNumber }: Pick<PayeeFindingCount, 'kind' | 'level'> & { rowNumber: number }): void {
    const key = `${kind} ${level}`;
    const count = this.#byKind.get(key) ?? { kind, level, rows: 0, firstRows: [] };
    this.#byKind.set(key, count);
    count.rows += 1;
    count.firstRows.push(rowNumber);
    if (count.firstRows.length > 2 * namedRows) count.firstRows = firstOf(count.firstRows);
  }

  /** The most serious first, then in the order of the kinds. */
  list(): PayeeFindingCount[] {
    const kinds = PayeeFindingCount.shape.kind.options;
    return [...this.#byKind.values()]
      .map((count) => ({ ...count, firstRows: firstOf(count.firstRows) }))
      .toSorted(
        (left, right) => byLevel(left, right) || kinds.indexOf(left.kind) - kinds.indexOf(right.kind),
      );
  }
}

function firstOf(rowNumbers: readonly number[]): number[] {
  return rowNumbers.toSorted((left, right) => left - right).slice(0, namedRows);
}

/** The findings about the payees of a draft: keeps those that are listed, and counts the others, because a draft may have more findings than rows. */
export class FoundPayees {
  count = 0;
  blocking = 0;
  readonly counts = new FindingCounts();
  #kept: FoundPayee[] = [];

  add(found: FoundPayee): void {
    this.count += 1;
    if (found.level === 'block') this.blocking += 1;
    this.counts.add(found);
    this.#kept.push(found);
    if (this.#kept.length > 2 * listedFindings) this.#kept = this.list();
  }

  /** The most serious first, then those of the first rows. */
  list(): FoundPayee[] {
    return this.#kept
      .toSorted((left, right) => byLevel(left, right) || left.rowNumber - right.rowNumber)
      .slice(0, listedFindings);
  }
}
