import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import { toLocale } from '#model/locale.ts';
import { readPaymentInfo } from './bank-calls.ts';
import { retryUnlessClientError } from '#portal/queries/create-query-client.ts';

/** Polled, because the payment may be made on another device. */
export function usePaymentInfo(publicId: string) {
  const { i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  return useQuery({
    queryKey: ['bankPayment', publicId, locale],
    queryFn: () => readPaymentInfo(publicId, locale),
    retry: retryUnlessClientError(),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.State === 'Open' ? pauseMs : false),
  });
}

const pauseMs = 2000;

export const isUnknownPaymentError = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 404);
