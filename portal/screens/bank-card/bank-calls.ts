// The API calls of the bank behind this page. No other file of the portal knows which bank it is.
import type { Locale } from '#model/locale.ts';
import { apiClient } from '#portal/api.ts';

export const bankAdapterFolder = 'bank131';

export type PaymentInfo = Awaited<ReturnType<typeof readPaymentInfo>>;

export const readPaymentInfo = (publicId: string, locale: Locale) =>
  apiClient.bank131.paymentInfo({ PublicId: publicId, Locale: locale });

export const openCardForm = (publicId: string) => apiClient.bank131.tokenize({ PublicId: publicId });

/** Queries the bank at once instead of waiting for its webhook. */
export const payWithCard = (publicId: string) => apiClient.bank131.payWithCard({ PublicId: publicId });

/** Undefined if the bank has no link yet. The server waits for it for a while. */
export async function fetchSbpLink(publicId: string): Promise<string | undefined> {
  return (await apiClient.bank131.payWithSbp({ PublicId: publicId })).SbpLink;
}
