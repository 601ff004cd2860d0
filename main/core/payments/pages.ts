import type { Clock, RowContent, Store, StoredPayment } from '../ports/index.ts';

const rowsPerPage = 500;

/** All payments of a batch by row number, in pages, yielding to other work between pages. */
export function pagesOfBatch(
  store: Pick<Store, 'rowsOfBatch'>,
  clock: Pick<Clock, 'turn'>,
  batchId: string,
): AsyncGenerator<StoredPayment[]> {
  return pagesOf(clock, (after) => store.rowsOfBatch(batchId, after, rowsPerPage));
}

/** The same for what the rows pay, without their progress. */
export function contentPagesOfBatch(
  store: Pick<Store, 'contentOfBatch'>,
  clock: Pick<Clock, 'turn'>,
  batchId: string,
): AsyncGenerator<RowContent[]> {
  return pagesOf(clock, (after) => store.contentOfBatch(batchId, after, rowsPerPage));
}

async function* pagesOf<Row extends { readonly rowNumber: number }>(
  clock: Pick<Clock, 'turn'>,
  read: (after: number) => Row[],
): AsyncGenerator<Row[]> {
  let after = 0;
  for (;;) {
    const page = read(after);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < rowsPerPage) return;
    after = last.rowNumber;
    await clock.turn();
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
