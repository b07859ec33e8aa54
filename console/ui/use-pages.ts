// A list that is read page by page: each page continues after the last row of the one before.
import { useInfiniteQuery, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';

export interface RowSource<Row> {
  /** Undefined while the first page loads. */
  readonly rows: readonly Row[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly isLoadingMore: boolean;
}

interface PagesOptions<Row, Cursor> {
  readonly queryKey: QueryKey;
  /** Without a cursor: the first page. */
  readonly load: (cursor: Cursor | undefined, limit: number) => Promise<readonly Row[]>;
  readonly cursorOf: (last: Row) => Cursor;
  readonly limit?: number;
}

export function usePages<Row, Cursor>({
  queryKey,
  load,
  cursorOf,
  limit = 50,
}: PagesOptions<Row, Cursor>): RowSource<Row> {
  type Page = readonly Row[];
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page>, QueryKey, Cursor | undefined>({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam as Cursor | undefined, limit),
    initialPageParam: undefined,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last !== undefined && page.length >= limit ? cursorOf(last) : undefined;
    },
  });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const rows = useMemo(() => data?.pages.flat(), [data]);
  return {
    rows,
    error,
    retry: () => void (rows ? fetchNextPage() : refetch()),
    hasMore: hasNextPage,
    loadMore: () => void fetchNextPage(),
    isLoadingMore: isFetchingNextPage,
  };
}

/** A list that is there as a whole. */
export function asRowSource<Row>(
  { error, refetch }: { readonly error: unknown; readonly refetch: () => unknown },
  rows: readonly Row[] | undefined,
): RowSource<Row> {
  return {
    rows,
    error,
    retry: () => void refetch(),
    hasMore: false,
    loadMore: () => undefined,
    isLoadingMore: false,
  };
}
