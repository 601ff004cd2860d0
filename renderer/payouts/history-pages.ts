import type { PayoutSummary } from '../../contract/payments/payment.ts';
import { createListeners } from '../kit/listeners.ts';

/** One page of the history as it was read. */
export type HistoryPage = { readonly payouts: readonly PayoutSummary[]; readonly next: string | null };

/** A row of the list; a `gone` one was loaded before and released, and its page is loaded again when it comes into view. */
export type HistoryRow =
  | { readonly kind: 'payout'; readonly key: string; readonly payout: PayoutSummary }
  | { readonly kind: 'gone'; readonly key: string; readonly page: number };

export type HistoryState = {
  readonly rows: readonly HistoryRow[];
  readonly isLoading: boolean;
  readonly isEnd: boolean;
  readonly error: unknown;
  /** The first of them was read at least once. */
  readonly hasBegun: boolean;
};

type Page = {
  readonly after: string | null;
  readonly rows: readonly HistoryRow[];
  readonly next: string | null;
};

type Matches = (payout: PayoutSummary) => boolean;

export type HistoryPages = {
  state(): HistoryState;
  subscribe(listener: () => void): () => void;
  /** Loads the next page, unless one is loading or all are loaded. */
  more(): Promise<void>;
  /** Loads a released page again. */
  recall(page: number): Promise<void>;
  /** Replaces loaded rows with new data; nothing moves. Returns those that are not loaded. */
  refresh(payouts: readonly PayoutSummary[]): PayoutSummary[];
  /**
   * Reloads pages with rows that match a test, and those left from earlier calls, at most `most` pages per call, and replaces their rows. Waits
   * for pages on their way, which may be older than the change. Returns the matching rows that are no longer on those pages, and whether
   * other pages are left.
   */
  reread(matches: Matches, most: number): Promise<{ missing: PayoutSummary[]; isLeft: boolean }>;
  close(): void;
};

/** Profiles may share an order ID, and a removed one and its successor a name, so the row of the batch is the identity. */
export function keyOf({ batchId, rowNumber }: Pick<PayoutSummary, 'batchId' | 'rowNumber'>): string {
  return `${batchId}~${rowNumber}`;
}

/**
 * The history in pages, at most `mostPages` of them in memory: the one farthest from the current page is released, and its
 * rows keep their places.
 */
export function createHistoryPages(
  read: (after: string | null, signal: AbortSignal) => Promise<HistoryPage>,
  mostPages: number,
): HistoryPages {
  const stopping = new AbortController();
  const changes = createListeners();
  const recalled = new Set<number>();
  /** The pages to reload, by their place, longest waiting first. */
  const waiting = new Map<number, Matches>();
  const onTheirWay = new Set<Promise<void>>();
  let pages: readonly Page[] = [];
  let current: HistoryState = { rows: [], isLoading: false, isEnd: false, error: null, hasBegun: false };

  const change = (next: Partial<HistoryState>): void => {
    current = { ...current, ...next };
    changes.notify();
  };
  const setPages = (next: readonly Page[]): readonly HistoryRow[] => {
    pages = next;
    return next.flatMap(({ rows }) => rows);
  };
  const place = (index: number, page: Page): readonly HistoryRow[] =>
    setPages(letGo(index === pages.length ? [...pages, page] : pages.with(index, page), index, mostPages));

  const tracked = async (reading: Promise<void>): Promise<void> => {
    onTheirWay.add(reading);
    await reading;
    onTheirWay.delete(reading);
  };

  const readMore = async (): Promise<void> => {
    const after = pages.at(-1)?.next ?? null;
    change({ isLoading: true, error: null });
    try {
      const { payouts, next } = await read(after, stopping.signal);
      if (stopping.signal.aborted) return;
      const known = new Set(current.rows.map(({ key }) => key));
      // A payout that moved in the order while pages were read may appear twice.
      const rows = rowsOf(payouts).filter(({ key }) => !known.has(key));
      change({
        rows: place(pages.length, { after, rows, next }),
        isLoading: false,
        isEnd: next === null,
        hasBegun: true,
      });
    } catch (error) {
      if (!stopping.signal.aborted) change({ isLoading: false, error, hasBegun: true });
    }
  };

  const more = async (): Promise<void> => {
    if (!current.isLoading && !current.isEnd && !stopping.signal.aborted) await tracked(readMore());
  };

  const readGone = async (index: number, gone: Page): Promise<void> => {
    recalled.add(index);
    try {
      const { payouts } = await read(gone.after, stopping.signal);
      if (stopping.signal.aborted) return;
      const found = new Map(rowsOf(payouts).map((row) => [row.key, row]));
      // Only rows that were here are restored, each in its place: nothing moves.
      const rows = gone.rows.flatMap((row) => found.get(row.key) ?? []);
      change({ rows: place(index, { ...gone, rows }) });
    } catch (error) {
      if (!stopping.signal.aborted) change({ error });
    } finally {
      recalled.delete(index);
    }
  };

  const recall = async (index: number): Promise<void> => {
    const gone = pages[index];
    if (gone === undefined || !gone.rows.some(({ kind }) => kind === 'gone') || recalled.has(index)) return;
    await tracked(readGone(index, gone));
  };

  const refresh = (payouts: readonly PayoutSummary[]): PayoutSummary[] => {
    const fresh = new Map(payouts.map((payout) => [keyOf(payout), payout]));
    let isChanged = false;
    const next = pages.map((page) => {
      let isTouched = false;
      const rows = page.rows.map((row) => {
        const payout = fresh.get(row.key);
        fresh.delete(row.key);
        if (payout === undefined || row.kind === 'gone') return row;
        isTouched ||= payout.updatedAt !== row.payout.updatedAt || payout.state !== row.payout.state;
        return { ...row, payout };
      });
      isChanged ||= isTouched;
      return isTouched ? { ...page, rows } : page;
    });
    if (isChanged) change({ rows: setPages(next) });
    return [...fresh.values()];
  };

  const reread: HistoryPages['reread'] = async (matches, most) => {
    await Promise.all(onTheirWay);
    const isMatch = (row: HistoryRow, test: Matches) => row.kind === 'payout' && test(row.payout);
    for (const [index, { rows }] of pages.entries()) {
      if (!rows.some((row) => isMatch(row, matches))) continue;
      const before = waiting.get(index);
      waiting.set(index, before === undefined ? matches : (payout) => before(payout) || matches(payout));
    }
    const missing: PayoutSummary[] = [];
    for (const [index, test] of [...waiting].slice(0, most)) {
      const page = pages[index];
      if (page === undefined) continue;
      const { payouts } = await read(page.after, stopping.signal);
      if (stopping.signal.aborted) return { missing: [], isLeft: false };
      waiting.delete(index);
      refresh(payouts);
      const found = new Set(payouts.map(keyOf));
      for (const row of page.rows)
        if (row.kind === 'payout' && test(row.payout) && !found.has(row.key)) missing.push(row.payout);
    }
    return { missing, isLeft: waiting.size > 0 };
  };

  return {
    state: () => current,
    subscribe: changes.listen,
    more,
    recall,
    refresh,
    reread,
    close: () => stopping.abort(),
  };
}

function rowsOf(payouts: readonly PayoutSummary[]): HistoryRow[] {
  return payouts.map((payout) => ({ kind: 'payout', key: keyOf(payout), payout }));
}

function letGo(pages: readonly Page[], around: number, most: number): readonly Page[] {
  const held = pages.flatMap(({ rows }, index) =>
    rows.some(({ kind }) => kind === 'payout') ? [index] : [],
  );
  if (held.length <= most) return pages;
  const farthest = held.toSorted((left, right) => Math.abs(right - around) - Math.abs(left - around));
  const going = new Set(farthest.slice(0, held.length - most));
  return pages.map((page, index) =>
    going.has(index)
      ? { ...page, rows: page.rows.map(({ key }): HistoryRow => ({ kind: 'gone', key, page: index })) }
      : page,
  );
}
