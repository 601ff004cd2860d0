import { countText } from '../../../contract/text/numbers.ts';

type Page<Item, Place> = { readonly items: readonly Item[]; readonly next: Place | null };

/**
 * Reads a list in pages of `pageSize`, to its end or until `most` items were found; `hasMore`: it does not end there. `readPage` reads
 * what follows a place, null for the beginning.
 */
export async function readPages<Item, Place>(
  pageSize: number,
  readPage: (after: Place | null, limit: number) => Promise<Page<Item, Place>>,
  most = Number.POSITIVE_INFINITY,
): Promise<{ found: Item[]; hasMore: boolean }> {
  const found: Item[] = [];
  let after: Place | null = null;
  do {
    const page: Page<Item, Place> = await readPage(after, Math.min(pageSize, most - found.length));
    found.push(...page.items);
    after = page.next;
  } while (after !== null && found.length < most);
  return { found, hasMore: after !== null };
}

/** Said where a list ends at its limit and more matches, so that nobody takes it for everything. */
export function moreText(limit: number): string {
  return `More than ${countText(limit)} match, and the first ${countText(limit)} are listed. --limit lists more.`;
}
