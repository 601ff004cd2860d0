import type { DuplicateConfirmation, Duplicates } from '../../../../contract/batches/duplicates.ts';

/** What a person has confirmed so far: everything, or single rows (null: the file), each with a reason. */
export type Confirmed = {
  readonly all: string | null;
  readonly rows: ReadonlyMap<number | null, string>;
};

export const nothingConfirmed: Confirmed = { all: null, rows: new Map() };

/** Confirms one row, or removes its confirmation. */
export function toggleRow({ rows }: Confirmed, rowNumber: number | null, reason: string): Confirmed {
  const changed = new Map(rows);
  if (!changed.delete(rowNumber)) changed.set(rowNumber, reason.trim());
  return { all: null, rows: changed };
}

/** The input for the release; null while something is not confirmed, and if there is nothing to confirm. */
export function confirmationOf(
  { sameFileAs, rows, hasMore, findingsHash }: Duplicates,
  confirmed: Confirmed,
): DuplicateConfirmation | null {
  if (sameFileAs === null && rows.length === 0) return null;
  if (confirmed.all !== null) return { findingsHash, all: true, reason: confirmed.all };
  const needed = [...(sameFileAs === null ? [] : [null]), ...rows.map(({ rowNumber }) => rowNumber)];
  // Unlisted findings can be confirmed only together with all others.
  if (hasMore || !needed.every((rowNumber) => confirmed.rows.has(rowNumber))) return null;
  return {
    findingsHash,
    rows: Array.from(confirmed.rows, ([rowNumber, reason]) => ({ rowNumber, reason })),
  };
}

/** How many rows there are to confirm; the file counts as one. */
export function toConfirm({ sameFileAs, exactRows, possibleRows }: Duplicates): number {
  return exactRows + possibleRows + (sameFileAs === null ? 0 : 1);
}
