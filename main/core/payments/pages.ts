import type { CurrencyMoney } from '../../../contract/approvals/approval-policy.ts';
import { compareAmounts } from '../../../contract/money/amount.ts';
import { runningTotals } from '../../../contract/money/money.ts';
import type { Clock, RowContent, Store, StoredBatch, StoredPayment } from '../ports/index.ts';
import { rowsHasher, type HashedRow } from './identity.ts';

const rowsPerPage = 500;

/** All payments of a batch by row number, in pages, yielding to other work between pages. */
export function pagesOfBatch(
  store: Pick<Store, 'rowsOfBatch'>,
  clock: Pick<Clock, 'turn'>,
  batchId: string,
): AsyncGenerator<StoredPayment[]> {
  return pagesOf<StoredPayment>(clock, rowsPerPage, (last) =>
    store.rowsOfBatch(batchId, last?.rowNumber ?? 0, rowsPerPage),
  );
}

/** The same for what the rows pay, without their progress. */
export function contentPagesOfBatch(
  store: Pick<Store, 'contentOfBatch'>,
  clock: Pick<Clock, 'turn'>,
  batchId: string,
): AsyncGenerator<RowContent[]> {
  return pagesOf<RowContent>(clock, rowsPerPage, (last) =>
    store.contentOfBatch(batchId, last?.rowNumber ?? 0, rowsPerPage),
  );
}

/** Pages of `limit` items, each read after the last item of the one before, yielding to other work between pages. */
export async function* pagesOf<Item>(
  clock: Pick<Clock, 'turn'>,
  limit: number,
  read: (last: Item | undefined) => Item[],
): AsyncGenerator<Item[], void> {
  for (let last: Item | undefined; ;) {
    const page = read(last);
    yield page;
    last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    await clock.turn();
  }
}

/** These items a few at a time, yielding to other work after each full slice. */
export async function* slicesOf<Item>(
  clock: Pick<Clock, 'turn'>,
  items: readonly Item[],
  atOnce: number,
): AsyncGenerator<Item[], void> {
  for (let start = 0; start < items.length; start += atOnce) {
    yield items.slice(start, start + atOnce);
    if (start + atOnce <= items.length) await clock.turn();
  }
}

/** Pages that each name the place where the next one begins, yielding to other work after each. */
export async function* pagesFrom<Place, Page extends { readonly next: Place | null }>(
  clock: Pick<Clock, 'turn'>,
  first: NoInfer<Place>,
  read: (after: Place) => Page,
): AsyncGenerator<Page, void> {
  for (let after: Place = first; ;) {
    const page = read(after);
    yield page;
    await clock.turn();
    if (page.next === null) return;
    after = page.next;
  }
}

/** The same pages; each is handed to `use` first. */
export async function* withEach<Page>(
  pages: AsyncIterable<Page>,
  use: (page: Page) => void | Promise<void>,
): AsyncGenerator<Page> {
  for await (const page of pages) {
    await use(page);
    yield page;
  }
}

/** What the rows of a batch pay: the hash of all rows, and the total and largest amount per currency. */
export type BatchRows = { readonly rowsHash: string; readonly money: readonly CurrencyMoney[] };

/** The same with their number and totals as a batch has them. */
type RowSums = BatchRows & { readonly paid: Pick<StoredBatch, 'rows' | 'totals'> };

/** Adds up rows in order. */
export function rowSums(callbackUrl: string): { add(row: HashedRow): void; result(): RowSums } {
  const hasher = rowsHasher(callbackUrl);
  const sums = runningTotals();
  const largest = new Map<string, string>();
  return {
    add(row) {
      const { amount, currencyCode } = row;
      hasher.add(row);
      sums.add({ amount, currencyCode });
      const before = largest.get(currencyCode);
      if (before === undefined || compareAmounts(amount, before) > 0) largest.set(currencyCode, amount);
    },
    result() {
      const totals = sums.list();
      return {
        rowsHash: hasher.digest(),
        money: totals.map(({ currencyCode, amount }) => ({
          currencyCode,
          total: amount,
          largest: largest.get(currencyCode) ?? amount,
        })),
        paid: { rows: totals.reduce((rows, { count }) => rows + count, 0), totals },
      };
    },
  };
}

/** The rows of a batch as the store has them now, not as noted at the import (I4); `each` is called with every one. */
export async function rowsOfBatch(
  { store, clock }: { readonly store: Pick<Store, 'contentOfBatch'>; readonly clock: Pick<Clock, 'turn'> },
  { batchId, callbackUrl }: Pick<StoredBatch, 'batchId' | 'callbackUrl'>,
  each: (row: RowContent) => void = () => undefined,
): Promise<RowSums> {
  const sums = rowSums(callbackUrl);
  for await (const rows of contentPagesOfBatch(store, clock, batchId))
    for (const row of rows) {
      sums.add(row);
      each(row);
    }
  return sums.result();
}
