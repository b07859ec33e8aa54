import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import { toLocale } from '#model/locale.ts';
import { apiClient } from '#portal/api.ts';
import { pollPauseMs } from '#portal/purchase/orders/poll-pause-ms.ts';
import type { OrderStage } from '#portal/purchase/orders/order-stage.ts';
import { retryUnlessClientError } from '#portal/queries/create-query-client.ts';

type PageOrder = Awaited<ReturnType<typeof apiClient.store.merchantPaymentCompleted>>;

/**
 * The order that a page's token gives access to, even without a session.
 * @param isFollowed polls while it is not known whether the order was paid
 */
export function useOrderByToken(token: string, isFollowed: boolean) {
  const { i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  return useQuery({
    queryKey: ['merchantPayment', token, locale],
    queryFn: () => apiClient.store.merchantPaymentCompleted({ Token: token, Locale: locale }),
    enabled: token !== '',
    retry: retryUnlessClientError(),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      !isFollowed || isUnknownOrderError(state.error) || (state.data && toStoreReturnOrderStage(state.data) !== 'open')
        ? false
        : pollPauseMs(state.dataUpdateCount + state.errorUpdateCount),
  });
}

export const isUnknownOrderError = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 404);

export function toStoreReturnOrderStage({ Status, CheckoutStatus }: PageOrder): OrderStage {
  if (CheckoutStatus === 'Created') return 'open';
  if (CheckoutStatus === 'Cancelled') return 'cancelled';
  return Status === 'Completed' ? 'delivered' : 'paid';
}

export function boughtProduct({ OrderProduct: product, OrderPrice: price }: PageOrder) {
  const { Price, Currency, ImageUrl, LocalizedProductName, Sku = '' } = product;
  return {
    name: LocalizedProductName ?? Sku,
    price: price?.LocalizedPrice ?? `${Price} ${Currency}`,
    imageUrl: ImageUrl,
  };
}
