import {
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { PagedList } from '../../kit/table/PagedTable.tsx';
import type { CallError } from '../../call-error.ts';

type PageSource<Page extends { readonly next: string | null }, Row> = {
  /** The key that the first page alone would have: events find the list by it. */
  readonly key: QueryKey;
  readonly read: (after: string | null, signal: AbortSignal) => Promise<Page>;
  readonly rowsOf: (page: Page) => readonly Row[];
  /** Reads the list again each time it is opened, because it changes without an event that names it. */
  readonly isAlwaysStale?: boolean;
};

type PagedQuery = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'fetchNextPage'
>;

/** Reads the next page of a list; while the list itself is read again, as soon as that has ended, so that neither is lost. */
export function useNextPage(query: PagedQuery): () => void {
  const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = query;
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || isFetching) return;
    setWanted(false);
    if (hasNextPage) void fetchNextPage();
  }, [isWanted, isFetching, hasNextPage, fetchNextPage]);
  return () => {
    if (!isFetchingNextPage) setWanted(true);
  };
}

/** Reads a list page by page, and keeps the previous one on screen while the next filter is read. */
export function usePages<Page extends { readonly next: string | null }, Row>(
  source: PageSource<Page, Row>,
): PagedList<Row> {
  const query = useInfiniteQuery<Page, CallError, Row[], QueryKey, string | null>({
    queryKey: [...source.key, 'pages'],
    queryFn: ({ pageParam, signal }) => source.read(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(source.rowsOf),
    placeholderData: keepPreviousData,
    ...(source.isAlwaysStale === true ? { staleTime: 0 } : {}),
  });
  const more = useNextPage(query);
  const { refetch } = query;
  const again = useCallback(() => void refetch(), [refetch]);
  return {
    rows: query.data ?? [],
    error: query.error,
    hasBegun: !query.isPending,
    isLoadingMore: query.isFetchingNextPage,
    more,
    again,
  };
}
