// What is said about a payment to its provider, whoever that is.
import { truncate } from './truncate.ts';
import type { KnownAttempt, PaymentToCreate } from '#model/payment-verbs.server.ts';

/** Our ids, for metadata that comes back as it went. */
export const writeIds = ({ attemptId, orderId }: Pick<KnownAttempt, 'attemptId' | 'orderId'>) => ({
  attempt_id: attemptId,
  order_id: orderId,
});

/** What is bought, in at most so many characters: how many of it is never cut off. */
export function nameProduct(
  { product, quantity }: Pick<PaymentToCreate, 'product' | 'quantity'>,
  most: number,
): string {
  const count = quantity > 1 ? ` × ${quantity}` : '';
  return truncate(product.name.trim() || product.sku, most - count.length) + count;
}

/**
 * What a provider calls a language of ours: as we do, in whatever case, or as `others` says. Undefined: it does not speak it.
 * @param known what it calls as we do
 */
export function nameLocale<Name extends string>(
  locale: string,
  known: readonly Name[],
  others: Readonly<Partial<Record<string, Name>>> = {},
): Name | undefined {
  return known.find((name) => name.toLowerCase() === locale.toLowerCase()) ?? others[locale.toLowerCase()];
}
