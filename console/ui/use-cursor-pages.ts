// A list that is read page by page, where each reply names the next page.
import { useInfiniteQuery, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RowSource } from './use-pages.ts';

export interface CursorPage<Row> {
  readonly rows: readonly Row[];
  /** Undefined: this is the last page. */
  readonly next: string | undefined;
}

export function useCursorPages<Row>({
  queryKey,
  load,
}: {
  readonly queryKey: QueryKey;
  readonly load: (before: string | undefined) => Promise<CursorPage<Row>>;
}): RowSource<Row> {
  type Page = CursorPage<Row>;
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page>, QueryKey, string | undefined>({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
  });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  return {
    rows,
    error,
    retry: () => void (rows ? fetchNextPage() : refetch()),
    hasMore: hasNextPage,
    loadMore: () => void fetchNextPage(),
    isLoadingMore: isFetchingNextPage,
  };
}
