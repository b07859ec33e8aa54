import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toLocale } from '#model/locale.ts';
import { apiClient } from '#portal/api.ts';
import { useSessionNumber } from '#portal/session.ts';

/** Newest first. Refetched on every visit. */
export function useOrders() {
  const { i18n } = useTranslation();
  const session = useSessionNumber();
  const Locale = toLocale(i18n.language);
  return useInfiniteQuery({
    queryKey: ['orders', session, 'all', Locale],
    queryFn: ({ pageParam }) =>
      apiClient.store.orders({ Locale, Limit: pageSize, ...(pageParam !== '' && { Before: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ Next }) => Next,
    enabled: session > 0,
    placeholderData: (before) => before,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

const pageSize = 10;
