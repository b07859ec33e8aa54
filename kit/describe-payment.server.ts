import { truncate } from './truncate.ts';
import type { AttemptReference, CreatePaymentRequest } from '#model/payment-operations.server.ts';

/** Our ids, for metadata that the provider returns unchanged. */
export const buildPaymentMetadata = ({ attemptId, orderId }: Pick<AttemptReference, 'attemptId' | 'orderId'>) => ({
  attempt_id: attemptId,
  order_id: orderId,
});

/** Shortens the name so that it fits together with the quantity. */
export function formatProductName(
  { product, quantity }: Pick<CreatePaymentRequest, 'product' | 'quantity'>,
  maxLength: number,
): string {
  const count = quantity > 1 ? ` × ${quantity}` : '';
  return truncate(product.name.trim() || product.sku, maxLength - count.length) + count;
}

/**
 * The provider's name for one of our locales; undefined if it doesn't support it.
 * @param known locales that the provider names as we do, apart from upper and lower case
 */
export function toProviderLocale<Name extends string>(
  locale: string,
  known: readonly Name[],
  others: Readonly<Partial<Record<string, Name>>> = {},
): Name | undefined {
  return known.find((name) => name.toLowerCase() === locale.toLowerCase()) ?? others[locale.toLowerCase()];
}
