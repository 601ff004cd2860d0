import type { CoreContext } from '../../context.ts';
import type { PayoutRules, StoredBatch } from '../../ports/index.ts';

/** What the search of a sheet has found out about the rows of the draft that was made of it, so that their check need not. */
export type SearchedDraft = Pick<StoredBatch, 'batchId' | 'rowsHash'> & {
  /** No row has a problem by these rules. */
  readonly rules: PayoutRules;
  /** `Store.countReleases` before the search. Null if rows of an earlier release were still to be queued then, and may be missing from it. */
  readonly releasesSeen: number | null;
  /** By row number: 1 for a row that repeats no payout of those releases. */
  readonly repeatsNone: Uint8Array;
};

/** The last draft of each store. */
const searched = new WeakMap<CoreContext['store'], SearchedDraft>();

export function keepSearched(store: CoreContext['store'], draft: SearchedDraft): void {
  searched.set(store, draft);
}

/** Null if it is not known of exactly these rows. */
export function searchedDraft(
  store: CoreContext['store'],
  { batchId, rowsHash }: Pick<StoredBatch, 'batchId' | 'rowsHash'>,
): SearchedDraft | null {
  const known = searched.get(store) ?? null;
  return known?.batchId === batchId && known.rowsHash === rowsHash ? known : null;
}
