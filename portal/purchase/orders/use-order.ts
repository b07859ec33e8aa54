import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import { toLocale } from '#model/locale.ts';
import { apiClient } from '#portal/api.ts';
import { useSessionNumber } from '#portal/session.ts';
import { pollPauseMs } from './poll-pause-ms.ts';
import { isOrderPending, orderStage } from './order-stage.ts';
import { retryUnlessClientError } from '#portal/queries/create-query-client.ts';

export function useOrder(id: string | undefined) {
  const { i18n } = useTranslation();
  const session = useSessionNumber();
  const Locale = toLocale(i18n.language);
  const [beganAtMs] = useState(() => Date.now());
  const order = useQuery({
    queryKey: ['order', session, id],
    queryFn: async () => {
      const PublicOrderId = id ?? '';
      // This call makes the server query the provider.
      await apiClient.store.getPaymentStatus({ PublicOrderId });
      return (await apiClient.store.orderHistory({ PublicOrderId, Locale })).Order;
    },
    enabled: session > 0 && id !== undefined,
    retry: retryUnlessClientError(),
    // Nothing is cached: opening this screen again refetches.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => {
      if (isUnknown(state.error) || (state.data && !isOrderPending(orderStage(state.data)))) return false;
      return pollPauseMs(state.dataUpdateCount + state.errorUpdateCount);
    },
  });
  const stage = order.data && orderStage(order.data);
  return {
    order: order.data,
    stage,
    isUnknown: isUnknown(order.error),
    hasFailed: order.isError && !order.data,
    isAsking: order.isFetching,
    /** It takes longer than usual; the player need not wait. */
    isLate: stage === 'open' && order.dataUpdatedAt - beganAtMs > lateMs,
    askAgain: () => void order.refetch(),
  };
}

const lateMs = 60_000;

const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 403 || error.status === 404);
