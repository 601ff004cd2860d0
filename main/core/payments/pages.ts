import type { Clock, Store, StoredPayment } from '../ports/index.ts';

const rowsPerPage = 500;

/** All payments of a batch by row number, in pages, yielding to other work between pages. */
export async function* pagesOfBatch(
  store: Pick<Store, 'rowsOfBatch'>,
  clock: Pick<Clock, 'turn'>,
  batchId: string,
): AsyncGenerator<StoredPayment[]> {
  let after = 0;
  for (;;) {
    const page = store.rowsOfBatch(batchId, after, rowsPerPage);
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
