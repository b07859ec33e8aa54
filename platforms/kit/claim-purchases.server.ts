// Payments of a platform that reports only to the buyer's browser. An unreported payment arrives at the next start,
// because it stays at the platform until it is consumed.
import { buildRefusal } from '#kit/build-refusal.ts';
import type { CreatePaymentResult, CreatePaymentRequest, PaymentOperations } from '#model/payment-operations.server.ts';
import type { ProvedPurchase, PlatformTools } from '../port.server.ts';
import type { PlatformManifest } from '../port.ts';

/** @param reply creates the block with which the browser buys; nothing is created at the platform */
export const createBrowserReportedPayments = <Reply>(
  { title, storeCurrency, otherStoreCurrencies = [] }: Sold,
  reply: (payment: CreatePaymentRequest) => Reply,
): PaymentOperations<unknown, Reply> => ({
  needsEmail: () => false,
  create: async (payment): Promise<CreatePaymentResult<Reply>> =>
    [storeCurrency, ...otherStoreCurrencies].includes(payment.currency) && payment.amountMinor > 0
      ? { outcome: 'created', reply: reply(payment) }
      : buildRefusal(`${title} takes ${storeCurrency} and no ${payment.amountMinor} ${payment.currency}.`),
  read: async () => ({ events: [], isOver: false }),
  refund: async () => buildRefusal(`${title} gives money back only by its own support.`),
  parseWebhook: async () => buildRefusal(`${title} sends no webhooks.`),
  buildWebhookReply: () => ({ status: 404 }),
});

type Sold = Pick<PlatformManifest, 'title' | 'storeCurrency' | 'otherStoreCurrencies'>;

export interface PurchaseClaimResult {
  readonly PurchaseToken: string;
  readonly Success: boolean;
}

/**
 * Grants each purchase to the caller, once. One after the other, because an account's purchases are serialised anyway.
 * @param read returns what a purchase proves; undefined: invalid, or not sold by us
 */
export async function claimEachPurchase<Purchase extends { readonly token: string }>(
  purchases: readonly Purchase[],
  read: (purchase: Purchase) => Omit<ProvedPurchase, 'transactionId'> | undefined,
  { claim }: Pick<PlatformTools, 'claim'>,
): Promise<PurchaseClaimResult[]> {
  const ends: PurchaseClaimResult[] = [];
  for (const purchase of purchases) {
    const { token } = purchase;
    const proved = isName.test(token) ? read(purchase) : undefined;
    const end = proved && isName.test(proved.sku) ? await claim({ transactionId: token, ...proved }) : undefined;
    ends.push({ PurchaseToken: token, Success: end?.outcome === 'granted' });
  }
  return ends;
}

// No control characters: the database and the log must accept it.
const isName = /^\P{Cc}+$/u;
