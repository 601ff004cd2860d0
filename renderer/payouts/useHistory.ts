import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { AppEvent } from '../../contract/events.ts';
import { mayChange } from '../../contract/payments/life.ts';
import { useEvents } from '../events.ts';
import { createHistoryPages, keyOf, type HistoryPages, type HistoryState } from './history-pages.ts';
import { newestLooked, readHistoryPage, readNewest, readPayout } from '../queries/payouts.ts';
import { isSameView, type PayoutView } from './view.ts';

/** The most pages of the list in memory. */
const mostPages = 30;
/** Changes are fetched at most once a second, and at most this many pages. */
const refreshGapMs = 1000;
const mostPagesRefreshed = 4;
const mostPayoutsRefreshed = 40;

export type History = HistoryState & {
  /** How many payouts are new, or left the list, since it was read; `hasMoreChanged`: there may be more. */
  readonly changedCount: number;
  readonly hasMoreChanged: boolean;
  /** Increases when the list is read again. */
  readonly version: number;
  /** Increases when payouts changed, at most once a second. */
  readonly looks: number;
  more(): void;
  recall(page: number): void;
  /** Reads the list again, from its beginning. */
  again(): void;
};

type Noted = { readonly idPayouts: Set<string>; readonly batchIds: Set<string> };
const nothingNoted = (): Noted => ({ idPayouts: new Set(), batchIds: new Set() });
const begin: HistoryState = { rows: [], isLoading: true, isEnd: false, error: null, hasBegun: false };

/**
 * The history of a view. Changes are shown in place; new payouts, and those that left the list, are counted and wait
 * until the person asks for them, so that nothing moves under the cursor.
 */
export function useHistory(wanted: PayoutView): History {
  const view = useSame(wanted);
  const [version, setVersion] = useState(0);
  const [looks, setLooks] = useState(0);
  const [pages, setPages] = useState<HistoryPages | null>(null);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const [hasMoreChanged, setHasMoreChanged] = useState(false);
  const newest = useRef<ReadonlySet<string> | null>(null);

  useEffect(() => {
    const made = createHistoryPages(
      (after, signal) => readHistoryPage(view.filter, view.order, after, signal),
      mostPages,
    );
    let isOver = false;
    setPages(made);
    setChanged(new Set());
    setHasMoreChanged(false);
    newest.current = null;
    void made.more();
    const remember = async () => {
      const payouts = await readNewest(view.filter);
      if (!isOver) newest.current = new Set(payouts.map(keyOf));
    };
    // Ignored: if that fails, the list says why, and new entries appear once it is read again.
    remember().catch(() => undefined);
    return () => {
      isOver = true;
      made.close();
    };
  }, [view, version]);

  const look = useCallback(
    async ({ idPayouts, batchIds }: Noted) => {
      setLooks((before) => before + 1);
      if (pages === null) return false;
      const { missing, isLeft } = await pages.reread(
        (payout) =>
          idPayouts.has(payout.idPayout) || (batchIds.has(payout.batchId) && mayChange(payout.state)),
        mostPagesRefreshed,
      );
      const read = await Promise.all(
        missing.slice(0, mostPayoutsRefreshed).map((payout) => readPayout(payout)),
      );
      pages.refresh(read);
      const left = missing.filter(
        (payout) => read.find((each) => keyOf(each) === keyOf(payout))?.updatedAt !== payout.updatedAt,
      );
      const known = newest.current;
      if (known === null) return isLeft;
      const found = await readNewest(view.filter, newestLooked);
      const firstKnown = found.findIndex((payout) => known.has(keyOf(payout)));
      const fresh = found.slice(0, firstKnown === -1 ? found.length : firstKnown);
      // The list may have been read again meanwhile, and then includes the new payouts.
      if (known === newest.current && fresh.length + left.length > 0) {
        setChanged((before) => new Set([...before, ...[...fresh, ...left].map(keyOf)]));
        if (fresh.length === newestLooked) setHasMoreChanged(true);
      }
      return isLeft;
    },
    [pages, view],
  );
  useLookAtEvents(look);

  const state = useSyncExternalStore(
    useCallback((listener: () => void) => pages?.subscribe(listener) ?? (() => undefined), [pages]),
    () => pages?.state() ?? begin,
  );
  const again = useCallback(() => setVersion((before) => before + 1), []);
  return {
    ...state,
    changedCount: changed.size,
    hasMoreChanged,
    version,
    looks,
    more: useCallback(() => void pages?.more(), [pages]),
    recall: useCallback((page: number) => void pages?.recall(page), [pages]),
    again,
  };
}

/** Collects changes named in events, and fetches them at most once a second, one fetch at a time, until nothing is left. */
function useLookAtEvents(look: (noted: Noted) => Promise<boolean>): void {
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  }, [look]);
  const noted = useRef(nothingNoted());
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const schedule = useCallback(() => {
    const lookNow = async (): Promise<void> => {
      const seen = noted.current;
      noted.current = nothingNoted();
      // Ignored: unreadable data is read again with the next event, or when the person asks for it.
      const isLeft = await latest.current(seen).catch(() => undefined);
      timer.current = null;
      if (isLeft === true || noted.current.batchIds.size + noted.current.idPayouts.size > 0) schedule();
    };
    timer.current ??= setTimeout(() => void lookNow(), refreshGapMs);
  }, []);
  useEvents(
    useCallback(
      ({ kind, id }: AppEvent) => {
        if (kind === 'payout') noted.current.idPayouts.add(id);
        else if (kind === 'batch') noted.current.batchIds.add(id);
        else return;
        schedule();
      },
      [schedule],
    ),
  );
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
}

/** Returns the previous view as long as the new one shows the same, so that nothing is read twice. */
function useSame(view: PayoutView): PayoutView {
  const [kept, setKept] = useState(view);
  if (kept !== view && !isSameView(kept, view)) setKept(view);
  return kept;
}
